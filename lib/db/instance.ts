import 'server-only'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { processWide } from '@/lib/process-wide'
import { serverText } from '@/lib/server-text'
import { createDatabase } from './database'
import { startEmbedded } from './embedded/embedded'
import { migrate } from './migrate'
import { connectServer } from './server-database'
import { StartError } from './embedded/start-error'
import type { Database, DatabaseLog } from './types'

export interface OpenOptions {
  /** Null: the private PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  databaseReadUrl?: string | null
  databaseDirectUrl?: string | null
  dataDir: string
  log: DatabaseLog
}

/**
 * Opens the console's database: connects to the server or starts the private PostgreSQL, and applies migrations.
 * @throws StartError with a message for the person who starts the console
 */
export async function openDatabase({ databaseUrl, dataDir, log, ...others }: OpenOptions): Promise<Database> {
  const { databaseReadUrl: readUrl = null, databaseDirectUrl: directUrl = null } = others
  const db =
    databaseUrl === null
      ? await openEmbedded(dataDir, log)
      : await connectServer(databaseUrl, log, { readUrl, directUrl })
  try {
    await migrate(db, { log })
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

async function openEmbedded(dataDir: string, log: DatabaseLog): Promise<Database> {
  const server = await startEmbedded({ dataDir, log })
  return createDatabase({
    kind: 'embedded',
    connection: server.connection,
    log,
    healTimeoutMs: 10_000,
    onClose: () => server.stop(),
  })
}

interface Slot {
  log: DatabaseLog
  /** Runs before each opening. */
  prepare?: () => Promise<unknown>
  opening: Promise<Database> | null
}

const silent: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} }

function slot(): Slot {
  return processWide<Slot>('database', () => ({ log: silent, opening: null }))
}

/**
 * Sets the log of the process-wide database, and work to do before it is opened. Call it before the first `database()`.
 */
export function setDatabaseLog(log: DatabaseLog, prepare?: () => Promise<unknown>): void {
  const shared = slot()
  shared.log = log
  if (prepare !== undefined) shared.prepare = prepare
}

/**
 * The database of this process, opened and migrated at the first call. After a failure, a later call tries again.
 * @throws AppError unavailable; its `cause` is the StartError, whose message is only for the terminal
 */
export async function database(): Promise<Database> {
  const shared = slot()
  if (shared.opening === null) {
    const { databaseUrl, databaseReadUrl, databaseDirectUrl, dataDir } = settings()
    const open = () => openDatabase({ databaseUrl, databaseReadUrl, databaseDirectUrl, dataDir, log: shared.log })
    const opening = shared.prepare === undefined ? open() : shared.prepare().then(open)
    shared.opening = opening
    opening.catch((error: unknown) => {
      shared.log.error(
        { reason: error instanceof Error ? error.message : 'unknown' },
        error instanceof StartError ? error.message : 'the database could not be opened',
      )
      // The failure is cached for a second, so that many requests cause only one try.
      setTimeout(() => {
        if (shared.opening === opening) shared.opening = null
      }, 1_000).unref()
    })
  }
  try {
    return await shared.opening
  } catch (error) {
    throw new AppError('unavailable', serverText('db.unavailable'), {
      cause: error,
      details: { retryAfterSeconds: 5 },
    })
  }
}

/** Closes the database of this process and stops the private PostgreSQL. Does nothing if it was never opened. */
export async function closeDatabase(): Promise<void> {
  const shared = slot()
  const opening = shared.opening
  shared.opening = null
  const db = await opening?.catch(() => null)
  await db?.close()
}

/** Data about the database for the System page. */
export async function databaseInfo(
  db: Database,
): Promise<{ kind: Database['kind']; sizeBytes: number; version: string; migrations: number }> {
  const { rows } = await db.query<{ sizeBytes: number; version: string; migrations: number }>(
    `select pg_database_size(current_database()) as "sizeBytes",
            current_setting('server_version') as version,
            (select count(*) from schema_migrations) as migrations`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('a select without from gives one row')
  return { kind: db.kind, ...row }
}
