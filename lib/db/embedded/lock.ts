import 'server-only'
import { AppError } from '@/lib/errors'
import { processWide } from '@/lib/process-wide'
import { sqlState } from '@/lib/db/connection-errors'
import type { Database } from '@/lib/db/types'
import { serverText } from '@/lib/server-text'

/** The end of the queue of each key of a database, in this process. */
const queues = () => processWide('locks', () => new WeakMap<Database, Map<string, Promise<unknown>>>())

const waitMsMax = 60_000

/**
 * Runs `work` while nobody else runs work under the same key, in this process or in another one on the same database.
 * Within a process the order of calls is kept, and at most one connection per key is used, however many wait. `work`
 * runs once: if the connection that holds the lock is lost, it continues without it (other processes may then start),
 * because its requests to the service cannot be undone.
 * @throws AppError unavailable when another process holds it for a minute; what `work` throws
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
        // The transaction is tried again when its connection dies; the work is not.
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
