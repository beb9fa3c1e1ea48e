import type { ListParams } from '@/lib/inspections/schema'
import type { PeriodScope } from './schema'

/** The parameters of all inspections of a template or site. */
export function scopeParams({ template, site }: PeriodScope): ListParams {
  return {
    ...(template !== undefined && { template: [template] }),
    ...(site !== undefined && { site: [site] }),
  }
}

/** The parameters of completed inspections in a range; days begin as in `zone`. */
export function periodParams(range: string, zone: string, scope: PeriodScope = {}): ListParams {
  return { completedAt: [range], tz: [zone], ...scopeParams(scope) }
}

/** The lists behind the numbers of a period: `period` has its time and zone. */
export function figureLists(period: ListParams) {
  return {
    completed: period,
    failed: { ...period, result: ['failed'] },
    unreviewed: { ...period, review: ['unreviewed', 'changed'] },
    /** Those that the average score is of. */
    scored: { ...period, score: ['*'] },
  } satisfies Record<string, ListParams>
}

/** A range between two instants, as addresses have it. The end is not in the range. */
export const writePeriod = (fromMs: number, toMs: number): string =>
  `${new Date(fromMs).toISOString()}..${new Date(toMs).toISOString()}`

const dayMs = 86_400_000
const daysMax = 92
const monthsMax = 60

const toMs = (day: string) => Date.parse(`${day}T00:00:00Z`)
const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The bars of a trend from one day to another, as ranges of addresses: days, or months where days are too many. */
export function listBuckets(from: string, to: string): { unit: 'day' | 'month'; ranges: string[] } {
  const days = Math.round((toMs(to) - toMs(from)) / dayMs) + 1
  if (days <= daysMax)
    return {
      unit: 'day',
      ranges: Array.from({ length: Math.max(0, days) }, (_, at) =>
        new Date(toMs(from) + at * dayMs).toISOString().slice(0, 10),
      ),
    }
  const last = monthOf(to)
  const first = Math.max(monthOf(from), last - monthsMax + 1)
  return {
    unit: 'month',
    ranges: Array.from({ length: last - first + 1 }, (_, at) => {
      const month = first + at
      return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`
    }),
  }
}
