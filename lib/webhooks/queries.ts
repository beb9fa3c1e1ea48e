import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { cursorPages } from '@/lib/browser/lists/cursor-pages'
import { queryKeys } from '@/lib/browser/live/query-keys'
import type { DeliveryFilter, NewSubscription, SecretAction, SubscriptionChange } from './schema'

const schema = lateSchemas(() => import('./schema'))

const pollMs = 10_000
const waitingPollMs = 2_000

export const webhookQueries = {
  all: queryKeys.webhooks,

  /** The deliveries, newest first. */
  deliveries: (filter: DeliveryFilter) =>
    cursorPages(['webhooks', 'deliveries', filter], '/api/webhooks/deliveries', schema('deliveryPage'), {
      asked: { ...filter },
    }),

  /** One delivery with its body. It is polled while the delivery waits. */
  delivery: (deliveryId: string) =>
    queryOptions({
      queryKey: ['webhooks', 'delivery', deliveryId] as const,
      queryFn: ({ signal }) => api.get(deliveryPath(deliveryId), undefined, schema('wholeDelivery'), signal),
      refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? waitingPollMs : false),
    }),

  /** Whether deliveries can arrive, and the results of those that did. */
  status: () =>
    queryOptions({
      queryKey: ['webhooks', 'status'] as const,
      queryFn: ({ signal }) => api.get('/api/webhooks/status', undefined, schema('webhookStatus'), signal),
      refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? waitingPollMs : pollMs),
    }),

  /** The subscriptions. They are read from the service each time. */
  subscriptions: () =>
    queryOptions({
      queryKey: ['webhooks', 'subscriptions'] as const,
      queryFn: ({ signal }) => api.get('/api/webhooks/subscriptions', undefined, schema('subscriptionList'), signal),
    }),
}

const deliveryPath = (deliveryId: string) => `/api/webhooks/deliveries/${encodeURIComponent(deliveryId)}`
const subscriptionPath = (webhookId: string) => `/api/webhooks/subscriptions/${encodeURIComponent(webhookId)}`

/** Actions on webhooks. Each resolves with the new state, and rejects as `api` does. */
export const webhookCalls = {
  replay: (deliveryId: string) => api.post(`${deliveryPath(deliveryId)}/replay`, {}, schema('delivery')),
  subscribe: (asked: NewSubscription) => api.post('/api/webhooks/subscriptions', asked, schema('subscriptionWritten')),
  change: (webhookId: string, change: SubscriptionChange) =>
    api.patch(subscriptionPath(webhookId), change, schema('subscriptionWritten')),
  unsubscribe: (webhookId: string) => api.delete(subscriptionPath(webhookId), undefined, schema('subscriptionWritten')),
  secret: (action: SecretAction) => api.post('/api/webhooks/secret', { action }, schema('secretWritten')),
}
