import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import type { ClientBase, ClientConfig, PoolClient, PoolConfig, QueryResult as DriverResult } from 'pg'
import { AppError } from '@/lib/errors'
import { systemClock } from '@/lib/clock'
import type { Clock } from '@/lib/clock'
import { isConnectionLost, isTransient, sqlState, toAppError } from './connection-errors'
import { typeParsers } from './type-parsers'
import type { Database, DatabaseLog, Queryable, QueryResult, TransactionOptions } from './types'

export interface DatabaseOptions {
  kind: Database['kind']
  /** pg's way to say where the server is. */
  connection: ClientConfig
  log: DatabaseLog
  /** Connections at once. */
  connectionsMax?: number
  /** How long a call waits for a database that is away (restarting) before it fails. */
  healTimeoutMs?: number
  /** How often a transaction is tried before its failure is handed on. */
  transactionTriesMax?: number
  clock?: Clock
  /** Runs after the pool has ended. */
  onClose?: () => Promise<void>
}

/** What every connection says first, so that rows read the same whatever the server's own settings are. */
const greeting = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set client_encoding = 'UTF8'; set bytea_output = 'hex'`

/** pg gives one result for a statement and a list for several; the last one counts. */
function toResult<Row>(given: DriverResult | DriverResult[]): QueryResult<Row> {
  const result = Array.isArray(given) ? given.at(-1) : given
  return { rows: (result?.rows ?? []) as Row[], rowCount: result?.rowCount ?? 0 }
}

function runOn(client: ClientBase, text: string, values: readonly unknown[] | undefined) {
  return values === undefined ? client.query(text) : client.query(text, [...values])
}

/**
 * A server may end a connection at any moment, also between two listeners of the pool (while it greets, while it is
 * handed over). An 'error' event without a listener ends the process; the query that runs rejects with it anyway.
 */
class QuietClient extends Client {
  constructor(config?: ClientConfig) {
    super(config)
    this.on('error', ignoreError)
  }
}

/** Opens a pool; no connection is made before the first query. */
export function createDatabase(options: DatabaseOptions): Database {
  const { log, clock = systemClock, healTimeoutMs = 5_000, transactionTriesMax = 5 } = options
  const poolOptions: PoolConfig = {
    ...options.connection,
    types: typeParsers,
    application_name: 'sightline',
    max: options.connectionsMax ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    allowExitOnIdle: true,
    Client: QuietClient,
    verify: (client, done) => {
      client.query(greeting, done)
    },
  }
  const pool = new Pool(poolOptions)
  // An idle connection that dies (the server restarts) is an event of the pool; without a listener it ends the process.
  pool.on('error', (error) => {
    log.info({ reason: error.message }, 'an idle database connection ended')
  })
  let closing: Promise<void> | null = null

  /** Takes a connection; waits out a server that is away, because nothing was sent yet and a retry is safe. */
  async function connect(): Promise<PoolClient> {
    const until = clock.now() + healTimeoutMs
    for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 250)) {
      if (closing !== null) {
        // A turn of the event loop: a caller that tries again at once must not keep the stop from going on.
        await setImmediate()
        throw new AppError('unavailable', 'The console is stopping. Try again in a moment.')
      }
      try {
        return await pool.connect()
      } catch (error) {
        if (!isConnectionLost(error) || clock.now() + pauseMs > until) throw toAppError(error)
        await clock.sleep(pauseMs)
      }
    }
  }

  async function query<Row>(text: string, values?: readonly unknown[]): Promise<QueryResult<Row>> {
    const client = await connect()
    let broken = false
    try {
      return toResult<Row>(await runOn(client, text, values))
    } catch (error) {
      broken = isConnectionLost(error)
      throw toAppError(error)
    } finally {
      release(client, broken)
    }
  }

  type Attempt<Result> = { done: true; result: Result } | { done: false; error: unknown }

  async function attempt<Result>(
    work: (tx: Queryable) => Promise<Result>,
    { setup }: TransactionOptions,
    last: boolean,
  ): Promise<Attempt<Result>> {
    const client = await connect()
    // The statements' own failure decides about a retry; `work` may well have wrapped it.
    let failure: unknown = null
    let ended = false
    let committing = false
    const tx: Queryable = {
      query: async <Row>(text: string, values?: readonly unknown[]) => {
        if (ended) throw new Error('this transaction has ended: a query was not awaited inside it')
        try {
          return toResult<Row>(await runOn(client, text, values))
        } catch (error) {
          // 25P02 only says that an earlier statement failed.
          if (sqlState(error) !== '25P02') failure = error
          throw toAppError(error)
        }
      },
    }
    let broken = true
    try {
      await tx.query(setup === undefined ? 'begin' : `begin; ${setup}`)
      const result = await work(tx)
      ended = true
      committing = true
      // A failed statement whose error `work` swallowed leaves the transaction aborted: COMMIT then rolls back and
      // says so by its tag alone.
      const { command } = await client.query('commit')
      broken = false
      if (command !== 'COMMIT') throw failure ?? new Error('the transaction was rolled back')
      return { done: true, result }
    } catch (error) {
      ended = true
      if (!committing) {
        // A rollback that fails means the connection is gone, and with it the transaction.
        broken = await client.query('rollback').then(
          () => false,
          () => true,
        )
      }
      if (committing && isConnectionLost(error))
        throw new AppError(
          'unavailable',
          'The connection to the database was lost while it was saving: the change may or may not be stored. Look before you repeat it.',
          { cause: error },
        )
      const source = failure ?? error
      const mayRetry = isTransient(source) || (isConnectionLost(source) && !committing)
      if (mayRetry && !last) return { done: false, error }
      throw toAppError(error)
    } finally {
      release(client, broken)
    }
  }

  async function endPool(): Promise<void> {
    const patience = new AbortController()
    // pg waits for queries in flight without end; a stuck one must not hold up the stop of the console.
    await Promise.race([
      pool.end().finally(() => {
        patience.abort()
      }),
      clock.sleep(5_000, patience.signal).catch(ignoreError),
    ])
    await options.onClose?.()
  }

  return {
    kind: options.kind,
    query,
    transaction: async (work, transactionOptions = {}) => {
      for (let tries = 1; ; tries += 1) {
        const outcome = await attempt(work, transactionOptions, tries >= transactionTriesMax)
        if (outcome.done) return outcome.result
        log.info({ tries, reason: describe(outcome.error) }, 'a transaction is tried again')
        await clock.sleep(Math.random() * 10 * 2 ** tries)
      }
    },
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      max: pool.options.max,
      waiting: pool.waitingCount,
    }),
    close: () => {
      closing ??= endPool()
      return closing
    },
  }
}

/** `broken` connections are closed instead of kept: nobody may go on in the state that another caller left. */
function release(client: PoolClient, broken: boolean): void {
  client.release(broken)
}

function ignoreError(): void {
  // The query that runs on this connection rejects with the same error.
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
