import 'server-only'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { readSyncState } from '@/lib/sync/store'
import { countStates, listFailures } from './counts'
import type { Overview } from './schema'

/** The numbers of the overview, computed only from the index. */
export async function readOverviewFrom(db: Database): Promise<Overview> {
  const [{ asOf }, counts, recentFailures] = await Promise.all([readSyncState(db), countStates(db), listFailures(db)])
  return {
    asOf,
    total: counts.total,
    inProgress: counts.inProgress,
    recentFailures,
  }
}

/** The overview of the whole index. */
export async function readOverview(): Promise<Overview> {
  return readOverviewFrom(await database())
}
