import 'server-only'
import type { DatabaseLog } from '@/lib/db/types'
import type { Service } from '@/lib/service/types'
import { isAppError } from '@/lib/background/trouble'
import { database } from '@/lib/db/instance'
import { withLock } from '@/lib/db/embedded/lock'
import { receiverUrl } from './data'
import { webhookDoor } from './instance'
import { defaultKinds } from './model'
import { createRemote, listRemote, readRemoteSecret } from './remote'
import { keepSecret, webhookLock, webhookLocker } from './secrets'

/**
 * Subscribes this console to the demo's built-in service, so that the demo shows live changes. It must never be called
 * for a real service, where only people create subscriptions.
 * @returns false if that service manages no webhooks
 */
export async function subscribeDemo({
  service,
  log,
}: {
  service: Pick<Service, 'call'>
  log: DatabaseLog
}): Promise<boolean> {
  const call = { lane: 'background', deadlineMs: 10_000 } as const
  const url = receiverUrl()
  try {
    // The secret is stored first, because it verifies deliveries that arrive right after the subscription.
    const db = await database()
    await withLock(db, webhookLock, async () => keepSecret(db, webhookLocker(), await readRemoteSecret(service, call)))
    webhookDoor().secrets.forget()
    const { subscriptions } = await listRemote(service, url, call)
    if (!subscriptions.some(({ isOurs }) => isOurs))
      await createRemote(service, { url, triggerEvents: defaultKinds }, call)
    return true
  } catch (error) {
    const reason = isAppError(error) ? error.code : 'unknown'
    log.info({ reason }, 'the built-in service sends no webhooks; the console follows it by its schedule')
    return false
  }
}
