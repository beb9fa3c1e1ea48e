import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages, type PageLanguage } from '@/lib/messages/languages'
import { runs } from '@/lib/testing/random-runs'
import { type DateStyle, dateStyles, formatDate } from '@/lib/time/time-format'
import { readTimeRange } from '@/lib/time/time-range'
import { addDays, addMonths, firstOfMonth, listWeeks, weekdayOf } from '@/lib/time/calendar-days'
import { readTypedRange } from './typed-range'

const today = '2026-11-20'
const read = (text: string, language: PageLanguage = 'en', dates: DateStyle = 'words') =>
  readTypedRange(text, { style: { language, dates, clock: '24h' }, today })
const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days))
const anyLanguage = fc.constantFrom(...languages)

describe('a typed range', () => {
  it.each<[string, string]>([
    ['last 14 days', 'now-14d/d..now'],
    ['  Last  2 weeks', 'now-2w/d..now'],
    ['past 3 hours', 'now-3h..now'],
    ['now-7d/d..now', 'now-7d/d..now'],
    ['today', 'now/d'],
    ['last month', 'now-1M/M'],
    ['1 Nov - 12 Nov', '2026-11-01..2026-11-12'],
    ['1 - 12 Nov', '2026-11-01..2026-11-12'],
    ['Nov 1 to Nov 12', '2026-11-01..2026-11-12'],
    ['1 November 2025 – 12 Nov 2025', '2025-11-01..2025-11-12'],
    ['20 Dec - 5 Jan', '2025-12-20..2026-01-05'],
    ['1 Nov', '2026-11-01'],
    ['24 Dec', '2025-12-24'],
    ['since 1 Nov', '2026-11-01..'],
    ['until 3 Nov 2026', '..2026-11-03'],
    ['2026-11-01', '2026-11-01'],
    ['1.11. - 12.11.', '2026-11-01..2026-11-12'],
  ])('%j is %s', (text, range) => {
    expect(read(text)).toBe(range)
  })

  it.each<[PageLanguage, string, string]>([
    ['de', 'letzte 14 Tage', 'now-14d/d..now'],
    ['de', '1. Nov - 12. März 2026', '2025-11-01..2026-03-12'],
    ['de', 'seit 1. Dezember', '2025-12-01..'],
    ['es', 'últimos 14 días', 'now-14d/d..now'],
    ['es', '1 de noviembre', '2026-11-01'],
    ['fr', '14 derniers jours', 'now-14d/d..now'],
    ['fr', 'depuis le 1er août', '2026-08-01..'],
    ['fr', 'last 14 days', 'now-14d/d..now'],
  ])('in %s %j is %s', (language, text, range) => {
    expect(read(text, language)).toBe(range)
  })

  it.each([
    '',
    'soon',
    'last 0 days',
    '31 Feb',
    '12 Nov 2020 - 1 Nov 2020',
    '1 Nov - 2 Nov - 3 Nov',
    'last 3 lightyears',
  ])('%j is not a range', (text) => {
    expect(read(text)).toBeNull()
  })

  it('is read correctly in every format in which dates are shown, in every language', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(400), anyLanguage, fc.constantFrom(...dateStyles), (from, days, language, dates) => {
        const to = addDays(from, days)
        const write = (day: string) =>
          formatDate(Date.parse(`${day}T00:00:00Z`), 'UTC', { language, dates, clock: '24h' })
        const range = from === to ? from : `${from}..${to}`
        expect(read(from === to ? write(from) : `${write(from)} – ${write(to)}`, language, dates)).toBe(range)
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('reads a date of numbers as the person writes dates', () => {
    expect(read('11/05/2026 – 11/12/2026', 'en', 'us')).toBe('2026-11-05..2026-11-12')
    expect(read('since 11/05/2026', 'en', 'us')).toBe('2026-11-05..')
    expect(read('05/11/2026')).toBe('2026-11-05')
  })

  it('is always valid in an address, or null, for any typed text', () => {
    const piece = fc.constantFrom(
      'last ',
      '14',
      ' days',
      ' - ',
      '1 nov',
      '..',
      'now',
      '-7d',
      'since ',
      '2026',
      '.',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
        ),
        anyLanguage,
        (text, language) => {
          const range = read(text, language)
          if (range !== null) expect(readTimeRange(range).problem).toBeNull()
        },
      ),
      { numRuns: runs(2_000) },
    )
  })
})

describe('the days of a calendar', () => {
  it('include all days of the month once, each under its weekday', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const first = firstOfMonth(day)
        const weeks = listWeeks(first)
        const days = weeks.flat().filter((one) => one !== null)
        expect(days[0]).toBe(first)
        expect(days.every((one, index) => one === addDays(first, index))).toBe(true)
        expect(addDays(days.at(-1) ?? '', 1)).toBe(firstOfMonth(day, 1))
        for (const week of weeks)
          for (const [weekday, one] of week.entries()) if (one !== null) expect(weekdayOf(one)).toBe(weekday)
      }),
    )
  })

  it('stay in the month to which a key moves', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-03-15', -1)).toBe('2026-02-15')
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -30, max: 30 }), (day, months) => {
        expect(firstOfMonth(addMonths(day, months))).toBe(firstOfMonth(day, months))
      }),
    )
  })
})
