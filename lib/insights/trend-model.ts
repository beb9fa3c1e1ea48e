import { addDays, firstOfMonth, weekdayOf } from '@/lib/time/calendar-days'
import type { TrendUnit } from './schema'

/** The maximum number of points in a trend. If there are more, a longer unit is used. */
const pointsMax = 400
const daysShown = 92
const weeksShown = 104

/** The unit for a period of this many days: the requested unit, unless it gives too many points. */
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
  // A long period may have more months than a chart shows. The newest months are kept.
  for (let day = beginUnit(from, unit); day <= to; day = nextUnit(day, unit)) days.push(day)
  return days.slice(-pointsMax)
}

/** The whole unit as a range, as it appears in addresses. */
export function writeUnit(day: string, unit: TrendUnit): string {
  if (unit === 'day') return day
  return unit === 'month' ? day.slice(0, 7) : `${day}..${addDays(day, 6)}`
}
