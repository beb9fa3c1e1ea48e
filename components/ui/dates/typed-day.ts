import { keepFormats, type TimeStyle } from '@/lib/time/time-format'
import { addDays } from '@/lib/time/calendar-days'

/** A typed text without accents and capitals, with single spaces. */
export const foldDate = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()

const monthNames = new Map<string, ReadonlyArray<readonly string[]>>()

/** The twelve months of a language, each by its long and short names, without accents and full stops. */
function listMonths(language: string): ReadonlyArray<readonly string[]> {
  const known = monthNames.get(language)
  if (known !== undefined) return known
  const styles = [
    { day: 'numeric', month: 'long' },
    { day: 'numeric', month: 'short' },
    { month: 'long' },
    { month: 'short' },
  ] as const
  const names = Array.from({ length: 12 }, (_, month) => [
    ...new Set(
      styles.flatMap((style) =>
        new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' })
          .formatToParts(Date.UTC(2024, month, 15))
          .filter(({ type }) => type === 'month')
          .map(({ value }) => foldDate(value).replaceAll('.', '')),
      ),
    ),
  ])
  monthNames.set(language, names)
  return names
}

/**
 * The number of the month with this name, or of the only month whose name begins with it ("sept"). Null if there is
 * none.
 */
function findMonth(months: ReadonlyArray<readonly string[]>, name: string): number | null {
  const exact = months.findIndex((known) => known.includes(name))
  if (exact !== -1) return exact + 1
  const begun = months.flatMap((known, month) => (known.some((one) => one.startsWith(name)) ? [month + 1] : []))
  return name.length >= 3 && begun.length === 1 ? (begun[0] ?? null) : null
}

export interface Day {
  year: number | null
  month: number
  day: number
}

const pad = (part: number, digits: number) => String(part).padStart(digits, '0')

/** `2026-11-01`, or null when the calendar has no such day. */
export function writeDay(year: number, { month, day }: Day): string | null {
  const at = new Date(Date.UTC(2000, month - 1, day))
  at.setUTCFullYear(year, month - 1, day)
  if (year < 1 || year > 9999 || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

/**
 * Reads `1 nov`, `nov 1, 2026`, `1. november 2026`, `2026-11-01` and `1.11.2026`. In dates of numbers, the day comes
 * before the month, except in ISO dates, and with slashes if `isMonthFirst`.
 */
export function readDay(text: string, languages: readonly string[], isMonthFirst = false): Day | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso !== null) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }
  const dotted = /^(\d{1,2})([./])(\d{1,2})[./](\d{4})?$/.exec(text)
  if (dotted !== null) {
    const isSwapped = isMonthFirst && dotted[2] === '/'
    return {
      year: dotted[4] === undefined ? null : Number(dotted[4]),
      month: Number(dotted[isSwapped ? 1 : 3]),
      day: Number(dotted[isSwapped ? 3 : 1]),
    }
  }
  const words = text
    .replaceAll(/(\d)(?:st|nd|rd|th|er)\b/g, '$1')
    .replaceAll(/[.,]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && word !== 'de' && word !== 'del')
  const numbers = words.filter((word) => /^\d{1,4}$/.test(word)).map(Number)
  const names = words.filter((word) => !/^\d+$/.test(word))
  const [name] = names
  const [first, second] = numbers
  if (names.length !== 1 || name === undefined || first === undefined || numbers.length > 2) return null
  for (const language of languages) {
    const month = findMonth(listMonths(language), name)
    if (month !== null) return { year: second ?? null, month, day: first }
  }
  return null
}

const getNearDays = keepFormats((language: string) => {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return [-1, 0, 1, 2].map((days) => ({ days, word: foldDate(format.format(days, 'day')).replaceAll('’', "'") }))
})

/**
 * Reads a typed day in English or the person's language: "24 Dec", "tomorrow", "2026-12-24", or a date in their format.
 * A day without a year means the next such day, `today` (`2026-11-20`) included.
 * @returns the day as `2026-12-24`, or null if it cannot be read. Never throws.
 */
export function readTypedDay(
  given: string,
  { style: { language, dates }, today }: { style: TimeStyle; today: string },
): string | null {
  if (given.length > 200) return null
  const text = foldDate(given)
  const plain = text.replaceAll('’', "'")
  const languages = [language, 'en']
  for (const known of languages) {
    const near = getNearDays(known).find(({ word }) => word === plain)
    if (near !== undefined) return addDays(today, near.days)
  }
  const day = readDay(text, languages, dates === 'us')
  if (day === null) return null
  if (day.year !== null) return writeDay(day.year, day)
  const thisYear = Number(today.slice(0, 4))
  // A 29 February may be eight years away.
  for (let year = thisYear; year <= thisYear + 8; year += 1) {
    const written = writeDay(year, day)
    if (written !== null && written >= today) return written
  }
  return null
}
