import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages, type PageLanguage } from '@/lib/messages/languages'
import { runs } from '@/lib/testing/random-runs'
import { addDays } from '@/lib/time/calendar-days'
import { type DateStyle, dateStyles, formatDate } from '@/lib/time/time-format'
import { readTypedDay } from './typed-day'

const today = '2026-11-20'
const styleOf = (language: PageLanguage, dates: DateStyle = 'words') => ({ language, dates, clock: '24h' }) as const
const read = (text: string, language: PageLanguage = 'en', dates: DateStyle = 'words') =>
  readTypedDay(text, { style: styleOf(language, dates), today })
const anyLanguage = fc.constantFrom(...languages)
const anyStyle = fc.constantFrom(...dateStyles)

describe('a typed day', () => {
  it.each<[PageLanguage, string, string]>([
    ['en', '24 Dec', '2026-12-24'],
    ['en', ' Dec 24 ', '2026-12-24'],
    ['en', '19 Nov', '2027-11-19'],
    ['en', '20 Nov', '2026-11-20'],
    ['en', '29 Feb', '2028-02-29'],
    ['en', '1 March 2025', '2025-03-01'],
    ['en', 'Tomorrow', '2026-11-21'],
    ['de', 'übermorgen', '2026-11-22'],
    ['de', 'today', '2026-11-20'],
    ['es', 'mañana', '2026-11-21'],
    ['fr', "aujourd'hui", '2026-11-20'],
    ['fr', '1er août', '2027-08-01'],
  ])('in %s %j is %s', (language, text, day) => {
    expect(read(text, language)).toBe(day)
  })

  it('is read with the month first only by people who write dates that way', () => {
    expect(read('02/03/2027', 'en', 'us')).toBe('2027-02-03')
    expect(read('02/03/2027', 'en', 'dots')).toBe('2027-03-02')
  })

  it.each(['', 'soon', '31 Feb', '2026-13-01', '1 Nov - 2 Nov', '24'])('%j is not a day', (text) => {
    expect(read(text)).toBeNull()
  })

  it('is read correctly in every format in which dates are shown, in every language', () => {
    const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1990-01-01', days))
    fc.assert(
      fc.property(anyDay, anyLanguage, anyStyle, (day, language, dates) => {
        const text = formatDate(Date.parse(`${day}T00:00:00Z`), 'UTC', styleOf(language, dates))
        expect(read(text, language, dates)).toBe(day)
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('is a day of the calendar, or null, for any typed text', () => {
    const piece = fc.constantFrom('24', ' ', 'dec', '.', '/', '-', '2026', '31', 'feb', 'tomorrow', '0', '9999')
    const anyText = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(anyText, anyLanguage, anyStyle, (text, language, dates) => {
        const day = read(text, language, dates)
        if (day !== null) expect(addDays(day, 0)).toBe(day)
      }),
      { numRuns: runs(2_000) },
    )
  })
})
