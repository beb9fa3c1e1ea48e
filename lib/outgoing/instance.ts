import 'server-only'
import type { Worker } from '@/lib/background/turn-loop'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { settings } from '@/lib/env'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { lookupAll } from './address'
import { outgoingLocker } from './store'
import { createOutgoingWorker } from './worker'

/** The worker of this process that sends deliveries. The boot starts it. */
export function outgoingWorker(): Worker {
  return processWide('outgoing', () =>
    createOutgoingWorker({
      database,
      clock: systemClock,
      log: log().child({ part: 'outgoing' }),
      allow: settings().outgoingAllow,
      lookup: lookupAll,
      locker: outgoingLocker(),
      publicUrl: settings().publicUrl,
    }),
  )
}
