import { serverText } from '@/lib/server-text'

/**
 * The format of a time range in the address. time-range-bounds.ts computes its bounds for a time and a zone. Each end
 * is a day, month or year (`2026-11-20`, `2026-11`), a time (`2026-11-20T09:00Z`, or without an offset in the zone of
 * the list), or relative: `now`, then steps `-7d`, `+1h`, `/d` (start of the day). A unit at the end of a range is
 * included completely, so `now-7d/d..now/d` ends tonight.
 */
export const timeUnits = ['s', 'm', 'h', 'd', 'w', 'M', 'y'] as const
export type TimeUnit = (typeof timeUnits)[number]

export type TimeStep = { kind: 'move'; amount: number; unit: TimeUnit } | { kind: 'round'; unit: TimeUnit }

export type Moment =
  | { kind: 'relative'; steps: readonly TimeStep[] }
  /** A whole year, month or day. */
  | { kind: 'calendar'; year: number; month: number | null; day: number | null }
  /** Local time in the list's zone, as ISO text. */
  | { kind: 'local'; text: string }
  | { kind: 'instant'; epochMs: number }

/** One end may be null (open), but not both. */
export interface TimeRange {
  from: Moment | null
  to: Moment | null
}

export type TimeRangeReading = { range: TimeRange; problem: null } | { range: null; problem: string }

const notATime = serverText('common.fields.timeRange')
const oneMoment = serverText('common.fields.oneMoment')
const noSuchDay = serverText('common.fields.noSuchDay')

const calendar = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/
const clock =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i
const relative = /^now((?:[+-]\d{1,6}[smhdwMy]|\/[smhdwMy])*)$/
const step = /([+-])(\d{1,6})([smhdwMy])|\/([smhdwMy])/g
const stepsMax = 8

const isDay = (year: number, month: number, day: number) => {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  const last = new Date(Date.UTC(2000, month, 0))
  // Uses setUTCFullYear, because Date.UTC reads years below 100 as years of the last century.
  last.setUTCFullYear(year, month, 0)
  return day <= last.getUTCDate()
}

function readRelative(text: string): Moment | string {
  const steps = Array.from(text.matchAll(step), ([, sign, amount, unit, rounded]): TimeStep => {
    if (rounded !== undefined) return { kind: 'round', unit: rounded as TimeUnit }
    return { kind: 'move', amount: Number(`${sign}${amount}`), unit: unit as TimeUnit }
  })
  return steps.length > stepsMax
    ? serverText('common.fields.tooManySteps', { max: stepsMax })
    : { kind: 'relative', steps }
}

/** One end, or the reason why it cannot be read. */
function readMoment(text: string): Moment | string {
  const steps = relative.exec(text)?.[1]
  if (steps !== undefined) return readRelative(steps)
  const [, year, month = null, day = null] = calendar.exec(text) ?? []
  if (year !== undefined) {
    if (!isDay(Number(year), Number(month ?? 1), Number(day ?? 1))) return noSuchDay
    return {
      kind: 'calendar',
      year: Number(year),
      month: month === null ? null : Number(month),
      day: day === null ? null : Number(day),
    }
  }
  const parts = clock.exec(text)
  if (parts === null) return notATime
  if (!isDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))) return noSuchDay
  const offset = parts[8]
  if (offset === undefined) return { kind: 'local', text: text.toUpperCase() }
  const iso = text.toUpperCase().replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
  const epochMs = Date.parse(iso)
  return Number.isNaN(epochMs) ? notATime : { kind: 'instant', epochMs }
}

/** Whether the end is a period and not an instant. */
export function isUnit(moment: Moment): boolean {
  return moment.kind === 'calendar' || (moment.kind === 'relative' && moment.steps.at(-1)?.kind === 'round')
}

/** Reads a range, or returns a sentence about what is wrong with it. Never throws. */
export function readTimeRange(given: string): TimeRangeReading {
  // An unescaped plus in an address arrives as a space.
  const text = given.trim().replaceAll(' ', '+')
  if (text.length > 200) return { range: null, problem: notATime }
  const ends = text.split('..')
  const moments = ends.map((end) => (end === '' ? null : readMoment(end)))
  const problem = moments.find((moment) => typeof moment === 'string')
  if (problem !== undefined) return { range: null, problem }
  const [from = null, to = null] = moments as Array<Moment | null>
  if (moments.length === 1 && from !== null)
    return isUnit(from) ? { range: { from, to: from }, problem: null } : { range: null, problem: oneMoment }
  if (moments.length !== 2 || (from === null && to === null)) return { range: null, problem: notATime }
  return { range: { from, to }, problem: null }
}
