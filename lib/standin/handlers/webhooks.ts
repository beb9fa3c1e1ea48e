import * as z from 'zod'
import { answerJson } from '../answers'
import { ownerId } from '../demo/document'
import { Refusal } from '../refusals'
import { triggerEvents } from '../webhooks/events'
import { organizationUuid } from '../webhooks/payload'
import type { Webhook } from '../webhooks/steps'
import { parseSent } from './asset-parts'
import type { Handler, HandlerContext } from './context'

const urlMax = 2_000

const sentUrl = z.string().max(urlMax).refine(isWebAddress, 'must be an http or https address')
const sentEvents = z
  .array(z.string().refine((name) => triggerEvents.has(name), 'is not a trigger event'))
  .min(1)
  .max(triggerEvents.size)

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}

const told = (webhook: Webhook) => ({
  webhook_id: webhook.id,
  trigger_events: webhook.triggerEvents,
  url: webhook.url,
  user_id: ownerId,
  organisation_id: organizationUuid,
  enabled: webhook.enabled,
  created_at: new Date(webhook.createdAtMs).toISOString(),
  updated_at: new Date(webhook.updatedAtMs).toISOString(),
})

function requireWebhook({ webhooks, params }: HandlerContext): Webhook {
  const webhook = webhooks.find(params['id'] ?? '')
  if (!webhook) throw new Refusal(404, 'webhook not found')
  return webhook
}

export const createWebhook: Handler = ({ webhooks, body, tick }) => {
  const sent = parseSent(z.looseObject({ url: sentUrl, trigger_events: sentEvents }), body)
  const at = tick()
  const webhook: Webhook = {
    id: webhooks.takeId(),
    url: sent.url,
    triggerEvents: [...new Set(sent.trigger_events)],
    enabled: true,
    createdAtMs: at,
    updatedAtMs: at,
  }
  webhooks.change({ do: 'put-webhook', webhook })
  return answerJson({ webhook: told(webhook) })
}

// The key of the list is singular (service.md 8).
export const listWebhooks: Handler = ({ webhooks }) => answerJson({ webhook: webhooks.all().map(told) })

export const getWebhook: Handler = (context) => answerJson({ webhook: told(requireWebhook(context)) })

// INFERRED: missing fields stay unchanged, and `enabled` can be set.
export const updateWebhook: Handler = (context) => {
  const known = requireWebhook(context)
  const sent = parseSent(
    z.looseObject({
      url: sentUrl.optional(),
      trigger_events: sentEvents.optional(),
      enabled: z.boolean().optional(),
    }),
    context.body,
  )
  const webhook: Webhook = {
    ...known,
    url: sent.url ?? known.url,
    triggerEvents: sent.trigger_events ? [...new Set(sent.trigger_events)] : known.triggerEvents,
    enabled: sent.enabled ?? known.enabled,
    updatedAtMs: context.tick(),
  }
  context.webhooks.change({ do: 'put-webhook', webhook })
  return answerJson({ webhook: told(webhook) })
}

export const deleteWebhook: Handler = (context) => {
  context.webhooks.change({ do: 'delete-webhook', id: requireWebhook(context).id })
  return answerJson({})
}

export const getWebhookToken: Handler = ({ webhooks }) => answerJson({ token: webhooks.token() })

export const resetWebhookToken: Handler = ({ webhooks }) => answerJson({ token: webhooks.resetToken() })
