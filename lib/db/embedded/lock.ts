import 'server-only'
import { AppError } from '@/lib/errors'
import { processWide } from '@/lib/process-wide'
import { sqlState } from '@/lib/db/connection-errors'
import type { Database } from '@/lib/db/types'
import { serverText } from '@/lib/server-text'

/** The last promise of each key's queue in this process, by database. */
const queues = () => processWide('locks', () => new WeakMap<Database, Map<string, Promise<unknown>>>())

const waitMsMax = 60_000

/**
 * Runs `work` under a lock that all processes on the same database share. A process keeps the order of its calls and
 * uses at most one connection per key, even if many calls wait. `work` runs only once: if the connection with the lock
 * is lost, it continues without the lock (other processes may then start), because its requests to the service cannot
 * be undone.
 * @throws AppError unavailable if another process holds the lock for a minute; errors of `work`
 */
export function withLock<Result>(db: Database, key: string, work: () => Promise<Result>): Promise<Result> {
  const queue = queues().get(db) ?? new Map<string, Promise<unknown>>()
  queues().set(db, queue)
  const turn = (queue.get(key) ?? Promise.resolve()).then(() => holdLock(db, key, work))
  const end: Promise<void> = turn
    .then(
      () => undefined,
      () => undefined,
    )
    .finally(() => {
      if (queue.get(key) === end) queue.delete(key)
    })
  queue.set(key, end)
  return turn
}

async function holdLock<Result>(db: Database, key: string, work: () => Promise<Result>): Promise<Result> {
  let outcome: { result: Result } | { error: unknown } | null = null
  try {
    await db.transaction(
      async (tx) => {
        // If the connection is lost, the transaction is tried again, but the work must not run again.
        if (outcome !== null) return
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`sightline ${key}`])
        outcome = await work().then(
          (result) => ({ result }),
          (error: unknown) => ({ error }),
        )
      },
      { setup: `set local lock_timeout = ${waitMsMax}; set local idle_in_transaction_session_timeout = 0` },
    )
  } catch (error) {
    if (sqlState(error) === '55P03')
      throw new AppError('unavailable', serverText('db.locked'), {
        cause: error,
        details: { retryAfterSeconds: 30 },
      })
    if (outcome === null) throw error
  }
  const done = outcome as { result: Result } | { error: unknown } | null
  if (done === null) throw new Error('a transaction ended well without its work')
  if ('error' in done) throw done.error
  return done.result
}
