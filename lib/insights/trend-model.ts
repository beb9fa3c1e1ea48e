import { addDays, firstOfMonth, weekdayOf } from '@/lib/time/calendar-days'
import type { TrendUnit } from './schema'

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
function beginUnit(day: string, unit: TrendUnit): string {
  if (unit === 'day') return day
  return unit === 'month' ? firstOfMonth(day) : addDays(day, -weekdayOf(day))
}

function nextUnit(day: string, unit: TrendUnit): string {
  if (unit === 'month') return firstOfMonth(day, 1)
  return addDays(day, unit === 'week' ? 7 : 1)
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
  return unit === 'month' ? day.slice(0, 7) : `${day}..${addDays(day, 6)}`
}
