import 'server-only'
import { randomUUID } from 'node:crypto'
import { createListingLease } from '@/lib/background/listing-lease'
import { createTurnLoop, type Worker } from '@/lib/background/turn-loop'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { applyRetention, type RetentionRules } from './store'

const everyMinutes = 6 * 60
const pauseMs = 10 * 60_000

/** Removes data that is older than the rules allow, on one console at a time. */
export function createRetentionWorker({
  database,
  clock,
  log,
  rules,
}: {
  database: () => Promise<Database>
  clock: Clock
  log: DatabaseLog
  rules: RetentionRules
}): Worker {
  const lease = createListingLease({ name: 'retention', everyMinutes })
  const turn = async (): Promise<number> => {
    const db = await database()
    const leaseId = randomUUID()
    const taken = await lease.take(db, { leaseId, isAsked: false })
    if (taken === null) return pauseMs
    try {
      const removed = await applyRetention(db, rules, clock.now())
      await lease.finish(db, leaseId, taken.startedAt)
      if (removed.imports + removed.entries > 0) log.info(removed, 'personal data was removed as the settings say')
    } catch (error) {
      await lease.abandon(db, leaseId, { kind: 'failed', text: error instanceof Error ? error.message : 'unknown' })
      throw error
    }
    return pauseMs
  }
  return createTurnLoop({
    clock,
    log,
    turn,
    failed: { turn: 'old personal data could not be removed', task: 'the retention failed' },
  })
}
