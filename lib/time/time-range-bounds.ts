import 'server-only'
import { Temporal } from 'temporal-polyfill'
import { serverText } from '@/lib/server-text'
import type { Moment, TimeRange, TimeStep, TimeUnit } from './time-range'

/** `fromMs` is inclusive, `toMs` exclusive; null = open. Milliseconds since the epoch. */
export interface TimeBounds {
  fromMs: number | null
  toMs: number | null
}

export type BoundsReading = { bounds: TimeBounds; problem: null } | { bounds: null; problem: string }

// The years 1 to 9999 can be expressed as ISO text, in PostgreSQL and as a Date.
const earliestMs = Date.parse('0001-01-01T00:00:00.000Z')
const latestMs = Date.parse('9999-12-31T23:59:59.999Z')

const clockUnits: Partial<Record<TimeUnit, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

const durationFields = {
  s: 'seconds',
  m: 'minutes',
  h: 'hours',
  d: 'days',
  w: 'weeks',
  M: 'months',
  y: 'years',
} as const satisfies Record<TimeUnit, keyof Temporal.DurationLikeObject>

function move(at: Temporal.ZonedDateTime, { amount, unit }: TimeStep & { kind: 'move' }): Temporal.ZonedDateTime {
  return at.add({ [durationFields[unit]]: amount })
}

/**
 * The first day of the day, week (from Monday), month or year that contains `day`, and the first day of the next one.
 */
function readCalendarUnit(day: Temporal.PlainDate, unit: TimeUnit): [Temporal.PlainDate, Temporal.PlainDate] {
  switch (unit) {
    case 'w': {
      const monday = day.subtract({ days: day.dayOfWeek - 1 })
      return [monday, monday.add({ weeks: 1 })]
    }
    case 'M': {
      const first = day.with({ day: 1 })
      return [first, first.add({ months: 1 })]
    }
    case 'y': {
      const first = day.with({ month: 1, day: 1 })
      return [first, first.add({ years: 1 })]
    }
    default:
      return [day, day.add({ days: 1 })]
  }
}

type Side = 'from' | 'to'

/** The start of the unit that contains `at`, or for `to` the start of the next unit. */
function round(at: Temporal.ZonedDateTime, unit: TimeUnit, side: Side): Temporal.ZonedDateTime {
  const unitMs = clockUnits[unit]
  if (unitMs === undefined) {
    const [first, next] = readCalendarUnit(at.toPlainDate(), unit)
    return (side === 'from' ? first : next).toZonedDateTime(at.timeZoneId)
  }
  // Uses the offset at `at`, so that a repeated hour counts as two separate hours.
  const offsetMs = Math.trunc(at.offsetNanoseconds / 1_000_000)
  const begin = Math.floor((at.epochMilliseconds + offsetMs) / unitMs) * unitMs - offsetMs
  const epochMs = side === 'from' ? begin : begin + unitMs
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(at.timeZoneId)
}

function resolveRelative(steps: readonly TimeStep[], side: Side, now: Temporal.ZonedDateTime): number {
  let at = now
  for (const [index, step] of steps.entries())
    at =
      step.kind === 'move'
        ? move(at, step)
        : // The last step rounds to the start or end of the unit, depending on the side. Others round to its start.
          round(at, step.unit, index === steps.length - 1 ? side : 'from')
  return at.epochMilliseconds
}

function resolveMoment(moment: Moment, side: Side, now: Temporal.ZonedDateTime): number {
  if (moment.kind === 'relative') return resolveRelative(moment.steps, side, now)
  if (moment.kind === 'instant') return moment.epochMs
  if (moment.kind === 'local')
    return Temporal.PlainDateTime.from(moment.text).toZonedDateTime(now.timeZoneId).epochMilliseconds
  const { year, month, day } = moment
  const unit: TimeUnit = day !== null ? 'd' : month !== null ? 'M' : 'y'
  const [first, next] = readCalendarUnit(Temporal.PlainDate.from({ year, month: month ?? 1, day: day ?? 1 }), unit)
  return (side === 'from' ? first : next).toZonedDateTime(now.timeZoneId).epochMilliseconds
}

/** The same time of the same day, a year before. Milliseconds since the epoch; `zone` is an IANA name. */
export function yearBefore(epochMs: number, zone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).subtract({ years: 1 })
    .epochMilliseconds
}

/**
 * The bounds of a range at `nowMs` in `zone`, an IANA name that this runtime knows (`isTimeZone`). A range that ends before
 * it begins, or lies outside the years 1 to 9999, has a problem instead.
 */
export function resolveTimeRange(range: TimeRange, nowMs: number, zone: string): BoundsReading {
  let fromMs: number | null
  let toMs: number | null
  try {
    const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone)
    fromMs = range.from === null ? null : resolveMoment(range.from, 'from', now)
    toMs = range.to === null ? null : resolveMoment(range.to, 'to', now)
  } catch (error) {
    if (error instanceof RangeError) return { bounds: null, problem: serverText('common.fields.tooFar') }
    throw error
  }
  const isFar = (ms: number | null) => ms !== null && (ms < earliestMs || ms > latestMs)
  if (isFar(fromMs) || (toMs !== null && (toMs < earliestMs || toMs > latestMs + 86_400_000)))
    return { bounds: null, problem: serverText('common.fields.tooFar') }
  if (fromMs !== null && toMs !== null && toMs < fromMs)
    return { bounds: null, problem: serverText('common.fields.endsFirst') }
  return { bounds: { fromMs, toMs: toMs === null ? null : Math.min(toMs, latestMs) }, problem: null }
}
