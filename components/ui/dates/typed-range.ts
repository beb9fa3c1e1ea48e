import { readTimeRange } from '@/lib/time/time-range'
import type { PageLanguage } from '@/lib/messages/languages'
import { writeRange } from './ranges'

/** Words that describe ranges, without accents. English words are understood in every language. */
interface Words {
  last: RegExp
  units: ReadonlyArray<readonly [RegExp, 'h' | 'd' | 'w' | 'M' | 'y']>
  fixed: ReadonlyArray<readonly [RegExp, string]>
  since: RegExp
  until: RegExp
  between: RegExp
}

const english: Words = {
  last: /^(?:the )?(?:last|past) (\d{1,4}) (\S+)$/,
  units: [
    [/^hours?$/, 'h'],
    [/^days?$/, 'd'],
    [/^weeks?$/, 'w'],
    [/^months?$/, 'M'],
    [/^years?$/, 'y'],
  ],
  fixed: [
    [/^today$/, 'now/d'],
    [/^yesterday$/, 'now-1d/d'],
    [/^this week$/, 'now/w'],
    [/^last week$/, 'now-1w/w'],
    [/^this month$/, 'now/M'],
    [/^last month$/, 'now-1M/M'],
    [/^this year$/, 'now/y'],
    [/^last year$/, 'now-1y/y'],
  ],
  since: /^(?:since|from) (.+)$/,
  until: /^(?:until|up to) (.+)$/,
  between: / (?:to|until|and|-|–|—) /,
}

const others: Readonly<Record<string, Words>> = {
  de: {
    last: /^(?:die )?letzten? (\d{1,4}) (\S+)$/,
    units: [
      [/^stunden?$/, 'h'],
      [/^tagen?$|^tag$|^tage$/, 'd'],
      [/^wochen?$/, 'w'],
      [/^monat(?:e|en)?$/, 'M'],
      [/^jahr(?:e|en)?$/, 'y'],
    ],
    fixed: [
      [/^heute$/, 'now/d'],
      [/^gestern$/, 'now-1d/d'],
      [/^diese woche$/, 'now/w'],
      [/^letzte woche$/, 'now-1w/w'],
      [/^dieser monat$|^diesen monat$/, 'now/M'],
      [/^letzter monat$|^letzten monat$/, 'now-1M/M'],
      [/^dieses jahr$/, 'now/y'],
      [/^letztes jahr$/, 'now-1y/y'],
    ],
    since: /^(?:seit|ab) (.+)$/,
    until: /^bis (.+)$/,
    between: / (?:bis|und|-|–|—) /,
  },
  es: {
    last: /^(?:los |las )?ultim[oa]s (\d{1,4}) (\S+)$/,
    units: [
      [/^horas?$/, 'h'],
      [/^dias?$/, 'd'],
      [/^semanas?$/, 'w'],
      [/^mes(?:es)?$/, 'M'],
      [/^anos?$/, 'y'],
    ],
    fixed: [
      [/^hoy$/, 'now/d'],
      [/^ayer$/, 'now-1d/d'],
      [/^esta semana$/, 'now/w'],
      [/^la semana pasada$|^semana pasada$/, 'now-1w/w'],
      [/^este mes$/, 'now/M'],
      [/^el mes pasado$|^mes pasado$/, 'now-1M/M'],
      [/^este ano$/, 'now/y'],
      [/^el ano pasado$|^ano pasado$/, 'now-1y/y'],
    ],
    since: /^desde (?:el )?(.+)$/,
    until: /^hasta (?:el )?(.+)$/,
    between: / (?:a|al|hasta|y|-|–|—) /,
  },
  fr: {
    last: /^(?:les )?(\d{1,4}) derni(?:er|ere)s (\S+)$/,
    units: [
      [/^heures?$/, 'h'],
      [/^jours?$/, 'd'],
      [/^semaines?$/, 'w'],
      [/^mois$/, 'M'],
      [/^an(?:s|nees?)?$/, 'y'],
    ],
    fixed: [
      [/^aujourd['’]hui$/, 'now/d'],
      [/^hier$/, 'now-1d/d'],
      [/^cette semaine$/, 'now/w'],
      [/^la semaine derniere$|^semaine derniere$/, 'now-1w/w'],
      [/^ce mois(?:-ci)?$/, 'now/M'],
      [/^le mois dernier$|^mois dernier$/, 'now-1M/M'],
      [/^cette annee$/, 'now/y'],
      [/^l['’]annee derniere$/, 'now-1y/y'],
    ],
    since: /^depuis (?:le )?(.+)$/,
    until: /^jusqu['’]au (.+)$/,
    between: / (?:au|a|et|-|–|—) /,
  },
}

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

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
          .map(({ value }) => fold(value).replaceAll('.', '')),
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

interface Day {
  year: number | null
  month: number
  day: number
}

const pad = (part: number, digits: number) => String(part).padStart(digits, '0')

/** `2026-11-01`, or null when the calendar has no such day. */
function writeDay(year: number, { month, day }: Day): string | null {
  const at = new Date(Date.UTC(2000, month - 1, day))
  at.setUTCFullYear(year, month - 1, day)
  if (year < 1 || year > 9999 || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

/**
 * Reads `1 nov`, `nov 1, 2026`, `1. november 2026`, `2026-11-01` and `1.11.2026`. In dates of numbers, the day comes
 * before the month, except in ISO dates.
 */
function readDay(text: string, languages: readonly string[]): Day | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso !== null) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }
  const dotted = /^(\d{1,2})[./](\d{1,2})[./](\d{4})?$/.exec(text)
  if (dotted !== null)
    return {
      year: dotted[3] === undefined ? null : Number(dotted[3]),
      month: Number(dotted[2]),
      day: Number(dotted[1]),
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

/**
 * Reads a typed range: "last 14 days", "1 Nov - 12 Nov", "since 1 Nov" or "yesterday" in English or `language`, or the
 * syntax of addresses. A day without a year means the latest such day that is not after `today` (`2026-11-20`).
 * @returns the range in the form of addresses, or null if it cannot be read. Never throws.
 */
export function readTypedRange(
  given: string,
  { language, today }: { language: PageLanguage; today: string },
): string | null {
  const trimmed = given.trim()
  if (trimmed === '' || trimmed.length > 200) return null
  if (readTimeRange(trimmed).range !== null) return trimmed
  const text = fold(trimmed).replaceAll(/\s+/g, ' ')
  for (const words of [english, others[language]].filter((one) => one !== undefined)) {
    const found = readWords(text, words, [language, 'en'], today)
    if (found !== null && readTimeRange(found).range !== null) return found
  }
  return null
}

function readWords(text: string, words: Words, languages: readonly string[], today: string): string | null {
  const fixed = words.fixed.find(([pattern]) => pattern.test(text))
  if (fixed !== undefined) return fixed[1]
  const [, amount, unitWord] = words.last.exec(text) ?? []
  if (amount !== undefined) {
    const unit = words.units.find(([pattern]) => pattern.test(unitWord ?? ''))?.[1]
    if (unit === undefined || Number(amount) === 0) return null
    return unit === 'h' ? `now-${Number(amount)}h..now` : `now-${Number(amount)}${unit}/d..now`
  }
  const thisYear = Number(today.slice(0, 4))
  const read = (part: string) => readDay(part.trim(), languages)
  /** The date of a day. Without a year, the latest such day that is not after `before`. */
  const place = (day: Day | null, before: string): string | null => {
    if (day === null) return null
    if (day.year !== null) return writeDay(day.year, day)
    for (let year = thisYear + 1; year > thisYear - 8; year -= 1) {
      const written = writeDay(year, day)
      if (written !== null && written <= before) return written
    }
    return null
  }
  const since = words.since.exec(text)?.[1]
  if (since !== undefined) return writeEnds(place(read(since), today), '')
  const until = words.until.exec(text)?.[1]
  if (until !== undefined) return writeEnds('', place(read(until), today))
  const parts = text.split(words.between)
  const [first = '', second] = parts
  if (second === undefined) {
    const day = place(read(first), today)
    return writeEnds(day, day)
  }
  if (parts.length !== 2) return null
  const to = place(read(second), today)
  if (to === null) return null
  const last = read(second)
  // In "1 - 12 Nov", the first day is in the same month.
  const isOfMonth = last !== null && /^\d{1,2}\.?$/.test(first)
  const start = isOfMonth ? { ...last, day: Number.parseInt(first, 10) } : read(first)
  const from = place(start, to)
  return from === null || from > to ? null : writeEnds(from, to)
}

const writeEnds = (from: string | null, to: string | null) =>
  from === null || to === null ? null : writeRange({ from, to })
