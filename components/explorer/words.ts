import type { Route } from 'next'
import type { OperationSummary } from '@/lib/explorer/schema'

/** The page of an operation. The cast is safe: its name is one segment of that route, the rest stands behind the `?`. */
export function operationHref(name: string, search = ''): Route {
  return `/explorer/${encodeURIComponent(name)}${search === '' ? '' : `?${search}`}` as Route
}

/** The page of all operations. */
export const explorerHref = '/explorer' as Route

/** What an operation may be run by, for those who may not. */
export function whyNot(operation: OperationSummary, may: { call: boolean; write: boolean }): string | null {
  if (operation.isSecret) return 'Its answer is a secret, which only the console itself may ask for.'
  if (!may.call) return `Your role may not do this: it needs ${operation.permission}.`
  if (!operation.isRead && !may.write) return 'Writes are run by admins alone from here.'
  return null
}

export function formatMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
