import { Cron } from 'croner'
import { invalidField } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { readZonedParts } from '@/lib/time/time-format'

/** Computes when a schedule is due, from a cron expression of five fields in the local time of a zone. */

/** Reading a whole table takes a while, so runs are at least this many minutes apart. */
const gapMinutes = 5
/** How many of the next runs are compared with each other. */
const compared = 50

/** The next due times after an instant, at most `count`. @throws TypeError for an invalid expression */
export function listTimes(cron: string, zone: string, afterMs: number, count: number): number[] {
  const times = new Cron(cron, { mode: '5-part', timezone: zone }).nextRuns(count, new Date(afterMs))
  return times.map((at) => at.getTime())
}

const invalid = (text: string) => invalidField('cron', text)

/** Checks an expression that a person entered. @throws AppError invalid, naming `cron` */
export function checkCron(cron: string, zone: string, nowMs: number): void {
  let times: number[]
  try {
    times = listTimes(cron, zone, nowMs, compared)
  } catch {
    throw invalid(serverText('exportSchedules.fields.cron'))
  }
  if (times.length === 0) throw invalid(serverText('exportSchedules.fields.never'))
  if (times.some((at, index) => index > 0 && at - (times[index - 1] ?? 0) < gapMinutes * 60_000))
    throw invalid(serverText('exportSchedules.fields.tooOften', { minutes: gapMinutes }))
}

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

/** The file name for a due time. The same time gives the same name, so that a repeated run replaces its file. */
export function writeFileName(pattern: string, format: string, dueMs: number, zone: string): string {
  const { year, month, day, hour, minute } = readZonedParts(dueMs, zone)
  const name = pattern
    .replaceAll('{date}', `${pad(year, 4)}-${pad(month)}-${pad(day)}`)
    .replaceAll('{time}', `${pad(hour)}${pad(minute)}`)
  return `${name}.${format}`
}
