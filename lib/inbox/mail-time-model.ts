import { weekdayOf } from '@/lib/time/calendar-days'
import { formatDay, isTimeZone, readZonedParts } from '@/lib/time/time-format'
import type { EmailChoice, QuietHours } from './schema'

/**
 * Computes when notices are emailed. Offsets of time zones, quiet hours and the times of digests are multiples of a
 * quarter of an hour. So nothing changes within a quarter, even on days with a clock change.
 */

const quarterMs = 15 * 60_000
/** Daily and weekly digests are sent at 7:00, weekly ones on Monday. */
const morningMinute = 7 * 60
const monday = 0
/** Everything repeats every week. One more day allows for clock changes. */
const quartersMax = 8 * 96

/** The zone of a person; UTC while it is unknown. */
export const mailZone = (zone: string | null | undefined): string =>
  zone !== null && zone !== undefined && isTimeZone(zone) ? zone : 'UTC'

interface Wall {
  /** 0 is Monday. */
  weekday: number
  minute: number
}

function readWall(atMs: number, zone: string): Wall {
  const { hour, minute } = readZonedParts(atMs, zone)
  return { weekday: weekdayOf(formatDay(atMs, zone)), minute: hour * 60 + minute }
}

/** Whether an instant is in quiet hours, by the local time of the zone. */
export function isQuiet(quiet: QuietHours | null, atMs: number, zone: string): boolean {
  if (quiet === null) return false
  const { weekday, minute } = readWall(atMs, zone)
  const { from, to, days } = quiet
  if (from < to) return days.includes(weekday) && minute >= from && minute < to
  // Quiet hours that span midnight belong to the day on which they began.
  return (days.includes(weekday) && minute >= from) || (days.includes((weekday + 6) % 7) && minute < to)
}

/** The first start of a quarter after `atMs` for which `holds` is true; null when there is none within a week. */
function findQuarter(atMs: number, holds: (quarterAtMs: number) => boolean): number | null {
  let at = (Math.floor(atMs / quarterMs) + 1) * quarterMs
  for (let tries = 0; tries < quartersMax; tries += 1, at += quarterMs) if (holds(at)) return at
  return null
}

/** Whether a digest is sent at the start of a quarter. If a clock change skips 7:00, the first time after it counts. */
function isDigestTime(every: 'hourly' | 'daily' | 'weekly', atMs: number, zone: string): boolean {
  const wall = readWall(atMs, zone)
  if (every === 'hourly') return wall.minute % 60 === 0
  if (wall.minute < morningMinute || (every === 'weekly' && wall.weekday !== monday)) return false
  const before = readWall(atMs - quarterMs, zone)
  return before.weekday !== wall.weekday || before.minute < morningMinute
}

/**
 * The end of the quiet hours that contain an instant, or the instant itself when it is outside quiet hours. Quiet hours
 * that never end are ignored.
 */
export function endQuiet(quiet: QuietHours | null, atMs: number, zone: string): number {
  if (!isQuiet(quiet, atMs, zone)) return atMs
  return findQuarter(atMs, (quarterAtMs) => !isQuiet(quiet, quarterAtMs, zone)) ?? atMs
}

/** The first instant at which a notice from `atMs` may be emailed. */
export function nextMailAt(
  every: Exclude<EmailChoice, 'off'>,
  atMs: number,
  { quiet, zone }: { quiet: QuietHours | null; zone: string },
): number {
  const window = every === 'now' ? atMs : findQuarter(atMs, (quarterAtMs) => isDigestTime(every, quarterAtMs, zone))
  return endQuiet(quiet, window ?? atMs, zone)
}
