import 'server-only'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import { createSync, type Sync } from './sync'

/** The sync of this process. `instrumentation.ts` starts it at boot. */
export function sync(): Sync {
  return processWide('sync', () =>
    createSync({ database, service, clock: systemClock, log: log().child({ part: 'sync' }) }),
  )
}
