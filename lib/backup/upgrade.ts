import 'server-only'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { createDatabase } from '@/lib/db/database'
import {
  type EmbeddedServer,
  findOlder,
  type OlderCluster,
  startEmbedded,
  startOlder,
} from '@/lib/db/embedded/embedded'
import { completeUpgrade, nameUpgradeFolders, settleUpgrade } from '@/lib/db/embedded/upgrade-folders'
import { StartError } from '@/lib/db/embedded/start-error'
import type { DatabaseLog } from '@/lib/db/types'
import { BackupError } from './format'
import { restoreBackup } from './restore'
import { writeBackup } from './write'

export interface UpgradeOptions {
  dataDir: string
  /** The folder of POSTGRES_OLD_BIN. */
  olderBin: string | null
  log: DatabaseLog
  /** Tests only: called before each step. */
  onStep?: (step: string) => void
}

/**
 * Upgrades the embedded PostgreSQL of `dataDir` to the major version that ships with this console, if it is older. A
 * backup is written with the programs of the older version and restored into a new cluster. The new cluster is compared
 * row by row and then replaces the older one. If the process dies at any point, no data is lost, and the next call
 * continues or starts over.
 * @returns whether there was an older cluster
 * @throws StartError with what to do; the data is then unchanged
 */
export async function upgradeEmbedded(options: UpgradeOptions): Promise<boolean> {
  const { dataDir, olderBin: given, log, onStep = () => {} } = options
  const older = await findOlder({ dataDir, given })
  if (older === null) return false
  const { place, from, to } = older
  log.info({ from, to }, 'the database is moved to the new version of PostgreSQL')
  const file = path.join(place.home, `before-postgresql-${to}.backup`)
  onStep('start')
  // While this server runs, no other console can use the data directory.
  const server = await startOlder(older, log)
  try {
    await move(older, { source: server.connection, file, log, onStep })
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    const sentence = `The database could not be moved from PostgreSQL ${from} to ${to}. Nothing was changed. ${error.message}`
    throw new StartError('failed', sentence, { cause: error })
  } finally {
    await server.stop()
  }
  onStep('complete')
  await completeUpgrade(place.home)
  await settleUpgrade(place.home, () => onStep('settle'))
  log.info({ from, to, backup: file }, 'the database was moved; its backup can be deleted')
  return true
}

interface Move {
  source: EmbeddedServer['connection']
  file: string
  log: DatabaseLog
  onStep: (step: string) => void
}

async function move({ place }: OlderCluster, { source, file, log, onStep }: Move): Promise<void> {
  const { draft: dataDir } = nameUpgradeFolders(place.home)
  // Remove what an interrupted attempt left behind.
  for (const left of [dataDir, file]) await rm(left, { recursive: true, force: true })
  onStep('backup')
  const old = createDatabase({ kind: 'embedded', connection: source, log })
  try {
    await writeBackup(old, { to: file })
  } finally {
    await old.close()
  }
  onStep('create')
  const fresh = await startEmbedded({ dataDir, log, user: place.user })
  const { connection } = fresh
  const db = createDatabase({ kind: 'embedded', connection, log, onClose: () => fresh.stop() })
  onStep('restore')
  try {
    const { tables, rows } = await restoreBackup(db, file, { log })
    log.info({ tables, rows }, 'each row of the moved database was compared')
  } finally {
    await db.close()
  }
}
