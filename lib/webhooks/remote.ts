import 'server-only'
import * as z from 'zod'
import { AppError } from '@/lib/errors'
import { pathId } from '@/lib/ids'
import type { CallOptions, Service } from '@/lib/service/types'
import { isAppError } from '@/lib/background/trouble'
import { serverText } from '@/lib/server-text'
import type { Subscription } from './schema'

/**
 * The service's own management of webhooks (service.md 8). It is only known from public pages, so it is read leniently.
 */

type Client = Pick<Service, 'call'>

const text = z.string().nullable().catch(null).default(null)
const wire = z.looseObject({
  webhook_id: z.string().min(1).max(200),
  url: z.string().catch('').default(''),
  trigger_events: z.array(z.unknown()).catch([]).default([]),
  enabled: z.boolean().nullable().catch(null).default(null),
  user_id: text,
  organisation_id: text,
  created_at: text,
  updated_at: text,
})

/** Returns null for a row without a usable id. */
function toSubscription(value: unknown, receiverUrl: string): Subscription | null {
  const parsed = wire.safeParse(value)
  if (!parsed.success) return null
  const { webhook_id, url, trigger_events, enabled, user_id, organisation_id, created_at, updated_at, ...others } =
    parsed.data
  return {
    webhookId: webhook_id,
    url,
    triggerEvents: trigger_events.filter((kind) => typeof kind === 'string'),
    enabled,
    userId: user_id,
    organisationId: organisation_id,
    createdAt: created_at,
    updatedAt: updated_at,
    isOurs: isSameAddress(url, receiverUrl),
    others,
  }
}

function isSameAddress(a: string, b: string): boolean {
  if (!URL.canParse(a) || !URL.canParse(b)) return a === b
  return new URL(a).href.replace(/\/$/, '') === new URL(b).href.replace(/\/$/, '')
}

/** Says why the service's management of webhooks cannot be used. Returns null if `error` has another cause. */
export function readUnavailable(error: unknown): { reason: 'absent' | 'forbidden'; message: string } | null {
  if (!isAppError(error)) return null
  const status = error.details.upstreamStatus
  if (status === 403)
    return {
      reason: 'forbidden',
      message: serverText('webhooks.cannotManage'),
    }
  if (error.code === 'not_found' || status === 404 || status === 405 || status === 501)
    return {
      reason: 'absent',
      message: serverText('webhooks.noEndpoint'),
    }
  return null
}

/** `error` with a message about webhooks if the service does not manage them for us. */
export function explainUnavailable(error: unknown): unknown {
  const unavailable = readUnavailable(error)
  if (unavailable === null || !isAppError(error)) return error
  return new AppError(error.code, unavailable.message, { cause: error, details: error.details })
}

export interface RemoteSubscriptions {
  subscriptions: Subscription[]
  unreadable: number
}

/** @throws AppError as `Service.call` */
export async function listRemote(
  service: Client,
  receiverUrl: string,
  options: CallOptions,
): Promise<RemoteSubscriptions> {
  const { webhook = [] } = await service.call('listWebhooks', {}, { ...options, isFresh: true })
  const subscriptions = webhook.flatMap((one) => toSubscription(one, receiverUrl) ?? [])
  return { subscriptions, unreadable: webhook.length - subscriptions.length }
}

/** Returns the subscription in the response, or null when the response has no usable one. */
export async function createRemote(
  service: Client,
  asked: { url: string; triggerEvents: readonly string[] },
  options: CallOptions,
): Promise<Subscription | null> {
  const body = { url: asked.url, trigger_events: [...asked.triggerEvents] }
  const { webhook } = await service.call('createWebhook', { body }, options)
  return toSubscription(webhook, asked.url)
}

/** Sends the whole subscription: fields that are left out of a PUT may be cleared. */
export async function updateRemote(
  service: Client,
  asked: Pick<Subscription, 'webhookId' | 'url' | 'triggerEvents' | 'enabled'>,
  options: CallOptions,
): Promise<Subscription | null> {
  const { webhookId, url, triggerEvents, enabled } = asked
  const body = { url, trigger_events: [...triggerEvents], ...(enabled === null ? {} : { enabled }) }
  const { webhook } = await service.call(
    'updateWebhook',
    { params: { webhookId: pathId.parse(webhookId) }, body },
    options,
  )
  return toSubscription(webhook, url)
}

export async function deleteRemote(service: Client, webhookId: string, options: CallOptions): Promise<void> {
  await service.call('deleteWebhook', { params: { webhookId: pathId.parse(webhookId) } }, options)
}

const secretText = z.string().min(8).max(500)

function requireSecret(token: unknown): string {
  const parsed = secretText.safeParse(token)
  if (parsed.success) return parsed.data
  throw new AppError('upstream_failed', serverText('webhooks.noSecret'))
}

/**
 * Reads the secret with which the service signs.
 * @throws AppError upstream_failed if the response has no secret
 */
export async function readRemoteSecret(service: Client, options: CallOptions): Promise<string> {
  const { token } = await service.call('getWebhookToken', {}, { ...options, isFresh: true })
  return requireSecret(token)
}

/**
 * Requests a new secret.
 * @throws AppError upstream_unknown when one may have been created but was not returned
 */
export async function resetRemoteSecret(service: Client, options: CallOptions): Promise<string> {
  const { token } = await service.call('resetWebhookToken', {}, options)
  const parsed = secretText.safeParse(token)
  if (parsed.success) return parsed.data
  // The service may have created a secret, which a recheck would fetch.
  throw new AppError('upstream_unknown', serverText('webhooks.noNewSecret'))
}
