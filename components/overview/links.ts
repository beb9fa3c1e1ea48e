import type { Route } from 'next'
import { writeListHref } from '@/components/review/session/queue-address'
import { listPath } from '@/lib/browser/routes'
import type { ListParams } from '@/lib/inspections/schema'
import { figureLists } from '@/lib/overview/period-model'

const list = (query: string) => `${listPath}${query === '' ? '' : `?${query}`}` as Route

/** The lists behind the numbers of the whole index. Each shows exactly what its number counts. */
export const overviewLinks = {
  all: list(''),
  inProgress: list('result=in-progress&archived=false'),
  allFailed: list('result=failed'),
} as const

/** Imports with errors that were not retried yet. The cast is safe: the page exists. */
export const importsToFixHref = '/users/imports?phase=needsFix' as Route

/** The parameters of completed inspections in a range; days begin as in `zone`. */
export const periodParams = (range: string, zone: string): ListParams => ({ completedAt: [range], tz: [zone] })

/** The lists behind the figures of a period. */
export function periodLinks(range: string, zone: string) {
  const lists = figureLists(periodParams(range, zone))
  return {
    completed: writeListHref(lists.completed),
    failed: writeListHref(lists.failed),
    unreviewed: writeListHref(lists.unreviewed),
    scored: writeListHref(lists.scored),
  }
}

/** What a site or a template has in a period: all of it, or what failed. */
export function topLinks(name: 'site' | 'template', value: string, range: string, zone: string) {
  const params: ListParams = { ...periodParams(range, zone), [name]: [value] }
  return { completed: writeListHref(params), failed: writeListHref({ ...params, result: ['failed'] }) }
}
