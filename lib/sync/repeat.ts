import 'server-only'
import { createWaiter } from '@/lib/background/waiter'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'

export interface RepeatOptions {
  database: () => Promise<Database>
  clock: Clock
  log: DatabaseLog
}

/** Runs `work` every `everyMs` until the signal aborts. If it fails, it runs again the next time. */
export async function repeat(
  { database, clock, log }: RepeatOptions,
  everyMs: number,
  signal: AbortSignal,
  work: (db: Database) => Promise<unknown>,
): Promise<void> {
  const waiter = createWaiter(clock)
  signal.addEventListener('abort', waiter.wake)
  while (!signal.aborted) {
    try {
      await work(await database())
    } catch (error) {
      log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'the database is not there for now')
    }
    if (!signal.aborted) await waiter.wait(everyMs)
  }
  signal.removeEventListener('abort', waiter.wake)
}
