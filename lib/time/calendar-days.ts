/** Days as `2026-11-01`, without time zone. */
export const dayMs = 86_400_000
const toMs = (day: string) => Date.parse(`${day}T00:00:00Z`)
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The first day of the month that contains `day`, shifted by a number of months. */
export function firstOfMonth(day: string, months = 0): string {
  const at = new Date(toMs(day))
  return toDay(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))
}

/** The number of days from `from` to `to`. */
export const daysBetween = (from: string, to: string): number => Math.round((toMs(to) - toMs(from)) / dayMs)

export const addDays = (day: string, days: number): string => toDay(toMs(day) + days * dayMs)

/** The same day a number of months later, or the last day of that month. */
export function addMonths(day: string, months: number): string {
  const first = firstOfMonth(day, months)
  const last = addDays(firstOfMonth(first, 1), -1)
  const wanted = `${first.slice(0, 8)}${day.slice(8)}`
  return wanted > last ? last : wanted
}

/** The day of the week, Monday is 0. */
export const weekdayOf = (day: string): number => (new Date(toMs(day)).getUTCDay() + 6) % 7

/** The weeks of a month, Monday first; null for days of other months. */
export function listWeeks(first: string): ReadonlyArray<ReadonlyArray<string | null>> {
  const count = Number(addDays(firstOfMonth(first, 1), -1).slice(8))
  const before = weekdayOf(first)
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_unused, weekday) => {
      const at = week * 7 + weekday - before
      return at < 0 || at >= count ? null : addDays(first, at)
    }),
  )
}
