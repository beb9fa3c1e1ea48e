/** Earliest and latest instants that both PostgreSQL and RFC 3339 can express. */
const earliest = Date.parse('0001-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** The last day of a month (from 1) in the calendar. @returns 31 for a month that does not exist */
export function lastDayOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const normal = /^\d{4}-\d\d-\d\dT(?!24)\d\d:\d\d:\d\d\.\d{3}Z$/
const shape = /^(\d{4})-(\d{2})-(\d{2})T/

/**
 * The instant in the only format that the index uses (UTC, milliseconds), or null when it is not valid. Smaller
 * fractions are cut off. This is safe, because the API uses milliseconds and reads overlap by one millisecond.
 */
export function normalizeInstant(value: unknown): string | null {
  const [, year, month, day] = typeof value === 'string' ? (shape.exec(value) ?? []) : []
  if (typeof value !== 'string' || day === undefined) return null
  // `Date.parse` reads 30 February as 2 March.
  if (Number(day) > lastDayOf(Number(year), Number(month))) return null
  const at = Date.parse(value)
  if (Number.isNaN(at) || at < earliest || at > latest) return null
  return normal.test(value) ? value : new Date(at).toISOString()
}

/** `instant` shifted by `ms`. Input and output have the format of `normalizeInstant`. */
export function shiftInstant(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString()
}

/** The later of two instants. Null counts as the earliest. */
export function laterInstant(a: string | null, b: string | null): string | null {
  if (a === null) return b
  if (b === null) return a
  return a < b ? b : a
}
