import 'server-only'
import { Client, Pool, type ClientConfig } from 'pg'
import { typeParsers } from './type-parsers'
import { toAppError } from './connection-errors'
import type { DatabaseLog } from './types'

/** The first statement of every connection, so that rows read the same whatever the server's own settings are. */
const greeting = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set client_encoding = 'UTF8'; set bytea_output = 'hex'`

/**
 * A server may end a connection at any moment, also between two listeners of the pool. An 'error' event without a
 * listener ends the process; the running query rejects with it anyway.
 */
class QuietClient extends Client {
  constructor(config?: ClientConfig) {
    super(config)
    this.on('error', () => {
      // The query that runs on this connection rejects with the same error.
    })
  }
}

/** A connection outside of the pool. */
export function createQuietClient(config: ClientConfig): Client {
  return new QuietClient(config)
}

/**
 * A connection outside of the pool that greets as the pool's do, without time limits.
 * @throws AppError unavailable
 */
export async function openSession(config: ClientConfig): Promise<Client> {
  const client = createQuietClient({
    ...config,
    application_name: 'sightline session',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  try {
    await client.connect()
    await client.query(`${greeting}; set statement_timeout = 0; set lock_timeout = 0;
      set idle_in_transaction_session_timeout = 0; set synchronize_seqscans = off`)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw toAppError(error)
  }
}

/** A pool whose connections all greet; it connects with the first query. */
export function createPool({
  connection,
  connectionsMax = 10,
  log,
}: {
  connection: ClientConfig
  connectionsMax?: number | undefined
  log: DatabaseLog
}): Pool {
  const pool = new Pool({
    ...connection,
    types: typeParsers,
    application_name: 'sightline',
    max: connectionsMax,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    allowExitOnIdle: true,
    Client: QuietClient,
    verify: (client, done) => {
      client.query(greeting, done)
    },
  })
  // An idle connection that dies (the server restarts) is an event of the pool; without a listener it ends the process.
  pool.on('error', (error) => {
    log.info({ reason: error.message }, 'an idle database connection ended')
  })
  return pool
}
