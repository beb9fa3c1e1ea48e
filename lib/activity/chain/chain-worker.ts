import 'server-only'
import { createTurnLoop, type Worker } from '@/lib/background/turn-loop'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { chainQueued, readChainHead } from './chain-store'

const pauseMs = 2_000
const headEveryMs = 60 * 60_000

/**
 * Adds new entries to the chain. At the start and every hour, writes the head of the chain to the process log, which
 * the owner of the database cannot change.
 */
export function createChainWorker({
  database,
  clock,
  log,
}: {
  database: () => Promise<Database>
  clock: Clock
  log: DatabaseLog
}): Worker {
  let headAt = Number.NEGATIVE_INFINITY
  const turn = async (signal: AbortSignal): Promise<number> => {
    const db = await database()
    while (!signal.aborted && (await chainQueued(db)) > 0) {
      // Repeats until the queue is empty.
    }
    if (clock.now() - headAt >= headEveryMs) {
      const { seq, hash } = await readChainHead(db)
      log.info({ head: `${seq}:${hash}` }, 'the head of the activity log')
      headAt = clock.now()
    }
    return pauseMs
  }
  return createTurnLoop({
    clock,
    log,
    turn,
    failed: { turn: 'the activity log could not be chained', task: 'chaining failed' },
  })
}
