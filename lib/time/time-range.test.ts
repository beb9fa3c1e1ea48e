import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { renderText } from '@/lib/server-text'
import { runs } from '@/lib/testing/random-runs'
import { readTimeRange, timeUnits } from './time-range'
import { resolveTimeRange } from './time-range-bounds'

const say = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString().replace(/:00\.000Z$/, 'Z'))

function resolve(text: string, now: string, zone = 'UTC'): string {
  const { range, problem } = readTimeRange(text)
  if (range === null) return problem
  const read = resolveTimeRange(range, Date.parse(now), zone)
  if (read.bounds === null) return read.problem
  return `${say(read.bounds.fromMs)}..${say(read.bounds.toMs)}`
}

// A Friday.
const now = '2026-11-20T14:35:07.123Z'

describe('a time range', () => {
  it.each([
    ['now-7d..now', '2026-11-13T14:35:07.123Z..2026-11-20T14:35:07.123Z'],
    ['now-7d/d..now', '2026-11-13T00:00Z..2026-11-20T14:35:07.123Z'],
    ['now-7d/d..now/d', '2026-11-13T00:00Z..2026-11-21T00:00Z'],
    ['now/d..', '2026-11-20T00:00Z..'],
    ['..now/d', '..2026-11-21T00:00Z'],
    ['now/d', '2026-11-20T00:00Z..2026-11-21T00:00Z'],
    ['now-1d/d', '2026-11-19T00:00Z..2026-11-20T00:00Z'],
    ['now/w', '2026-11-16T00:00Z..2026-11-23T00:00Z'],
    ['now-1w/w', '2026-11-09T00:00Z..2026-11-16T00:00Z'],
    ['now/M', '2026-11-01T00:00Z..2026-12-01T00:00Z'],
    ['now-1M/M..now-1M/M', '2026-10-01T00:00Z..2026-11-01T00:00Z'],
    ['now/y', '2026-01-01T00:00Z..2027-01-01T00:00Z'],
    ['now/h', '2026-11-20T14:00Z..2026-11-20T15:00Z'],
    ['now-2m/m', '2026-11-20T14:33Z..2026-11-20T14:34Z'],
    ['now/d+8h..now', '2026-11-20T08:00Z..2026-11-20T14:35:07.123Z'],
    ['now..now+1d/d', '2026-11-20T14:35:07.123Z..2026-11-22T00:00Z'],
    ['now-90s..', '2026-11-20T14:33:37.123Z..'],
    ['2026-11-01..2026-11-20', '2026-11-01T00:00Z..2026-11-21T00:00Z'],
    ['2026-11-19', '2026-11-19T00:00Z..2026-11-20T00:00Z'],
    ['2024-02', '2024-02-01T00:00Z..2024-03-01T00:00Z'],
    ['2024', '2024-01-01T00:00Z..2025-01-01T00:00Z'],
    ['2026-11-20T09:00Z..2026-11-20T10:00:30.5+01:00', '2026-11-20T09:00Z..2026-11-20T09:00:30.500Z'],
    // An unescaped plus in an address arrives as a space.
    ['2026-11-20T09:00 01:00..now 1d', '2026-11-20T08:00Z..2026-11-21T14:35:07.123Z'],
    ['2026-11-20T09:00..', '2026-11-20T09:00Z..'],
    ['9999-12-31..', '9999-12-31T00:00Z..'],
  ])('resolves %s', (text, expected) => {
    expect(resolve(text, now)).toBe(expected)
  })

  it.each([
    ['2026-11-20', 'Asia/Tokyo', '2026-11-19T15:00Z..2026-11-20T15:00Z'],
    ['now/d', 'Asia/Tokyo', '2026-11-19T15:00Z..2026-11-20T15:00Z'],
    ['now/w', 'Asia/Tokyo', '2026-11-15T15:00Z..2026-11-22T15:00Z'],
    ['now-7d/d..now', 'America/New_York', '2026-11-13T05:00Z..2026-11-20T14:35:07.123Z'],
    ['now/h', 'Asia/Kolkata', '2026-11-20T14:30Z..2026-11-20T15:30Z'],
    // In New York, the day on which the clock is set forward has 23 hours, and the day on which it is set back has 25.
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00Z..2026-03-09T04:00Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00Z..2026-11-02T05:00Z'],
    // A skipped local time means the time that the clock shows instead. A repeated local time means the first one.
    ['2026-03-08T02:30..2026-03-09', 'America/New_York', '2026-03-08T07:30Z..2026-03-10T04:00Z'],
    ['2026-11-01T01:30..', 'America/New_York', '2026-11-01T05:30Z..'],
    // Apia skipped 30 December 2011, so this day is empty.
    ['2011-12-29', 'Pacific/Apia', '2011-12-29T10:00Z..2011-12-30T10:00Z'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00Z..2011-12-30T10:00Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00Z..2011-12-31T10:00Z'],
    // In Cairo, this day began at one o'clock.
    ['2024-04-26', 'Africa/Cairo', '2024-04-25T22:00Z..2024-04-26T21:00Z'],
  ])('resolves %s in %s', (text, zone, expected) => {
    expect(resolve(text, now, zone)).toBe(expected)
  })

  it('counts calendar days instead of 24 hours across a clock change', () => {
    expect(resolve('now-1d..now', '2026-03-08T16:00:00Z', 'America/New_York')).toBe(
      '2026-03-07T17:00Z..2026-03-08T16:00Z',
    )
    expect(resolve('now-24h..now', '2026-03-08T16:00:00Z', 'America/New_York')).toBe(
      '2026-03-07T16:00Z..2026-03-08T16:00Z',
    )
    // The repeated hour counts as two hours.
    expect(resolve('now/h', '2026-11-01T05:30:00Z', 'America/New_York')).toBe('2026-11-01T05:00Z..2026-11-01T06:00Z')
    expect(resolve('now/h', '2026-11-01T06:30:00Z', 'America/New_York')).toBe('2026-11-01T06:00Z..2026-11-01T07:00Z')
    // In Lord Howe, half an hour of the clock is repeated.
    expect(resolve('now/h', '2026-04-04T15:15:00Z', 'Australia/Lord_Howe')).toBe('2026-04-04T14:30Z..2026-04-04T15:30Z')
  })

  it.each([
    ['', /^is not a time range/],
    ['..', /^is not a time range/],
    ['now..now..now', /^is not a time range/],
    ['yesterday', /^is not a time range/],
    ['now-7', /^is not a time range/],
    ['now-7x..now', /^is not a time range/],
    ['now-7D..now', /^is not a time range/],
    ['20.11.2026', /^is not a time range/],
    ['2026-11-20T25:00Z..', /^is not a time range/],
    ['2026-13-01', /^names a day that does not exist/],
    ['2026-02-29..', /^names a day that does not exist/],
    ['0000-01-01', /^names a day that does not exist/],
    ['2026-02-30T10:00Z..', /^names a day that does not exist/],
    ['now', /^is one moment/],
    ['now-7d', /^is one moment/],
    ['2026-11-20T09:00Z', /^is one moment/],
    ['2026-11-20..2026-11-01', /^ends before it begins/],
    ['now..now-1s', /^ends before it begins/],
    ['now-999999y..', /^is too far in the past or future/],
    ['now-9000y..', /^is too far in the past or future/],
    ['..now+9000y', /^is too far in the past or future/],
    [`now${'-1d'.repeat(9)}..`, /^has more than 8 steps/],
    ['2026-11-20\u0000', /^is not a time range/],
  ])('is refused with the reason: %j', (text, problem) => {
    expect(renderText(resolve(text, now))).toMatch(problem)
  })

  it('can be read from any text without an exception', { tags: ['full'] }, () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('now', '..', '-7d', '/d', '+', '2026', '-02', '-30', 'T10:00', 'Z', '+14:00', '999999y', '.'),
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Apia'),
        (pieces, zone) => {
          const said = resolve(pieces.join(''), now, zone)
          expect(said === '' || typeof said === 'string').toBe(true)
        },
      ),
      { numRuns: runs(3_000) },
    )
  })

  it(
    'is rounded to the current unit at any time in any zone, and adjacent units have no gap',
    { tags: ['full'] },
    () => {
      const zone = fc.constantFrom(
        'UTC',
        'Asia/Tokyo',
        'America/New_York',
        'Europe/Dublin',
        'Pacific/Apia',
        'Asia/Kolkata',
        'Australia/Lord_Howe',
        'America/St_Johns',
        'Africa/Cairo',
      )
      const at = fc.integer({ min: Date.parse('2005-01-01Z'), max: Date.parse('2035-01-01Z') })
      fc.assert(
        fc.property(zone, at, fc.constantFrom(...timeUnits), (name, nowMs, unit) => {
          const bounds = (text: string, ms: number) => {
            const { range } = readTimeRange(text)
            return range === null ? null : resolveTimeRange(range, ms, name).bounds
          }
          const { fromMs, toMs } = bounds(`now/${unit}`, nowMs) ?? {}
          expect(fromMs).toBeLessThanOrEqual(nowMs)
          expect(toMs).toBeGreaterThan(nowMs)
          expect(bounds(`now/${unit}`, toMs ?? 0)?.fromMs).toBe(toMs)
          if (unit === 'w')
            expect(Temporal.Instant.fromEpochMilliseconds(fromMs ?? 0).toZonedDateTimeISO(name).dayOfWeek).toBe(1)
        }),
        { numRuns: runs(2_000) },
      )
    },
  )
})
