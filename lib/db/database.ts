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
  /** pg's settings of the server's address. */
  connection: Connection
  /** Past a pooler: for notifications, and for sessions of their own. */
  direct?: Connection | undefined
  log: DatabaseLog
  /** Connections at once. */
  connectionsMax?: number
  /** How long a call waits for a database that is down (restarting) before it fails. */
  healTimeoutMs?: number
  /** How often a transaction is tried before its error is thrown. */
  transactionTriesMax?: number
  clock?: Clock
  /** Runs after the pool has ended. */
  onClose?: () => Promise<void>
}

const closeTimeoutMs = 5_000

/** Opens a pool; it connects with the first query. */
export function createDatabase(options: DatabaseOptions): Database {
  const { log, clock = systemClock, healTimeoutMs = 5_000, transactionTriesMax = 5 } = options
  const pool = createPool(options)
  const direct = options.direct ?? options.connection
  let closing: Promise<void> | null = null

  /** Takes a connection. Waits for a server that is down, because nothing was sent yet and a retry is safe. */
  async function connect(): Promise<PoolClient> {
    const until = clock.now() + healTimeoutMs
    for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 250)) {
      if (closing !== null) {
        // One turn of the event loop: a caller that retries at once must not block the stop.
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

/** pg waits for queries in flight without a limit; a stuck one must not hold up the stop of the console. */
async function endPool(pool: Pool, clock: Clock): Promise<void> {
  const patience = new AbortController()
  await Promise.race([
    pool.end().finally(() => {
      patience.abort()
    }),
    clock.sleep(closeTimeoutMs, patience.signal).catch(() => {
      // The pool has ended in time.
    }),
  ])
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
