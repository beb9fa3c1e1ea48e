import 'server-only'
import { DatabaseClock } from '@/lib/background/database-clock'
import type { Worker } from '@/lib/background/turn-loop'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import { createExportWorker } from './worker'

/** The worker of this process. The boot starts it. */
export function exportWorker(): Worker {
  return processWide('exports', () =>
    createExportWorker({
      database,
      service,
      clock: new DatabaseClock(systemClock),
      log: log().child({ part: 'exports' }),
    }),
  )
}
