import 'server-only'
import type { Worker } from '@/lib/background/turn-loop'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { settings } from '@/lib/env'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { createBackupWorker } from './worker'

const none: Worker = { start: () => {}, stop: () => Promise.resolve(), wake: () => {} }

/** The backups of this process; without BACKUP_DIR there are none. */
export function backupWorker(): Worker {
  return processWide('backup', () => {
    const { backups } = settings()
    if (backups === null) return none
    return createBackupWorker({ database, clock: systemClock, log: log().child({ part: 'backup' }), ...backups })
  })
}
