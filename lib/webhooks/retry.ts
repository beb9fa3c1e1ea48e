import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database } from '@/lib/db/types'
import { serverText } from '@/lib/server-text'
import { finish, postpone, type DueDelivery } from './store'

/** The pause after the first try. It doubles with each try, to half an hour in total. */
const firstPauseMs = 250
const pauseMsMax = 600_000
const triesMax = 14

/**
 * Postpones deliveries by a pause that grows with their tries and is at least `waitMs`. Deliveries without a try left
 * end as failed. `note` is the reason, as a sentence for people.
 */
export async function retryLater(
  db: Database,
  clock: Clock,
  rows: readonly DueDelivery[],
  { note, waitMs = 0 }: { note: string; waitMs?: number },
): Promise<void> {
  const over = rows.filter((row) => row.tries + 1 >= triesMax)
  const failedNote = serverText('webhooks.gaveUp', { reason: note, tries: triesMax })
  await finish(db, over, { state: 'failed', now: new Date(clock.now()), note: failedNote })
  // A flood postpones hundreds of deliveries in each turn.
  const left = rows.filter((row) => row.tries + 1 < triesMax)
  for (const tries of new Set(left.map((row) => row.tries))) {
    const equal = left.filter((row) => row.tries === tries)
    const pauseMs = Math.min(pauseMsMax, firstPauseMs * 2 ** Math.min(tries, 30))
    await postpone(db, equal, { dueAt: new Date(clock.now() + Math.max(waitMs, pauseMs)), note, counts: true })
  }
}
