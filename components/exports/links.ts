import type { Route } from 'next'

/** The page of all exports, or of one. The cast is safe: an id is one encoded segment of that route. */
export function exportHref(jobId?: string): Route {
  return (jobId === undefined ? '/exports' : `/exports/${encodeURIComponent(jobId)}`) as Route
}
