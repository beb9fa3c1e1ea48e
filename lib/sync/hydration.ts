import 'server-only'
import { createWaiter } from '@/lib/background/waiter'
import type { Clock } from '@/lib/clock'
import type { Database } from '@/lib/db/types'
import type { Hydrator } from './documents/hydrate'
import type { Leader } from './leader'

export interface HydrationOptions {
  database: () => Promise<Database>
  clock: Clock
  hydrator: Pick<Hydrator, 'run'>
  leader: Pick<Leader, 'mayRun'>
}

const claimPollMs = 1_000
const tenureCheckMs = 5_000

/**
 * Reads documents while this console is the leader, until the signal aborts. Other consoles would spend the same budget
 * on the same rows.
 */
export async function runHydration(options: HydrationOptions, signal: AbortSignal): Promise<void> {
  const { clock, hydrator, leader } = options
  const waiter = createWaiter(clock)
  signal.addEventListener('abort', waiter.wake)
  while (!signal.aborted) {
    const db = await options.database().catch(() => null)
    if (db === null || !leader.mayRun(db)) {
      await waiter.wait(claimPollMs)
      continue
    }
    const tenure = new AbortController()
    const watch = setInterval(() => {
      if (!leader.mayRun(db)) tenure.abort()
    }, tenureCheckMs)
    await hydrator.run(AbortSignal.any([signal, tenure.signal]))
    clearInterval(watch)
  }
  signal.removeEventListener('abort', waiter.wake)
}
