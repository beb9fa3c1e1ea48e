import 'server-only'
import path from 'node:path'
import { readOwnMajor } from '@/lib/db/embedded/binaries'
import { StartError } from '@/lib/db/embedded/start-error'
import { readMajor } from '@/lib/db/embedded/upgrade-folders'
import { inspectMigrations } from '@/lib/db/migrate'
import { connectServer, inspectReplica, type ReplicaFit } from '@/lib/db/server-database'
import type { DatabaseLog } from '@/lib/db/types'
import type { Settings } from '@/lib/env'
import { nameHosts } from '@/lib/env-database'
import type { Finding } from './finding'

const silent: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} }

/** Checks the database of the settings and, if the database can be used, its replica. */
export async function inspectDatabases({
  dataDir,
  databaseUrl,
  databaseDirectUrl: directUrl,
  databaseReadUrl: readUrl,
}: Settings): Promise<Finding[]> {
  if (databaseUrl === null) return [await inspectPrivate(dataDir)]
  const primary = await inspectPrimary(databaseUrl, directUrl)
  if (readUrl === null || primary.kind === 'error') return [primary]
  return [primary, await inspectFit(databaseUrl, readUrl)]
}

async function inspectPrivate(dataDir: string): Promise<Finding> {
  try {
    const to = await readOwnMajor()
    const from = await readMajor(path.join(/* turbopackIgnore: true */ dataDir, 'postgres', 'data'))
    if (from !== null && from < to) {
      const text = `The private PostgreSQL in DATA_DIR is of version ${from}. A start moves it to ${to}, with the programs of ${from} and room for a second database`
      return { kind: 'note', text }
    }
    return { kind: 'ok', text: 'The database is a private PostgreSQL in DATA_DIR' }
  } catch (error) {
    return {
      kind: 'error',
      text: error instanceof StartError ? error.message : 'The private PostgreSQL cannot be used.',
    }
  }
}

async function inspectPrimary(databaseUrl: string, directUrl: string | null): Promise<Finding> {
  const host = nameHosts(databaseUrl)
  try {
    const db = await connectServer(databaseUrl, silent, { directUrl })
    try {
      const due = await inspectMigrations(db)
      const text = due === 0 ? 'is up to date' : `needs ${due} migration${due === 1 ? '' : 's'}: a start applies them`
      return { kind: 'ok', text: `The database at ${host} ${text}` }
    } finally {
      await db.close()
    }
  } catch (error) {
    const text = error instanceof StartError ? error.message : `The database at ${host} cannot be used.`
    return { kind: 'error', text }
  }
}

const onPrimary = 'Lists are read from the primary'

/** What each result of comparing the replica with the primary means for a console. */
const fits: Readonly<Record<ReplicaFit, (host: string) => Finding>> = {
  standby: (host) => ({ kind: 'ok', text: `The replica at ${host} is a standby of this database` }),
  behind: (host) => ({
    kind: 'note',
    text: `The replica at ${host} does not have the newest migration of its primary yet. ${onPrimary} until it has it.`,
  }),
  'no-standby': (host) => ({
    kind: 'warn',
    text: `The server at ${host} of DATABASE_READ_URL is no standby. ${onPrimary}: name a standby, or remove the setting.`,
  }),
  'other-database': (host) => ({
    kind: 'error',
    text: `DATABASE_READ_URL names another database at ${host} than DATABASE_URL. Lists would show its rows: name the same database.`,
  }),
  'other-system': (host) => ({
    kind: 'error',
    text: `The server at ${host} of DATABASE_READ_URL is no copy of the server of DATABASE_URL. Lists would show other data: name a standby of it.`,
  }),
}

async function inspectFit(databaseUrl: string, readUrl: string): Promise<Finding> {
  const host = nameHosts(readUrl)
  try {
    return fits[await inspectReplica(databaseUrl, readUrl)](host)
  } catch (error) {
    const text = error instanceof StartError ? error.message : `The replica at ${host} cannot be used.`
    return { kind: 'warn', text: `${text} ${onPrimary} until that works.` }
  }
}
