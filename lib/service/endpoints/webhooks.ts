import * as z from 'zod'
import type { Operation } from '../operation'
import { other, read, write } from './parts'

// interface.md 6 does not say how webhooks are managed, but the service's public pages do (service.md 8).
const shared = { ...other, group: 'Webhooks', isBeyondContract: true } as const
const subscription = z.looseObject({ webhook_id: z.string().optional() })
const wrapped = z.looseObject({ webhook: subscription.optional() })
const asked = z.looseObject({
  url: z
    .string()
    .min(1, 'must be a URL')
    .meta({
      description: 'The URL that notifications are sent to.',
      examples: ['https://console.example.com/api/webhooks/service'],
    }),
  trigger_events: z.array(z.string()).meta({
    description: 'The event types to subscribe to (TRIGGER_EVENT_…).',
    examples: [['TRIGGER_EVENT_INSPECTION']],
  }),
})

export const webhookOperations = {
  listWebhooks: {
    ...read,
    ...shared,
    title: 'List webhooks',
    method: 'GET',
    path: '/webhooks/v1/webhooks',
    permission: 'webhooks:read',
    // The service names this list in the singular.
    answer: z.looseObject({ webhook: z.array(subscription).optional() }),
  },
  getWebhook: {
    ...read,
    ...shared,
    title: 'Get a webhook',
    method: 'GET',
    path: '/webhooks/v1/webhooks/:webhookId',
    permission: 'webhooks:read',
    answer: wrapped,
  },
  createWebhook: {
    ...write,
    ...shared,
    title: 'Create a webhook',
    method: 'POST',
    path: '/webhooks/v1/webhooks',
    permission: 'webhooks:write',
    body: asked,
    answer: wrapped,
  },
  updateWebhook: {
    ...write,
    ...shared,
    title: 'Update a webhook',
    method: 'PUT',
    path: '/webhooks/v1/webhooks/:webhookId',
    permission: 'webhooks:write',
    body: asked.partial(),
    answer: wrapped,
  },
  deleteWebhook: {
    ...write,
    ...shared,
    title: 'Delete a webhook',
    method: 'DELETE',
    path: '/webhooks/v1/webhooks/:webhookId',
    permission: 'webhooks:write',
  },
  getWebhookToken: {
    ...read,
    ...shared,
    title: 'Get the webhook signing secret',
    method: 'GET',
    path: '/webhooks/v1/token',
    permission: 'webhooks:read',
    isSecret: true,
    answer: z.looseObject({ token: z.string().optional() }),
  },
  resetWebhookToken: {
    ...write,
    ...shared,
    title: 'Reset the webhook signing secret',
    method: 'POST',
    path: '/webhooks/v1/token',
    permission: 'webhooks:write',
    isSecret: true,
    answer: z.looseObject({ token: z.string().optional() }),
  },
} as const satisfies Record<string, Operation>
