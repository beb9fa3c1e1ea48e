import 'server-only'
import * as z from 'zod'
import type { ActivityEnd, ActivityRecheck, OpenActivity } from '@/lib/activity/journal'
import type { Locker } from '@/lib/auth/locker'
import { withLock } from '@/lib/db/embedded/lock'
import type { Queryable } from '@/lib/db/types'
import type { CallOptions, Service } from '@/lib/service/types'
import { serverText } from '@/lib/server-text'
import { receiverUrl } from './data'
import { listRemote, readRemoteSecret } from './remote'
import type { Subscription } from './schema'
import { keepSecret, webhookLock, webhookLocker } from './secrets'
import { webhookDoor } from './instance'

/**
 * Finds out whether a write whose response was lost was done, as far as the service shows it. A recheck never sends a
 * write again.
 */

/** `unclear`: somebody else has changed the subscription since. */
export type Recheck =
  | { kind: 'done'; subscription: Subscription | null; isNew?: boolean }
  | { kind: 'not done' }
  | { kind: 'unclear' }

export interface RecheckAround {
  db: Queryable
  service: Pick<Service, 'call'>
  locker: Locker
  /** The address of this console's receiver. */
  url: string
  /** Called when the secret may have changed. */
  onSecret: () => void
  call: CallOptions
}

/**
 * What the creation of a subscription stores in the log besides the request, so that the new subscription can be found.
 */
export const askedSubscription = z.object({
  url: z.string(),
  triggerEvents: z.array(z.string()),
  idsBefore: z.array(z.string()),
})
/** What the log has of a subscription before and after a change. */
export const keptSubscription = z.object({
  url: z.string(),
  triggerEvents: z.array(z.string()),
  enabled: z.boolean().nullable(),
})
type KeptSubscription = z.infer<typeof keptSubscription>

const isSameList = (a: readonly string[], b: readonly string[]) => [...a].sort().join('\n') === [...b].sort().join('\n')
const isAs = (found: Subscription, kept: KeptSubscription) =>
  found.url === kept.url &&
  isSameList(found.triggerEvents, kept.triggerEvents) &&
  (kept.enabled === null || found.enabled === kept.enabled)

type Entry = Pick<OpenActivity, 'action' | 'objectId' | 'before' | 'after'>

/**
 * Finds out at the service whether a write was done.
 * @throws AppError as `Service.call`
 */
export async function recheckWrite(entry: Entry, around: RecheckAround): Promise<Recheck> {
  const { service, url, call } = around
  if (entry.action.startsWith('webhook-secret.')) {
    const isNew = await keepSecret(around.db, around.locker, await readRemoteSecret(service, call))
    around.onSecret()
    // A fetch is done now that it has its result. A rotation was done if the secret differs from ours.
    return isNew || entry.action === 'webhook-secret.fetch'
      ? { kind: 'done', subscription: null, isNew }
      : { kind: 'not done' }
  }
  const { subscriptions } = await listRemote(service, url, call)
  if (entry.action === 'webhook.create') {
    const asked = askedSubscription.safeParse(entry.after)
    if (!asked.success) return { kind: 'unclear' }
    const { idsBefore, triggerEvents } = asked.data
    const made = subscriptions.find(
      (one) =>
        one.url === asked.data.url &&
        !idsBefore.includes(one.webhookId) &&
        isSameList(one.triggerEvents, triggerEvents),
    )
    return made === undefined ? { kind: 'not done' } : { kind: 'done', subscription: made }
  }
  const found = subscriptions.find(({ webhookId }) => webhookId === entry.objectId)
  if (entry.action === 'webhook.delete')
    return found === undefined ? { kind: 'done', subscription: null } : { kind: 'not done' }
  const [before, after] = [keptSubscription.safeParse(entry.before), keptSubscription.safeParse(entry.after)]
  if (found === undefined || !before.success || !after.success) return { kind: 'unclear' }
  if (isAs(found, after.data)) return { kind: 'done', subscription: found }
  return isAs(found, before.data) ? { kind: 'not done' } : { kind: 'unclear' }
}

export const recheckedNote = serverText('common.wasDone')
export const notDoneNote = serverText('common.notDone')

/** A more recent request whose response was lost may still be in progress at the service. */
const graceMs = 10_000

/**
 * Rechecks log entries of webhooks without an outcome. It takes the lock of all webhook writes, because a secret that
 * was read before a rotation must not be stored after it.
 */
export const recheckWebhook: ActivityRecheck = async (entry, { db, service, signal }) => {
  const found = await withLock(db, webhookLock, () =>
    recheckWrite(entry, {
      db,
      service,
      locker: webhookLocker(),
      url: receiverUrl(),
      onSecret: () => webhookDoor().secrets.forget(),
      call: { lane: 'background', deadlineMs: 10_000, signal },
    }),
  )
  if (found.kind === 'done') {
    const made: Pick<ActivityEnd, 'objectId'> =
      found.subscription === null ? {} : { objectId: found.subscription.webhookId }
    return { outcome: 'done', note: recheckedNote, ...made }
  }
  if (found.kind === 'unclear' || Date.now() - entry.atMs < graceMs) return null
  return { outcome: 'failed', note: notDoneNote, isFromRecheck: true }
}
