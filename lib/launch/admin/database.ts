import 'server-only'
import { systemClock } from '@/lib/clock'
import { createDatabase } from '@/lib/db/database'
import { findEmbedded, startEmbedded } from '@/lib/db/embedded/embedded'
import { StartError } from '@/lib/db/embedded/start-error'
import { requireMigrated } from '@/lib/db/migrate'
import { connectServer } from '@/lib/db/server-database'
import type { Database, DatabaseLog } from '@/lib/db/types'

const log: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} }
const patienceMs = 30_000
const pauseMs = 250

interface Where {
  databaseUrl: string | null
  dataDir: string
}

/**
 * Opens the database of a running console. It does not start a database.
 * @throws StartError when the database does not respond
 */
export async function openRunning({ databaseUrl, dataDir }: Where): Promise<Database> {
  if (databaseUrl !== null) return connectServer(databaseUrl, log)
  const connection = await findEmbedded(dataDir)
  if (connection === null) throw new StartError('unreachable', 'The database does not run.')
  return createDatabase({ kind: 'embedded', connection, connectionsMax: 1, log })
}

/**
 * Opens the console's database for a command. A private database is shared with a running console, or started for the
 * duration of the command. A started one always stops with this process, even if the process is killed. `isAnyVersion`:
 * the schema may be of another version. `directUrl`: for commands that need a session of their own, which a connection
 * pooler does not give.
 * @throws StartError with a sentence for the terminal
 */
export async function openBeside(
  where: Where,
  { isAnyVersion = false, directUrl = null }: { isAnyVersion?: boolean; directUrl?: string | null } = {},
): Promise<Database> {
  const db =
    where.databaseUrl === null
      ? await openEmbedded(where.dataDir)
      : await connectServer(where.databaseUrl, log, { directUrl })
  try {
    if (!isAnyVersion) await requireMigrated(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const until = systemClock.now() + patienceMs
  for (;;) {
    const running = await findEmbedded(dataDir)
    if (running !== null) return createDatabase({ kind: 'embedded', connection: running, connectionsMax: 2, log })
    try {
      const server = await startEmbedded({ dataDir, log })
      const { connection } = server
      return createDatabase({ kind: 'embedded', connection, connectionsMax: 2, log, onClose: () => server.stop() })
    } catch (error) {
      // A console that is just starting or stopping uses the database, so the command tries again.
      if (!(error instanceof StartError) || error.reason !== 'in-use' || systemClock.now() > until) throw error
      await systemClock.sleep(pauseMs)
    }
  }
}
