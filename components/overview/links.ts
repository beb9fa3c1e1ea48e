import type { Route } from 'next'
import { listPath } from '@/lib/browser/routes'

const list = (query: string) => `${listPath}${query === '' ? '' : `?${query}`}` as Route

/** The lists behind the numbers of the overview. Each shows exactly what its number counts. */
export const overviewLinks = {
  all: list(''),
  inProgress: list('result=in-progress&archived=false'),
  completed: list('completedAt=now-7d..now'),
  failed: list('result=failed&completedAt=now-7d..now'),
  allFailed: list('result=failed'),
} as const

/** The inspections completed on one UTC day, or only the failed ones. */
export function dayHref(day: string, result?: 'failed'): Route {
  return list(`${result === undefined ? '' : `result=${result}&`}completedAt=${day}&tz=UTC`)
}
