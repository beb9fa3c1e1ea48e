import 'server-only'
import type { Worker } from '@/lib/background/turn-loop'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { settings } from '@/lib/env'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { upgradeEmbedded } from './upgrade'
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

/**
 * Upgrades the embedded PostgreSQL of this process to the major version that ships with Sightline.
 * @throws StartError
 */
export async function upgradeOwnDatabase(): Promise<void> {
  const { databaseUrl, dataDir, olderPostgresBin: olderBin } = settings()
  if (databaseUrl === null) await upgradeEmbedded({ dataDir, olderBin, log: log() })
}
