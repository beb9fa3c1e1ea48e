import { Temporal } from 'temporal-polyfill'
import type { EmailChoice, QuietHours } from './schema'

/**
 * Computes when emails must be sent by checking the local time of the zone every five minutes. This is slow, but simple
 * enough to be obviously correct.
 */

const tickMs = 5 * 60_000

const clockAt = (atMs: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone)

function isQuietAt(quiet: QuietHours | null, atMs: number, zone: string): boolean {
  if (quiet === null) return false
  const at = clockAt(atMs, zone)
  const minute = at.hour * 60 + at.minute
  const today = quiet.days.includes(at.dayOfWeek - 1)
  const yesterday = quiet.days.includes(at.subtract({ days: 1 }).dayOfWeek - 1)
  return quiet.to > quiet.from
    ? today && minute >= quiet.from && minute < quiet.to
    : (today && minute >= quiet.from) || (yesterday && minute < quiet.to)
}

/** The first time after `atMs` at which a digest is sent. */
function nextDigest(every: EmailChoice, atMs: number, zone: string): number {
  if (every === 'hourly') {
    let at = (Math.floor(atMs / tickMs) + 1) * tickMs
    while (clockAt(at, zone).minute !== 0) at += tickMs
    return at
  }
  for (let day = clockAt(atMs, zone).toPlainDate(); ; day = day.add({ days: 1 })) {
    const at = day.toZonedDateTime({ timeZone: zone, plainTime: '07:00' }).epochMilliseconds
    if (at > atMs && (every === 'daily' || day.dayOfWeek === 1)) return at
  }
}

/** When a notice from `atMs` must be emailed. */
export function expectedMailAt(
  every: EmailChoice,
  atMs: number,
  { quiet, zone }: { quiet: QuietHours | null; zone: string },
): number {
  const from = every === 'now' ? atMs : nextDigest(every, atMs, zone)
  if (!isQuietAt(quiet, from, zone)) return from
  let at = (Math.floor(from / tickMs) + 1) * tickMs
  while (isQuietAt(quiet, at, zone)) at += tickMs
  return at
}

/**
 * Zones with clock changes by an hour and by half an hour, at different hours, and with offsets of a quarter of an
 * hour.
 */
export const testZones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kathmandu',
] as const
/** Days in 2026 around which the clock changes in one of these zones. */
export const changeDays = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-09-06',
  '2026-09-27',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
]
