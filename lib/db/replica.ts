import 'server-only'
import { AppError } from '@/lib/errors'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog, Queryable, ReplicaState } from './types'

/**
 * Invariant: a read that goes to the replica sees everything that was acknowledged anywhere before it began, so people see
 * their own writes and what an event has announced. A replica that does not catch up at once is not waited for.
 */

/** Waits between looks at a replica that is behind; together the most that a list waits for it. */
const pausesMs = [0, 3, 6, 12, 24, 48] as const
/** A replica that was too late, or away, is left alone for so long. */
const restMs = 2_000

/** The database of `primary`, whose reads go to `replica` while that has everything. */
export function withReplica(
  primary: Database,
  replica: Database,
  { clock, log }: { clock: Clock; log: DatabaseLog },
): Database {
  let restsUntil = -Infinity
  let reads = 0
  let readsThere = 0

  const rest = (reason: string) => {
    if (clock.now() - restsUntil > restMs) log.info({ reason }, 'lists are read from the primary')
    restsUntil = clock.now() + restMs
  }

  const isCaughtUp = async (): Promise<boolean> => {
    if (clock.now() < restsUntil) return false
    const position = await readPosition(primary)
    for (const pauseMs of pausesMs) {
      if (pauseMs > 0) await clock.sleep(pauseMs)
      if (((await readBehind(replica, position)) ?? 1) <= 0) return true
    }
    rest('the replica is behind')
    return false
  }

  return {
    ...primary,
    transaction: async (work, options) => {
      if (options?.isRead !== true) return primary.transaction(work, options)
      reads += 1
      try {
        if (await isCaughtUp()) {
          const result = await replica.transaction(work, options)
          readsThere += 1
          return result
        }
      } catch (error) {
        // The work may be done again: it only reads.
        if (!(error instanceof AppError && error.code === 'unavailable')) throw error
        rest(error.message)
      }
      return primary.transaction(work, options)
    },
    replica: async (): Promise<ReplicaState> => {
      const behindBytes = await readPosition(primary)
        .then((position) => readBehind(replica, position))
        .catch(() => null)
      return { behindBytes: behindBytes === null ? null : Math.max(0, behindBytes), reads, readsThere }
    },
    close: async () => {
      await Promise.all([replica.close(), primary.close()])
    },
  }
}

/** A place in the log of the primary that every acknowledged commit is before. */
async function readPosition(primary: Queryable): Promise<string> {
  const { rows } = await primary.query<{ position: string }>('select pg_current_wal_flush_lsn()::text as position')
  return rows[0]?.position ?? ''
}

/** Bytes that the replica has not replayed of the log up to `position`. Null: it is no replica, or not any more. */
async function readBehind(replica: Queryable, position: string): Promise<number | null> {
  const { rows } = await replica.query<{ behind: number | null }>(
    `select case when pg_is_in_recovery() then pg_wal_lsn_diff($1, pg_last_wal_replay_lsn())::float8 end as behind`,
    [position],
  )
  return rows[0]?.behind ?? null
}
