import 'server-only'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import { createExportWorker, type ExportWorker } from './worker'

/** The worker of this process. The boot starts it. */
export function exportWorker(): ExportWorker {
  return processWide('exports', () =>
    createExportWorker({ database, service, clock: systemClock, log: log().child({ part: 'exports' }) }),
  )
}
