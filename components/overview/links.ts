import type { Route } from 'next'
import { writeListHref } from '@/components/review/session/queue-address'
import { listPath } from '@/lib/browser/routes'
import type { ListParams } from '@/lib/inspections/schema'
import { figureLists, periodParams } from '@/lib/overview/period-model'
import type { PeriodScope } from '@/lib/overview/schema'

const list = (query: string) => `${listPath}${query === '' ? '' : `?${query}`}` as Route

/** The lists behind the numbers of the whole index. Each shows exactly what its number counts. */
export const overviewLinks = {
  all: list(''),
  inProgress: list('result=in-progress&archived=false'),
  allFailed: list('result=failed'),
} as const

/** The activity log from a time on. The cast is safe: the page exists. */
export const logSinceHref = (since: string) => `/activity?from=${encodeURIComponent(since)}` as Route

/** The lists behind the figures of a period. */
export function periodLinks(range: string, zone: string, scope: PeriodScope = {}) {
  const lists = figureLists(periodParams(range, zone, scope))
  return {
    completed: writeListHref(lists.completed),
    failed: writeListHref(lists.failed),
    unreviewed: writeListHref(lists.unreviewed),
    scored: writeListHref(lists.scored),
  }
}

/** The inspections of a site, a template or a question in a period: all of them, and those that failed. */
export function topLinks(period: ListParams, row: ListParams, failed: ListParams = { result: ['failed'] }) {
  const params: ListParams = { ...period, ...row }
  return { completed: writeListHref(params), failed: writeListHref({ ...params, ...failed }) }
}

/** The lists behind the figures of a range, for one page. */
export type LinksOf = (range: string) => ReturnType<typeof periodLinks>
