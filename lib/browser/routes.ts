import type { Route } from 'next'

/** The page of the list. The query after the `?` says what it shows. */
export const listPath = '/inspections'

/** The page of one inspection. The cast is safe: the identifier is one encoded segment of that route. */
export function inspectionHref(auditId: string): Route {
  return `/inspections/${encodeURIComponent(auditId)}` as Route
}
