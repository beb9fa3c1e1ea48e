import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas, noBody } from '@/lib/browser/late/late-schemas'
import { cursorPages } from '@/lib/browser/lists/cursor-pages'
import { queryKeys } from '@/lib/browser/live/query-keys'
import type { NewTarget, TargetChange } from './schema'

const schema = lateSchemas(() => import('./schema'))

const pathOf = (targetId: string) => `/api/outgoing/${encodeURIComponent(targetId)}`
const deliveryPath = (deliveryId: string) => `/api/outgoing/deliveries/${encodeURIComponent(deliveryId)}`

/** Query options of outgoing webhooks. Keys start with 'outgoing', so that one invalidation reaches all. */
export const outgoingQueries = {
  all: queryKeys.outgoing,

  list: () =>
    queryOptions({
      queryKey: ['outgoing', 'list'] as const,
      queryFn: ({ signal }) => api.get('/api/outgoing', undefined, schema('targetList'), signal),
    }),

  /** Newest first. */
  deliveries: () => cursorPages(['outgoing', 'deliveries'], '/api/outgoing/deliveries', schema('outgoingDeliveryPage')),

  delivery: (deliveryId: string) =>
    queryOptions({
      queryKey: ['outgoing', 'delivery', deliveryId] as const,
      queryFn: ({ signal }) => api.get(deliveryPath(deliveryId), undefined, schema('wholeOutgoingDelivery'), signal),
    }),
}

/** Actions on outgoing webhooks. Each resolves with the new state, and fails as `api` does. */
export const outgoingCalls = {
  create: (given: NewTarget) => api.post('/api/outgoing', given, schema('targetWithSecret')),
  change: (targetId: string, change: TargetChange) => api.patch(pathOf(targetId), change, schema('target')),
  rotate: (targetId: string) => api.post(`${pathOf(targetId)}/secret`, {}, schema('targetWithSecret')),
  test: (targetId: string) => api.post(`${pathOf(targetId)}/test`, {}, schema('outgoingDelivery')),
  remove: (targetId: string) => api.delete(pathOf(targetId), undefined, noBody),
  replay: (deliveryId: string) => api.post(`${deliveryPath(deliveryId)}/replay`, {}, schema('outgoingDelivery')),
}
