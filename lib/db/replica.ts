import 'server-only'
import { AppError } from '@/lib/errors'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog, Queryable, ReplicaState } from './types'

/**
 * Invariant: a read on the replica sees everything that was acknowledged before it began, so people see their own
 * writes and changes that an event has announced. If the replica does not catch up quickly, the primary is read
 * instead.
 */

/**
 * Pauses between checks of a replica that is behind. Their sum is the longest time that a list waits for the replica.
 */
const pausesMs = [0, 3, 6, 12, 24, 48] as const
/** How long a replica is not used after it was too late or unreachable. */
const restMs = 2_000

/** A database that writes to `primary`, and reads from `replica` while it is up to date. */
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
        // The primary can repeat the work because it only reads.
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

/** A position in the write-ahead log of the primary. All acknowledged commits are before it. */
async function readPosition(primary: Queryable): Promise<string> {
  const { rows } = await primary.query<{ position: string }>('select pg_current_wal_flush_lsn()::text as position')
  return rows[0]?.position ?? ''
}

/**
 * How many bytes of the log up to `position` the replica has not replayed. Null: the server is not a replica (any
 * more).
 */
async function readBehind(replica: Queryable, position: string): Promise<number | null> {
  const { rows } = await replica.query<{ behind: number | null }>(
    `select case when pg_is_in_recovery() then pg_wal_lsn_diff($1, pg_last_wal_replay_lsn())::float8 end as behind`,
    [position],
  )
  return rows[0]?.behind ?? null
}
