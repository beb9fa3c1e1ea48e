import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { cursorPages } from '@/lib/browser/lists/cursor-pages'
import { queryKeys } from '@/lib/browser/live/query-keys'
import { pollMs } from '@/lib/browser/live/state'
import { mergeSteps } from './model'
import type { AssetChangeRead, ChangeRetry, NewRestore, NewStatusChange, NewTypeChange } from './schema'

const schema = lateSchemas(() => import('./schema'))

const openPollMs = 1_000
const pathOf = (changeId: string) => `/api/asset-changes/${encodeURIComponent(changeId)}`

export const assetChangeQueries = {
  all: queryKeys.assetChanges,

  list: () =>
    cursorPages(['asset-changes', 'list'], '/api/asset-changes', schema('changeList'), {
      pollMs: (pages) =>
        pages.some(({ changes }) => changes.some(({ open }) => open > 0)) ? pollMs(2 * openPollMs) : false,
    }),

  /**
   * A change with its steps. While a step is open or has an unknown outcome, the query polls for steps that changed.
   */
  one: (changeId: string) => {
    const queryKey = ['asset-changes', 'one', changeId] as const
    return queryOptions({
      queryKey,
      queryFn: async ({ signal, client }) => {
        const known = client.getQueryData<AssetChangeRead>(queryKey)
        const since = known?.mark ?? null
        const read = await api.get(pathOf(changeId), { since }, schema('assetChangeRead'), signal)
        return known === undefined || since === null ? read : { ...read, steps: mergeSteps(known.steps, read.steps) }
      },
      refetchInterval: ({ state: { data } }) =>
        data !== undefined && data.open + data.unknown === 0 ? false : pollMs(openPollMs),
    })
  },

  /** Statuses that an entry of the log has cleared and that were not set again. */
  keptOf: (activityId: string) =>
    queryOptions({
      queryKey: ['asset-changes', 'kept', activityId] as const,
      queryFn: ({ signal }) => api.get('/api/asset-changes/restore', { activityId }, schema('keptRead'), signal),
    }),
}

/** Actions on changes. Each resolves with the new state and rejects as `api` does. */
export const assetChangeCalls = {
  setStatus: (asked: NewStatusChange) => api.post('/api/asset-changes/set-status', asked, schema('startedChange')),
  assignTypes: (asked: NewTypeChange) => api.post('/api/asset-changes/assign-types', asked, schema('startedChange')),
  restore: (asked: NewRestore) => api.post('/api/asset-changes/restore', asked, schema('startedChange')),
  /** Restores the groups that a change of types replaced, and the statuses that it cleared. */
  undo: (changeId: string) => api.post(`${pathOf(changeId)}/undo`, {}, schema('startedChange')),
  cancel: (changeId: string) => api.post(`${pathOf(changeId)}/cancel`, {}, schema('changeSummary')),
  retry: (changeId: string, asked: ChangeRetry) =>
    api.post(`${pathOf(changeId)}/retry`, asked, schema('changeSummary')),
}
