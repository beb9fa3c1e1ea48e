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

/** Why a server cannot be used, in words without the URL's password. */
function explain(error: unknown, url: URL, hosts: string): StartError {
  const where = hosts === '' ? 'of DATABASE_URL' : `at ${hosts}`
  const state = sqlState(error)
  const name = decodeURIComponent(url.pathname.slice(1))
  const code = error instanceof Error && 'code' in error ? error.code : ''
  // The cause is left out if a driver might quote its settings.
  if (state === '28P01' || state === '28000')
    return new StartError(
      'refused',
      `The database server ${where} refused the user name or the password of DATABASE_URL.`,
    )
  if (state === '3D000')
    return new StartError(
      'missing',
      `The database "${name}" of DATABASE_URL does not exist ${where}. Create it and start again.`,
    )
  if (state === '53300')
    return new StartError(
      'unreachable',
      `The database server ${where} has no connection left for the console. Raise its limit or close others.`,
    )
  if (state === '42501')
    return new StartError(
      'refused',
      `The user of DATABASE_URL may not create tables in the database "${name}". Grant it, and start again.`,
    )
  if (error instanceof NotWritable)
    return new StartError('unreachable', `No database server ${where} accepts writes. Promote one of them.`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError('unreachable', `The host ${url.hostname} of DATABASE_URL is unknown. Check its name.`)
  if (isConnectionLost(error))
    return new StartError(
      'unreachable',
      `The database server ${where} cannot be reached. Check DATABASE_URL and that the server runs.`,
    )
  const reason = error instanceof Error ? error.message.replaceAll(url.password || '\0', '…') : 'unknown reason'
  return new StartError('failed', `The database server ${where} cannot be used: ${reason}`)
}

/** Further servers of the same database. */
export interface OtherUrls {
  /** Its replica, which may be away. */
  readUrl?: string | null
  /** Past a pooler. */
  directUrl?: string | null
}

/**
 * Connects to the organization's own PostgreSQL.
 * @throws StartError when it is unreachable, refuses, or is older than 15.
 */
export async function connectServer(
  databaseUrl: string,
  log: DatabaseLog,
  { readUrl = null, directUrl = null }: OtherUrls = {},
): Promise<Database> {
  const connection = await checkServer(databaseUrl, log)
  const direct = directUrl === null ? connection : await checkServer(directUrl, log)
  const primary = createDatabase({ kind: 'server', connection, direct, log })
  if (readUrl === null) return primary
  const replica = createDatabase({
    kind: 'server',
    // Lists wait for it, and there is the primary.
    connection: { ...toConnection(parse(readUrl)), connectionTimeoutMillis: 1_000 },
    log,
    healTimeoutMs: 0,
    transactionTriesMax: 2,
  })
  return withReplica(primary, replica, { clock: systemClock, log })
}

type Urls = readonly [URL, ...URL[]]

/** @throws StartError when it is no address */
function parse(databaseUrl: string): Urls {
  const address = parseDatabaseUrl(databaseUrl)
  if ('problem' in address) throw new StartError('failed', `DATABASE_URL ${address.problem}.`)
  return address.urls
}

const toConnection = (urls: Urls): Connection =>
  urls.length === 1 ? { connectionString: urls[0].href } : { hosts: new Hosts(urls) }

/** @throws StartError when it is unreachable, refuses, or is older than 15 */
async function checkServer(databaseUrl: string, log: DatabaseLog): Promise<Connection> {
  const urls = parse(databaseUrl)
  const connection = toConnection(urls)
  const hosts = nameHosts(databaseUrl)
  let client: Client | null = null
  let version: number
  try {
    client = await connectToAny({ ...connection, connectionTimeoutMillis: 10_000 })
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    version = rows[0]?.version ?? 0
  } catch (error) {
    throw explain(error, urls[0], hosts)
  } finally {
    await client?.end().catch(() => {})
  }
  assertVersion(version)
  log.info({ host: hosts, version }, 'connected to the database server')
  return connection
}

/** @throws StartError too-old below PostgreSQL 15. */
export function assertVersion(version: number): void {
  if (version < oldestVersion)
    throw new StartError(
      'too-old',
      `The console needs PostgreSQL 15 or newer, and the server of DATABASE_URL is ${Math.floor(version / 10_000)}.`,
    )
}
