import 'server-only'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { settings } from '@/lib/env'
import { publishChange } from '@/lib/events/publish'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import { sync } from '@/lib/sync/instance'
import { createReceiver, type Receiver } from './receive'
import { createSecretSource, webhookLocker, type SecretSource } from './secrets'
import { createVerdicts, type Verdicts } from './verdicts'
import { createInboxWorker, type InboxWorker } from './worker'

/** Processes webhook deliveries. The console starts it at boot. */
export function inboxWorker(): InboxWorker {
  return processWide('webhook-inbox', () =>
    createInboxWorker({
      database,
      service,
      sync,
      clock: systemClock,
      log: log().child({ part: 'webhooks' }),
      publishChange,
    }),
  )
}

export interface WebhookDoor {
  receiver: Receiver
  secrets: SecretSource
  verdicts: Verdicts
}

/** The receiver of deliveries, with its secrets and verdicts. */
export function webhookDoor(): WebhookDoor {
  return processWide('webhook-door', () => {
    const { webhooks } = settings()
    const clock = systemClock
    const secrets = createSecretSource({ database, locker: webhookLocker(), clock, settings: webhooks })
    const verdicts = createVerdicts(clock)
    const receiver = createReceiver({
      database,
      secrets,
      verification: webhooks,
      verdicts,
      clock,
      onKept: () => inboxWorker().wake(),
    })
    return { receiver, secrets, verdicts }
  })
}
