import 'server-only'
import { createTranslator } from 'next-intl'
import type * as z from 'zod'
import { recordActivity } from '@/lib/activity/journal'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import { readMessages } from '@/lib/messages/catalog'
import { serverText } from '@/lib/server-text'
import { readDelivery } from './data'
import { inboxWorker } from './instance'
import { describeKinds } from './model'
import {
  createRemote,
  deleteRemote,
  explainUnavailable,
  listRemote,
  readRemoteSecret,
  resetRemoteSecret,
  updateRemote,
} from './remote'
import type {
  Delivery,
  newSubscription,
  SecretAction,
  SecretWritten,
  Subscription,
  subscriptionChange,
  SubscriptionWritten,
} from './schema'
import { keepSecret } from './secrets'
import { performWrite, writeAlone, type Around, type WriteOptions, type Written } from './write'

async function listNow({ service: client, url, call }: Around): Promise<Subscription[]> {
  try {
    return (await listRemote(client, url, call)).subscriptions
  } catch (error) {
    throw explainUnavailable(error)
  }
}

/**
 * Requires that a subscription is our own, because we do not know what others use theirs for.
 * @throws AppError not_found, forbidden
 */
async function requireOurs(around: Around, webhookId: string): Promise<Subscription> {
  const found = (await listNow(around)).find((one) => one.webhookId === webhookId)
  if (found === undefined) throw new AppError('not_found', serverText('webhooks.subscriptionMissing'))
  if (!found.isOurs) throw new AppError('forbidden', serverText('webhooks.otherAddress'))
  return found
}

function toWritten(written: Written): SubscriptionWritten {
  const { outcome, activityId, note } = written
  return { outcome, activityId, note, subscription: written.outcome === 'done' ? written.done.subscription : null }
}

const kept = ({ url, triggerEvents, enabled }: Subscription) => ({ url, triggerEvents, enabled })

/**
 * Subscribes this console at the service.
 * @throws AppError conflict when it is already subscribed; otherwise as `Service.call`
 */
export function createSubscription(
  actor: Actor,
  { triggerEvents }: z.output<typeof newSubscription>,
  given: WriteOptions = {},
): Promise<SubscriptionWritten> {
  return writeAlone(given, async (around) => {
    const { service: client, url, call } = around
    const known = await listNow(around)
    if (known.some(({ isOurs }) => isOurs)) throw new AppError('conflict', serverText('webhooks.alreadySubscribed'))
    const intent = {
      action: 'webhook.create',
      objectKind: 'webhook',
      objectId: null,
      objectName: url,
      after: { url, triggerEvents, idsBefore: known.map(({ webhookId }) => webhookId) },
    }
    return toWritten(
      await performWrite(around, actor, intent, async () => ({
        subscription: await createRemote(client, { url, triggerEvents }, call),
      })),
    )
  })
}

/**
 * Changes our subscription.
 * @throws AppError not_found, forbidden; as `Service.call`
 */
export function changeSubscription(
  actor: Actor,
  webhookId: string,
  change: z.output<typeof subscriptionChange>,
  given: WriteOptions = {},
): Promise<SubscriptionWritten> {
  return writeAlone(given, async (around) => {
    const before = await requireOurs(around, webhookId)
    const after = {
      ...before,
      triggerEvents: change.triggerEvents ?? before.triggerEvents,
      enabled: change.enabled ?? before.enabled,
    }
    const intent = {
      action: 'webhook.update',
      objectKind: 'webhook',
      objectId: webhookId,
      objectName: before.url,
      before: kept(before),
      after: kept(after),
    }
    const written = await performWrite(around, actor, intent, async () => ({
      subscription: (await updateRemote(around.service, after, around.call)) ?? after,
    }))
    const now = written.outcome === 'done' ? written.done.subscription : null
    // It is not known whether a PUT may enable a subscription, so the service's response decides.
    const isIgnored = change.enabled !== undefined && now !== null && now.enabled !== change.enabled
    const result = toWritten(written)
    return isIgnored ? { ...result, note: serverText('webhooks.enabledUnchanged') } : result
  })
}

/**
 * Deletes the subscription of this console.
 * @throws AppError not_found, forbidden; as `Service.call`
 */
export function deleteSubscription(
  actor: Actor,
  webhookId: string,
  given: WriteOptions = {},
): Promise<SubscriptionWritten> {
  return writeAlone(given, async (around) => {
    const before = await requireOurs(around, webhookId)
    const intent = {
      action: 'webhook.delete',
      objectKind: 'webhook',
      objectId: webhookId,
      objectName: before.url,
      before: kept(before),
    }
    return toWritten(
      await performWrite(around, actor, intent, async () => {
        await deleteRemote(around.service, webhookId, around.call)
        return { subscription: null }
      }),
    )
  })
}

/**
 * Fetches the secret with which the service signs, or requests a new one. The previous secret is accepted for a day.
 * Secrets are stored only in the database, encrypted.
 * @throws AppError conflict when a setting defines the secret; otherwise as `Service.call`
 */
export function writeSecret(actor: Actor, action: SecretAction, given: WriteOptions = {}): Promise<SecretWritten> {
  if (settings().webhooks.secret !== null) throw new AppError('conflict', serverText('webhooks.secretIsSetting'))
  return writeAlone(given, async (around) => {
    const { db, service: client, locker, call } = around
    const intent = {
      action: `webhook-secret.${action}`,
      objectKind: 'webhook-secret',
      objectId: null,
      objectName: 'Secret of the webhooks',
    }
    const written = await performWrite(around, actor, intent, async () => {
      const secret = action === 'fetch' ? await readRemoteSecret(client, call) : await resetRemoteSecret(client, call)
      const isNew = await keepSecret(db, locker, secret)
      around.onSecret()
      return { subscription: null, isNew }
    })
    const { outcome, activityId, note } = written
    return { outcome, activityId, note, isNew: written.outcome === 'done' && written.done.isNew === true }
  })
}

/**
 * Processes a delivery again as if it had just arrived.
 * @throws AppError not_found; conflict when it is unreadable
 */
export async function replayDelivery(
  actor: Actor,
  deliveryId: string,
  given: { db?: Database; onKept?: () => void } = {},
): Promise<Delivery> {
  const db = given.db ?? (await database())
  const english = createTranslator({ locale: 'en', messages: await readMessages('en'), namespace: 'webhooks' })
  await db.transaction(async (tx) => {
    const delivery = await readDelivery(deliveryId, tx)
    if (delivery.state === 'unreadable') throw new AppError('conflict', serverText('webhooks.unreadableDelivery'))
    await tx.query(
      `update webhook_deliveries
       set state = 'waiting', due_at = clock_timestamp(), tries = 0, handled_at = null, note = null
       where delivery_id = $1`,
      [deliveryId],
    )
    await recordActivity(tx, actor, {
      action: 'webhook-delivery.replay',
      objectKind: 'webhook-delivery',
      objectId: deliveryId,
      // The log has the English name, which `readObjectText` replaces on screen.
      objectName: describeKinds(english, delivery.eventTypes),
      before: { state: delivery.state, note: delivery.note },
    })
  })
  const onKept = given.onKept ?? (() => inboxWorker().wake())
  onKept()
  publishChange('webhooks')
  const { body: _body, bodyBytes: _bytes, bodyDigest: _digest, ...rest } = await readDelivery(deliveryId, db)
  return rest
}
