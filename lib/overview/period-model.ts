import type { ListParams } from '@/lib/inspections/schema'
import { listUnits, writeUnit } from '@/lib/insights/trend-model'
import { daysBetween } from '@/lib/time/calendar-days'
import type { PeriodScope } from './schema'

/** The parameters of all inspections of a template or site. */
export function scopeParams({ template, site }: PeriodScope): ListParams {
  return {
    ...(template !== undefined && { template: [template] }),
    ...(site !== undefined && { site: [site] }),
  }
}

/** The parameters of completed inspections in a range. Days begin at midnight in `zone`. */
export function periodParams(range: string, zone: string, scope: PeriodScope = {}): ListParams {
  return { completedAt: [range], tz: [zone], ...scopeParams(scope) }
}

/** The lists behind the numbers of a period. `period` has its range and zone. */
export function figureLists(period: ListParams) {
  return {
    completed: period,
    failed: { ...period, result: ['failed'] },
    unreviewed: { ...period, review: ['unreviewed', 'changed'] },
    /** The inspections that have a score and so count for the average. */
    scored: { ...period, score: ['*'] },
  } satisfies Record<string, ListParams>
}

/** A range between two instants, as it appears in addresses. The end is exclusive. */
export const writePeriod = (fromMs: number, toMs: number): string =>
  `${new Date(fromMs).toISOString()}..${new Date(toMs).toISOString()}`

const daysMax = 92
const monthsMax = 60

/**
 * The bars of a trend from one day to another, as ranges for addresses: days, or months when there are too many days.
 */
export function listBuckets(from: string, to: string): { unit: 'day' | 'month'; ranges: string[] } {
  const unit = daysBetween(from, to) < daysMax ? 'day' : 'month'
  const firsts = listUnits(from, to, unit)
  return { unit, ranges: (unit === 'day' ? firsts : firsts.slice(-monthsMax)).map((day) => writeUnit(day, unit)) }
}
