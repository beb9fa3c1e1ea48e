import 'server-only'
import { callbackify } from 'node:util'
import { Client, Pool } from 'pg'
import { typeParsers } from './type-parsers'
import { toAppError } from './connection-errors'
import { NotWritable, type Connection, type Hosts } from './hosts'
import type { DatabaseLog } from './types'

/** The first statement of every connection, so that results do not depend on the settings of the server. */
const greeting = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set client_encoding = 'UTF8'; set bytea_output = 'hex'`

/**
 * A client that always listens for 'error', because an 'error' event without a listener ends the process. A server may
 * end a connection at any time, even when the pool does not listen.
 */
class QuietClient extends Client {
  readonly #hosts: Hosts | null
  readonly #url: URL | null

  constructor(config: Connection = {}) {
    const url = config.hosts?.current() ?? null
    super(url === null ? config : { ...config, connectionString: url.href })
    this.#hosts = config.hosts ?? null
    this.#url = url
    this.on('error', () => {
      // The query that runs on this connection rejects with the same error.
    })
  }

  override connect(): Promise<Client>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<Client> | void {
    if (callback === undefined) return this.#connect()
    callbackify(() => this.#connect())(callback)
  }

  async #connect(): Promise<Client> {
    try {
      await super.connect()
      if (this.#hosts === null) return this
      const { rows } = await this.query<{ transaction_read_only: string }>('show transaction_read_only')
      if (rows[0]?.transaction_read_only === 'off') return this
      throw new NotWritable()
    } catch (error) {
      if (this.#url !== null) this.#hosts?.failed(this.#url)
      void this.end().catch(() => {})
      throw error
    }
  }
}

/**
 * Shorter with several servers, because a machine that is down does not refuse connections, and the next one may
 * accept.
 */
const connectTimeoutMs = ({ hosts, connectionTimeoutMillis }: Connection) =>
  connectionTimeoutMillis ?? (hosts === undefined ? 10_000 : 2_500)

/** A connection outside of the pool. */
export function createQuietClient(config: Connection): Client {
  return new QuietClient(config)
}

/**
 * Opens a connection outside of the pool, with the same settings but without time limits.
 * @throws AppError unavailable
 */
export async function openSession(config: Connection): Promise<Client> {
  let client: Client | null = null
  try {
    client = await connectToAny({
      ...config,
      application_name: 'sightline session',
      connectionTimeoutMillis: connectTimeoutMs(config),
      keepAlive: true,
    })
    await client.query(`${greeting}; set statement_timeout = 0; set lock_timeout = 0;
      set idle_in_transaction_session_timeout = 0; set synchronize_seqscans = off`)
    return client
  } catch (error) {
    await client?.end().catch(() => {})
    throw toAppError(error)
  }
}

/** Connects to the server that accepts writes. @throws the error of the last server that was tried */
export async function connectToAny(config: Connection): Promise<Client> {
  for (let left = config.hosts?.count ?? 1; ; left -= 1) {
    const client = createQuietClient(config)
    try {
      await client.connect()
      return client
    } catch (error) {
      if (left <= 1) throw error
    }
  }
}

/** A pool whose connections have the same settings on every server. It connects with the first query. */
export function createPool({
  connection,
  connectionsMax = 10,
  log,
}: {
  connection: Connection
  connectionsMax?: number | undefined
  log: DatabaseLog
}): Pool {
  const pool = new Pool({
    ...connection,
    types: typeParsers,
    application_name: 'sightline',
    max: connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs(connection),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    allowExitOnIdle: true,
    Client: QuietClient,
    verify: (client, done) => {
      client.query(greeting, done)
    },
  })
  // A lost idle connection causes an 'error' event of the pool, which ends the process if there is no listener.
  pool.on('error', (error) => {
    log.info({ reason: error.message }, 'an idle database connection ended')
  })
  return pool
}
