import type { Route } from 'next'

/** The page that shows two inspections side by side. The cast is safe, because only the query is added to its route. */
export function compareHref(a: string, b: string): Route {
  return `/inspections/compare?${new URLSearchParams({ a, b }).toString()}` as Route
}

/** When an inspection was made, if known. The earlier one is on the left. */
export function madeAt(times: {
  completedAt: string | null
  startedAt: string | null
  modifiedAt: string | null
}): number {
  const at = Date.parse(times.completedAt ?? times.startedAt ?? times.modifiedAt ?? '')
  return Number.isNaN(at) ? 0 : at
}
