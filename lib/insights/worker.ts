import 'server-only'
import { createTurnLoop, type Worker } from '@/lib/background/turn-loop'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { countQuietMonths, type SeenChanges } from './months-store'

const pauseMs = 60_000

/** Counts months for the insights, see `countQuietMonths`. */
export function createInsightWorker({
  database,
  clock,
  log,
}: {
  database: () => Promise<Database>
  clock: Clock
  log: DatabaseLog
}): Worker {
  let seen: SeenChanges = new Map()
  const turn = async (): Promise<number> => {
    seen = await countQuietMonths(await database(), clock.now(), seen)
    return pauseMs
  }
  return createTurnLoop({
    clock,
    log,
    turn,
    failed: { turn: 'the months of the insights could not be counted', task: 'the insights failed' },
  })
}
