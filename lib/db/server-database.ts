import 'server-only'
import type { Client } from 'pg'
import { systemClock } from '@/lib/clock'
import { nameHosts, parseDatabaseUrl } from '@/lib/env-database'
import { isConnectionLost, sqlState } from './connection-errors'
import { createDatabase } from './database'
import { StartError } from './embedded/start-error'
import { Hosts, NotWritable, type Connection } from './hosts'
import { connectToAny } from './pool'
import { withReplica } from './replica'
import type { Database, DatabaseLog } from './types'

const oldestVersion = 150_000

type Setting = 'DATABASE_URL' | 'DATABASE_READ_URL' | 'DATABASE_DIRECT_URL'

/** Explains why the server of `setting` cannot be used, without the password in the URL. */
function explain(error: unknown, url: URL, hosts: string, setting: Setting): StartError {
  const where = hosts === '' ? `of ${setting}` : `at ${hosts}`
  const state = sqlState(error)
  const name = decodeURIComponent(url.pathname.slice(1))
  const code = error instanceof Error && 'code' in error ? error.code : ''
  // The error has no cause, because the driver's error might contain the settings.
  if (state === '28P01' || state === '28000')
    return new StartError(
      'refused',
      `The database server ${where} refused the user name or the password of ${setting}.`,
    )
  if (state === '3D000')
    return new StartError(
      'missing',
      `The database "${name}" of ${setting} does not exist ${where}. Create it and start again.`,
    )
  if (state === '53300')
    return new StartError(
      'unreachable',
      `The database server ${where} has no connection left for the console. Raise its limit or close others.`,
    )
  if (state === '42501')
    return new StartError(
      'refused',
      `The user of ${setting} may not create tables in the database "${name}". Grant it, and start again.`,
    )
  if (error instanceof NotWritable)
    return new StartError('unreachable', `No database server ${where} accepts writes. Promote one of them.`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError('unreachable', `The host ${url.hostname} of ${setting} is unknown. Check its name.`)
  if (isConnectionLost(error))
    return new StartError(
      'unreachable',
      `The database server ${where} cannot be reached. Check ${setting} and that the server runs.`,
    )
  const reason = error instanceof Error ? error.message.replaceAll(url.password || '\0', '…') : 'unknown reason'
  return new StartError('failed', `The database server ${where} cannot be used: ${reason}`)
}

/** Other URLs of the same database. */
export interface OtherUrls {
  /** The replica, which may be unreachable. */
  readUrl?: string | null
  /** The address without a connection pooler. */
  directUrl?: string | null
}

/**
 * Connects to the organization's own PostgreSQL.
 * @throws StartError if the server is unreachable, refuses the connection or is older than PostgreSQL 15
 */
export async function connectServer(
  databaseUrl: string,
  log: DatabaseLog,
  { readUrl = null, directUrl = null }: OtherUrls = {},
): Promise<Database> {
  const connection = await checkServer(databaseUrl, log)
  const direct = directUrl === null ? connection : await checkServer(directUrl, log, 'DATABASE_DIRECT_URL')
  const primary = createDatabase({ kind: 'server', connection, direct, log })
  if (readUrl === null) return primary
  const replica = createDatabase({
    kind: 'server',
    // The timeout is short, because lists wait for the replica and can use the primary instead.
    connection: { ...toConnection(parse(readUrl, 'DATABASE_READ_URL')), connectionTimeoutMillis: 1_000 },
    log,
    healTimeoutMs: 0,
    transactionTriesMax: 2,
  })
  return withReplica(primary, replica, { clock: systemClock, log })
}

type Urls = readonly [URL, ...URL[]]

/** @throws StartError if the URL is invalid */
function parse(databaseUrl: string, setting: Setting): Urls {
  const address = parseDatabaseUrl(databaseUrl)
  if ('problem' in address) throw new StartError('failed', `${setting} ${address.problem}.`)
  return address.urls
}

const toConnection = (urls: Urls): Connection =>
  urls.length === 1 ? { connectionString: urls[0].href } : { hosts: new Hosts(urls) }

/** @throws StartError if the server is unreachable, refuses the connection or is older than PostgreSQL 15 */
async function checkServer(
  databaseUrl: string,
  log: DatabaseLog,
  setting: Setting = 'DATABASE_URL',
): Promise<Connection> {
  const connection = toConnection(parse(databaseUrl, setting))
  const version = await askServer(databaseUrl, setting, readVersion)
  assertVersion(version)
  log.info({ host: nameHosts(databaseUrl), version }, 'connected to the database server')
  return connection
}

/** @throws StartError if the server is unreachable or refuses the connection */
async function askServer<Answer>(
  databaseUrl: string,
  setting: Setting,
  ask: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const urls = parse(databaseUrl, setting)
  let client: Client | null = null
  try {
    client = await connectToAny({ ...toConnection(urls), connectionTimeoutMillis: 10_000 })
    return await ask(client)
  } catch (error) {
    throw explain(error, urls[0], nameHosts(databaseUrl), setting)
  } finally {
    await client?.end().catch(() => {})
  }
}

async function readVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  return rows[0]?.version ?? 0
}

/** Data that shows whether a server is the replica of another one. */
interface Identity {
  /** Identifier of the cluster, which a standby shares with its primary. Null: the user may not read it. */
  system: string | null
  database: string
  isStandby: boolean
  /** The newest migration; null if there is none. */
  newest: string | null
}

async function readIdentity(client: Client): Promise<Identity> {
  const { rows } = await client.query<Omit<Identity, 'newest'> & { isMigrated: boolean }>(
    `select case when has_function_privilege('pg_control_system()', 'execute')
                 then (select system_identifier::text from pg_control_system()) end as system,
            current_database() as database, pg_is_in_recovery() as "isStandby",
            to_regclass('schema_migrations') is not null as "isMigrated"`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('a select without from gives one row')
  const { isMigrated, ...identity } = row
  const last = isMigrated
    ? await client.query<{ newest: string | null }>('select max(name) as newest from schema_migrations')
    : null
  return { ...identity, newest: last?.rows[0]?.newest ?? null }
}

/** Whether the server of DATABASE_READ_URL is a replica of the server of DATABASE_URL. */
export type ReplicaFit = 'standby' | 'no-standby' | 'behind' | 'other-database' | 'other-system'

/**
 * Compares a replica with its primary. `behind`: the replica does not have the newest migration yet.
 * @throws StartError if one of them is unreachable or refuses the connection
 */
export async function inspectReplica(databaseUrl: string, readUrl: string): Promise<ReplicaFit> {
  const primary = await askServer(databaseUrl, 'DATABASE_URL', readIdentity)
  const replica = await askServer(readUrl, 'DATABASE_READ_URL', readIdentity)
  if (primary.system !== null && replica.system !== null && primary.system !== replica.system) return 'other-system'
  if (primary.database !== replica.database) return 'other-database'
  if (!replica.isStandby) return 'no-standby'
  return primary.newest === replica.newest ? 'standby' : 'behind'
}

/** @throws StartError too-old below PostgreSQL 15 */
export function assertVersion(version: number): void {
  if (version < oldestVersion)
    throw new StartError(
      'too-old',
      `The console needs PostgreSQL 15 or newer, and the server of DATABASE_URL is ${Math.floor(version / 10_000)}.`,
    )
}
