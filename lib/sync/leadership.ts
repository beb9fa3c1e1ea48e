import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database } from '@/lib/db/types'

/** Any number, the same in every console: "sightline sync". */
const lockKey = 7_446_381_205
/** Also keeps the transaction from being idle for longer, which servers may limit. */
const heartbeatMs = 5_000

export interface Leadership {
  /** False once the database has ended it. */
  isHeld(): boolean
  release(): Promise<void>
}

/**
 * One of the consoles that share a database syncs. The lock is held in an open transaction, because that also works
 * behind a connection pooler and ends with the connection, however the console dies. The transaction writes nothing and
 * holds no snapshot (read committed), so it does not hold up vacuum. Null when another console has it.
 */
export function tryToLead(db: Database, clock: Clock): Promise<Leadership | null> {
  const ending = new AbortController()
  let isHeld = false
  let hasBegun = false
  return new Promise((resolve, reject) => {
    const tenure = db
      .transaction(async (tx) => {
        // The database layer retries a transaction whose connection is lost. A lost lock must be reported instead.
        if (hasBegun) throw new Error('the lock of the sync was lost')
        const { rows } = await tx.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [lockKey])
        hasBegun = true
        isHeld = rows[0]?.held === true
        if (!isHeld) {
          resolve(null)
          return
        }
        resolve({
          isHeld: () => isHeld,
          release: async () => {
            isHeld = false
            ending.abort()
            await tenure
          },
        })
        while (!ending.signal.aborted) {
          await clock.sleep(heartbeatMs, ending.signal).catch(() => {
            // `release` ended the wait.
          })
          await tx.query('select 1')
        }
      })
      .catch((error: unknown) => {
        // Before the lock was requested, the error goes to the caller; later, `isHeld` reports it.
        reject(error instanceof Error ? error : new Error('the lock of the sync failed'))
      })
      .finally(() => {
        isHeld = false
      })
  })
}
