import 'server-only'
import { createTurnLoop, type Worker } from '@/lib/background/turn-loop'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog, Queryable } from '@/lib/db/types'
import type { WireStatusGroup } from '@/lib/service/assets'
import type { BucketState } from '@/lib/service/types'
import { actOnHit } from './act'
import { noteBudgets } from './trouble-store'
import { decideWatched } from './watch'

const pauseMs = 2_000
const batchRows = 50
const retryMs = 60_000
/** Triggers that depend on days or on the end of imports need no shorter interval. */
const watchMs = 60_000

interface RuleWorkerOptions {
  database: () => Promise<Database>
  clock: Clock
  log: DatabaseLog
  readGroups: () => Promise<readonly WireStatusGroup[]>
  /** The rate limits as this console sees them. */
  readBudgets: () => readonly BucketState[]
  /** Called when a bulk change was started. */
  wakeChanges: () => void
}

async function listWaiting(db: Queryable, except: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ hit_id: string }>(
    `select hit_id from rule_hits join rules using (rule_id)
     where state = 'waiting' and is_enabled and paused_at is null and deleted_at is null and hit_id <> all($1::uuid[])
     order by found_at, hit_id limit ${batchRows}`,
    [except],
  )
  return rows.map((row) => row.hit_id)
}

/** Acts on waiting hits. Several consoles may run it, and each may die at any moment: see `actOnHit`. */
export function createRuleWorker({
  database,
  clock,
  log,
  readGroups,
  readBudgets,
  wakeChanges,
}: RuleWorkerOptions): Worker {
  /** Hits that failed, with the time of the next try. */
  const failed = new Map<string, number>()
  let watchAt = 0
  const startedAt = clock.now()

  const act = async (db: Database, hitId: string): Promise<void> => {
    try {
      if ((await actOnHit({ db, nowMs: clock.now(), readGroups }, hitId)) !== null) wakeChanges()
      failed.delete(hitId)
    } catch (error) {
      failed.set(hitId, clock.now() + retryMs)
      log.warn({ err: error, hit: hitId }, 'a rule could not act, and tries again later')
    }
  }

  const turn = async (signal: AbortSignal): Promise<number> => {
    const db = await database()
    if (clock.now() >= watchAt || clock.now() < watchAt - watchMs) {
      await noteBudgets(db, readBudgets())
      await decideWatched(db, clock.now() - startedAt)
      watchAt = clock.now() + watchMs
    }
    for (const [hitId, at] of failed) if (at <= clock.now()) failed.delete(hitId)
    for (;;) {
      const waiting = await listWaiting(db, [...failed.keys()])
      for (const hitId of waiting) {
        if (signal.aborted) return pauseMs
        await act(db, hitId)
      }
      if (waiting.length < batchRows) return pauseMs
    }
  }

  return createTurnLoop({
    clock,
    log,
    turn,
    failed: { turn: 'the hits of rules could not be read', task: 'a rule failed' },
  })
}
