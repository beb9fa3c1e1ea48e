import { readTimeRange } from '@/lib/time/time-range'
import type { TimeStyle } from '@/lib/time/time-format'
import { writeRange } from './ranges'
import { type Day, foldDate, readDay, writeDay } from './typed-day'

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

/**
 * Reads a typed range: "last 14 days", "1 Nov - 12 Nov", "since 1 Nov" or "yesterday" in English or the person's
 * language, dates in the person's format, or the syntax of addresses. A day without a year means the latest such day
 * that is not after `today` (`2026-11-20`).
 * @returns the range in the form of addresses, or null if it cannot be read. Never throws.
 */
export function readTypedRange(
  given: string,
  { style: { language, dates }, today }: { style: TimeStyle; today: string },
): string | null {
  const trimmed = given.trim()
  if (trimmed === '' || trimmed.length > 200) return null
  if (readTimeRange(trimmed).range !== null) return trimmed
  const text = foldDate(trimmed)
  for (const words of [english, others[language]].filter((one) => one !== undefined)) {
    const found = readWords(text, words, (part) => readDay(part.trim(), [language, 'en'], dates === 'us'), today)
    if (found !== null && readTimeRange(found).range !== null) return found
  }
  return null
}

function readWords(text: string, words: Words, read: (part: string) => Day | null, today: string): string | null {
  const fixed = words.fixed.find(([pattern]) => pattern.test(text))
  if (fixed !== undefined) return fixed[1]
  const [, amount, unitWord] = words.last.exec(text) ?? []
  if (amount !== undefined) {
    const unit = words.units.find(([pattern]) => pattern.test(unitWord ?? ''))?.[1]
    if (unit === undefined || Number(amount) === 0) return null
    return unit === 'h' ? `now-${Number(amount)}h..now` : `now-${Number(amount)}${unit}/d..now`
  }
  const thisYear = Number(today.slice(0, 4))
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
