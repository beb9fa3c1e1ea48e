import type { TrendUnit } from './schema'

const dayMs = 86_400_000
const toMs = (day: string) => Date.parse(`${day}T00:00:00Z`)
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The most points of a trend; a shorter unit becomes a longer one. */
const pointsMax = 400
const daysShown = 92
const weeksShown = 104

/** The unit for a period of so many days: the asked one if it does not give too many points. */
export function chooseUnit(days: number, asked: TrendUnit | undefined): TrendUnit {
  if (asked === undefined) return days <= daysShown ? 'day' : days <= weeksShown * 7 ? 'week' : 'month'
  if (asked === 'day' && days > pointsMax) return chooseUnit(days, 'week')
  return asked === 'week' && days > pointsMax * 7 ? 'month' : asked
}

/** The first day of the unit that contains a day. Weeks begin on Monday. */
export function beginUnit(day: string, unit: TrendUnit): string {
  if (unit === 'day') return day
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  const weekday = (new Date(toMs(day)).getUTCDay() + 6) % 7
  return toDay(toMs(day) - weekday * dayMs)
}

function nextUnit(day: string, unit: TrendUnit): string {
  if (unit === 'day') return toDay(toMs(day) + dayMs)
  if (unit === 'week') return toDay(toMs(day) + 7 * dayMs)
  const [year = 0, month = 0] = day.split('-').map(Number)
  return `${String(month === 12 ? year + 1 : year).padStart(4, '0')}-${String(month === 12 ? 1 : month + 1).padStart(2, '0')}-01`
}

/** The first days of all units from one day to another. */
export function listUnits(from: string, to: string, unit: TrendUnit): string[] {
  const days: string[] = []
  // Months of a period that begins long ago may be more than a chart shows; the newest ones are kept.
  for (let day = beginUnit(from, unit); day <= to; day = nextUnit(day, unit)) days.push(day)
  return days.slice(-pointsMax)
}

/** The whole unit as a range of addresses. */
export function writeUnit(day: string, unit: TrendUnit): string {
  if (unit === 'day') return day
  return unit === 'month' ? day.slice(0, 7) : `${day}..${toDay(toMs(day) + 6 * dayMs)}`
}
