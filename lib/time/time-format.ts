import { defaultLanguage, intlTag, type PageLanguage } from '@/lib/messages/languages'

/**
 * Formats times in a language. The `Intl` of the server and of a browser may differ, so elements that show times allow
 * a hydration mismatch.
 */

export interface ZonedParts {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** Creates a format once for each set of parameters, because creating one takes far longer than using it. */
export function keepFormats<Params extends readonly unknown[], Format>(
  make: (...params: Params) => Format,
): (...params: Params) => Format {
  const made = new Map<string, Format>()
  return (...params) => {
    const key = params.join(' ')
    const format = made.get(key) ?? make(...params)
    made.set(key, format)
    return format
  }
}

const getFormatter = keepFormats(
  (zone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
)

/** Whether this runtime knows `zone` (an IANA name or UTC). */
export function isTimeZone(zone: string): boolean {
  try {
    getFormatter(zone)
    return true
  } catch {
    return false
  }
}

/**
 * Enough for a page: it shows a few hundred instants, and formatting each one needs its parts and those of the current
 * time.
 */
const knownPartsMax = 500
const knownParts = new Map<string, ZonedParts>()

/** The calendar parts of an instant (milliseconds since the epoch) in `zone`. */
export function readZonedParts(at: number, zone: string): ZonedParts {
  const key = `${at} ${zone}`
  const known = knownParts.get(key) ?? formatZonedParts(at, zone)
  if (knownParts.size >= knownPartsMax) knownParts.clear()
  knownParts.set(key, known)
  return known
}

function formatZonedParts(at: number, zone: string): ZonedParts {
  const parts: Record<string, number> = {}
  for (const { type, value } of getFormatter(zone).formatToParts(at)) parts[type] = Number(value)
  const read = (name: string) => parts[name] ?? 0
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
    second: read('second'),
  }
}

const pad = (value: number) => String(value).padStart(2, '0')

/** `22 Nov 2026`, `2026-11-22`, `11/22/2026`, `22.11.2026`. */
export const dateStyles = ['words', 'iso', 'us', 'dots'] as const
export type DateStyle = (typeof dateStyles)[number]

/** `21:15` or `9:15 pm`. */
export const clockStyles = ['24h', '12h'] as const
export type ClockStyle = (typeof clockStyles)[number]

/** A person's format for times. */
export interface TimeStyle {
  language: PageLanguage
  dates: DateStyle
  clock: ClockStyle
}

export const defaultTimeStyle: TimeStyle = { language: defaultLanguage, dates: 'words', clock: '24h' }

type Day = Pick<ZonedParts, 'year' | 'month' | 'day'>

const writeIsoDate = ({ year, month, day }: Day) => `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`

const getWordFormat = keepFormats(
  (language: PageLanguage, withYear: boolean) =>
    new Intl.DateTimeFormat(intlTag(language), {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'short',
      ...(withYear ? { year: 'numeric' } : {}),
    }),
)

function writeWords({ year, month, day }: Day, language: PageLanguage, withYear: boolean): string {
  return getWordFormat(language, withYear).format(new Date(0).setUTCFullYear(year, month - 1, day))
}

const writeDate: Record<DateStyle, (day: Day, language: PageLanguage) => string> = {
  words: (day, language) => writeWords(day, language, true),
  iso: writeIsoDate,
  us: ({ year, month, day }) => `${pad(month)}/${pad(day)}/${year}`,
  dots: ({ year, month, day }) => `${pad(day)}.${pad(month)}.${year}`,
}

const writeDayOfYear: Record<DateStyle, (day: Day, language: PageLanguage) => string> = {
  words: (day, language) => writeWords(day, language, false),
  iso: ({ month, day }) => `${pad(month)}-${pad(day)}`,
  us: ({ month, day }) => `${pad(month)}/${pad(day)}`,
  dots: ({ month, day }) => `${pad(day)}.${pad(month)}.`,
}

/** `20 Nov 2026`, in the person's format. */
export function formatDate(at: number, zone: string, style: TimeStyle): string {
  return writeDate[style.dates](readZonedParts(at, zone), style.language)
}

/** `2026-11-20`: the calendar date in `zone`. */
export function formatDay(at: number, zone: string): string {
  return writeIsoDate(readZonedParts(at, zone))
}

/** `21:15` or `9:15 pm`, or with seconds. */
export function formatTime(at: number, zone: string, style: TimeStyle, withSeconds = false): string {
  const { hour, minute, second } = readZonedParts(at, zone)
  const rest = `${pad(minute)}${withSeconds ? `:${pad(second)}` : ''}`
  if (style.clock === '24h') return `${pad(hour)}:${rest}`
  return `${hour % 12 === 0 ? 12 : hour % 12}:${rest} ${hour < 12 ? 'am' : 'pm'}`
}

/** `20 Nov 2026 21:15`, or with seconds. */
export function formatDateTime(at: number, zone: string, style: TimeStyle, withSeconds = false): string {
  return `${formatDate(at, zone, style)} ${formatTime(at, zone, style, withSeconds)}`
}

/** `UTC`, `UTC+1`, `UTC-3:30`: the offset of `zone` at that instant. */
export function formatOffset(at: number, zone: string): string {
  const { year, month, day, hour, minute, second } = readZonedParts(at, zone)
  const offsetMinutes = Math.round(
    (Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000) / 60_000,
  )
  if (offsetMinutes === 0) return 'UTC'
  const size = Math.abs(offsetMinutes)
  const rest = size % 60
  return `UTC${offsetMinutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest === 0 ? '' : `:${pad(rest)}`}`
}

type LengthUnit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year'

/** A duration as a number of its largest fitting unit. */
function measure(durationMs: number): [count: number, unit: LengthUnit] {
  const seconds = Math.max(0, Math.round(durationMs / 1000))
  if (seconds < 60) return [seconds, 'second']
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return [minutes, 'minute']
  const hours = Math.round(minutes / 60)
  if (hours < 24) return [hours, 'hour']
  const days = Math.round(hours / 24)
  if (days < 45) return [days, 'day']
  const inMonths = Math.round(days / 30.44)
  return inMonths < 18 ? [inMonths, 'month'] : [Math.round(days / 365.25), 'year']
}

// Only the language of the tag, because British English writes `14 mins`.
const getLengthFormat = keepFormats(
  (language: PageLanguage, unit: LengthUnit) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }),
)

/** A duration in its largest fitting unit: `12 sec`, `14 min`, `3 hr`, `2 days`. */
export function formatDuration(durationMs: number, language: PageLanguage = defaultLanguage): string {
  const [count, unit] = measure(durationMs)
  return getLengthFormat(language, unit).format(count)
}

/** Relative times change in these steps, so the shown age of an instant lags by up to one step. */
export const relativeStepMs = 5_000
/** The most by which the clock of a page lags: one step, and one tick of its timer. */
export const clockLagMs = relativeStepMs + 1_000

/**
 * The duration to show beside the age of its start, which is rounded down: never longer than that age. If the age is
 * too small by more than the lag, the clocks of browser and server differ, and the duration is the correct one.
 */
export function limitDuration(durationMs: number, ageMs: number): number {
  // Every age below one step is shown as "now".
  const limitMs = Math.max(ageMs, relativeStepMs - 1_000)
  return durationMs > limitMs && durationMs - limitMs <= clockLagMs ? limitMs : durationMs
}

const getRelativeFormat = keepFormats(
  (language: PageLanguage) => new Intl.RelativeTimeFormat(intlTag(language), { style: 'short', numeric: 'always' }),
)
const getNowFormat = keepFormats(
  (language: PageLanguage) => new Intl.RelativeTimeFormat(intlTag(language), { numeric: 'auto' }),
)

/** `now`, `14 min ago`, `in 2 hr`. */
export function formatRelative(at: number, now: number, language: PageLanguage = defaultLanguage): string {
  const distanceMs = now - at
  if (Math.abs(distanceMs) < relativeStepMs) return getNowFormat(language).format(0, 'second')
  const [count, unit] = measure(Math.abs(distanceMs))
  return getRelativeFormat(language).format(distanceMs > 0 ? -count : count, unit)
}

/** A time for tables: relative when it is near, without the year in the current year, otherwise as a date. */
export function formatSmart(at: number, now: number, zone: string, style: TimeStyle): string {
  const distanceMs = now - at
  if (distanceMs > -60_000 && distanceMs < 24 * 3_600_000) return formatRelative(Math.min(at, now), now, style.language)
  const parts = readZonedParts(at, zone)
  if (parts.year !== readZonedParts(now, zone).year) return writeDate[style.dates](parts, style.language)
  return `${writeDayOfYear[style.dates](parts, style.language)} ${formatTime(at, zone, style)}`
}
