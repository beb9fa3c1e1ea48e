import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { systemClock, type Clock } from '@/lib/clock'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { isConnectionLost, toAppError } from './connection-errors'
import type { Connection } from './hosts'
import { listen } from './listen'
import { createPool, openSession } from './pool'
import { runStatement } from './statement'
import { attemptTransaction } from './transaction'
import type { Database, DatabaseLog, QueryResult } from './types'

export interface DatabaseOptions {
  kind: Database['kind']
  /** The address of the server as settings of pg. */
  connection: Connection
  /** The address without a connection pooler, for notifications and for separate sessions. */
  direct?: Connection | undefined
  log: DatabaseLog
  /** Maximum number of open connections. */
  connectionsMax?: number
  /** How long a query waits for a database that is down or restarting before it fails. */
  healTimeoutMs?: number
  /** Maximum number of tries of a transaction before its error is thrown. */
  transactionTriesMax?: number
  clock?: Clock
  /** Runs after the pool has ended. */
  onClose?: () => Promise<void>
}

const closeTimeoutMs = 5_000

/** Creates a database with a pool, which connects with the first query. */
export function createDatabase(options: DatabaseOptions): Database {
  const { log, clock = systemClock, healTimeoutMs = 5_000, transactionTriesMax = 5 } = options
  const pool = createPool(options)
  const direct = options.direct ?? options.connection
  let closing: Promise<void> | null = null

  /** Takes a connection. Waits if the server is down: a retry is safe because nothing was sent yet. */
  async function connect(): Promise<PoolClient> {
    const until = clock.now() + healTimeoutMs
    for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 250)) {
      if (closing !== null) {
        // Waits for the event loop, so that a caller that retries at once does not block the stop.
        await setImmediate()
        throw new AppError('unavailable', serverText('common.stopping'))
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
    let isBroken = false
    try {
      return await runStatement<Row>(client, text, values)
    } catch (error) {
      isBroken = isConnectionLost(error)
      throw toAppError(error)
    } finally {
      client.release(isBroken)
    }
  }

  async function close(): Promise<void> {
    await endPool(pool, clock)
    await options.onClose?.()
  }

  return {
    kind: options.kind,
    query,
    transaction: async (work, transactionOptions = {}) => {
      for (let tries = 1; ; tries += 1) {
        const isLast = tries >= transactionTriesMax
        const attempt = await attemptTransaction(await connect(), work, transactionOptions, isLast)
        if (attempt.isDone) return attempt.result
        log.info({ tries, reason: describe(attempt.error) }, 'a transaction is tried again')
        await clock.sleep(Math.random() * 10 * 2 ** tries)
      }
    },
    openSession: () => openSession(direct),
    listen: (channel, ears) => listen({ connection: direct, log, clock, channel, ears }),
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      max: pool.options.max,
      waiting: pool.waitingCount,
    }),
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

/** Limits how long pg waits for running queries, because a stuck query must not delay the stop of the console. */
async function endPool(pool: Pool, clock: Clock): Promise<void> {
  const patience = new AbortController()
  await Promise.race([
    pool.end().finally(() => {
      patience.abort()
    }),
    clock.sleep(closeTimeoutMs, patience.signal).catch(() => {
      // The sleep was aborted because the pool ended in time.
    }),
  ])
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
