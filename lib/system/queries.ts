import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { queryKeys } from '@/lib/browser/live/query-keys'
import { pollMs } from '@/lib/browser/live/state'
import type { ReconcileAction } from './schema'

const schema = lateSchemas(() => import('./schema'))

/** The console's own state, for the frame, the overview and the System page. */
export const systemQueries = {
  /** Freshness, budget and problems; polled every 5 s, more often while a pass runs. */
  status: () =>
    queryOptions({
      queryKey: queryKeys.systemStatus,
      queryFn: ({ signal }) => api.get('/api/system/status', undefined, schema('systemStatus'), signal),
      placeholderData: keepPreviousData,
      refetchInterval: (query) => {
        const data = query.state.data
        return data?.sync.running === true || data?.reconcile.latest?.state === 'running'
          ? pollMs(1_500)
          : pollMs(5_000)
      },
    }),

  /** The environment and storage of this process. */
  details: () =>
    queryOptions({
      queryKey: queryKeys.systemDetails,
      queryFn: ({ signal }) => api.get('/api/system/details', undefined, schema('systemDetails'), signal),
      placeholderData: keepPreviousData,
      refetchInterval: 10_000,
    }),

  /** The name of the connected account. */
  account: () =>
    queryOptions({
      queryKey: ['system', 'account'] as const,
      queryFn: ({ signal }) => api.get('/api/system/account', undefined, schema('connectedAccount'), signal),
      staleTime: 10 * 60_000,
    }),

  /** The last connection check, by any person. */
  check: () =>
    queryOptions({
      queryKey: ['system', 'check'] as const,
      queryFn: ({ signal }) => api.get('/api/system/check', undefined, schema('lastCheck'), signal),
    }),
}

/** Requests a sync pass. Resolves when the pass is requested, not when it is done. Requires `system:write`. */
export function requestSync(signal?: AbortSignal) {
  return api.post('/api/system/sync', {}, schema('syncRequested'), signal)
}

/** Finds out what the service's token may do. Takes some seconds. Requires `system:write`. */
export function checkConnection(signal?: AbortSignal) {
  return api.post('/api/system/check', {}, schema('lastCheck'), signal)
}

/** Starts, confirms or cancels a full reconciliation. Resolves when this is requested. Requires `system:write`. */
export function steerReconcile(action: ReconcileAction, signal?: AbortSignal) {
  return api.post('/api/system/reconcile', { action }, schema('syncRequested'), signal)
}
