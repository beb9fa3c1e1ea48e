import type { Route } from 'next'

/** The page that shows two inspections side by side. The cast is safe: behind the `?` it is that very page. */
export function compareHref(a: string, b: string): Route {
  return `/inspections/compare?${new URLSearchParams({ a, b }).toString()}` as Route
}

/** When an inspection was made, as far as it is known: what is earlier goes left. */
export function madeAt(times: {
  completedAt: string | null
  startedAt: string | null
  modifiedAt: string | null
}): number {
  const at = Date.parse(times.completedAt ?? times.startedAt ?? times.modifiedAt ?? '')
  return Number.isNaN(at) ? 0 : at
}
