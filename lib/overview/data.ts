import 'server-only'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { readSyncState } from '@/lib/sync/store'
import { countFailures, countStates, listDays } from './counts'
import type { Overview } from './schema'

/** Numbers of the overview at `now`, from the index alone. */
export async function readOverviewFrom(db: Database, now: Date): Promise<Overview> {
  const [{ asOf }, counts, week, days] = await Promise.all([
    readSyncState(db),
    countStates(db),
    countFailures(db, now),
    listDays(db, now),
  ])
  return {
    asOf,
    total: counts.total,
    inProgress: counts.inProgress,
    completedLast7Days: week.completed,
    failedLast7Days: week.withFailures,
    days,
    recentFailures: week.recent,
  }
}

/** The overview of the whole index. */
export async function readOverview(): Promise<Overview> {
  return readOverviewFrom(await database(), new Date())
}
