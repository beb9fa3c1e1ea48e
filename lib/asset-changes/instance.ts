import 'server-only'
import { assetRefresher } from '@/lib/assets/refresh'
import { DatabaseClock } from '@/lib/background/database-clock'
import type { Worker } from '@/lib/background/turn-loop'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import { createRemote } from './remote'
import { createChangeWorker } from './worker'

/**
 * Nobody waits for this listing, but a type is never assigned before its assets are listed. The time is enough for
 * 250,000 assets at full rate.
 */
const listingPatienceMs = 10 * 60_000

/** The worker of this process. The console starts it at boot. */
export function changeWorker(): Worker {
  return processWide('asset-changes', () =>
    createChangeWorker({
      database,
      remote: () => createRemote(service()),
      refreshTypes: (typeIds) => assetRefresher().listTypes(typeIds, undefined, listingPatienceMs),
      clock: new DatabaseClock(systemClock),
      log: log().child({ part: 'asset-changes' }),
    }),
  )
}
