import 'server-only'
import packageFile from '@/package.json' with { type: 'json' }
import { database, databaseInfo } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { settings } from '@/lib/env'
import { service } from '@/lib/service/instance'
import type { BreakerState, BucketState } from '@/lib/service/types'
import { sync } from '@/lib/sync/instance'
import { readSyncState } from '@/lib/sync/store'
import { countFailures, countStates, listDays } from './counts'
import type { Overview, SystemStatus } from './schema'

/** The client's own state; before the boot has named a target there is none, which is no reason to show nothing. */
function readService(): { budget: BucketState[]; breaker: BreakerState } {
  try {
    return { budget: service().budget(), breaker: service().breaker() }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'AppError') throw error
    return { budget: [], breaker: { state: 'closed', failures: 0, nextProbeAt: null } }
  }
}

/** The console's own state: freshness, budget, database, and what is wrong, in words. */
export async function readSystemStatus(): Promise<SystemStatus> {
  const db = await database()
  const { mode, service: target } = settings()
  const [state, info, counts] = await Promise.all([readSyncState(db), databaseInfo(db), countStates(db)])
  const { running, nextPassAt, hydratePerMinute, tokenRefused } = sync().status()
  const { budget, breaker } = readService()
  return {
    mode,
    now: new Date().toISOString(),
    sync: {
      asOf: state.asOf,
      checkpoint: state.checkpoint,
      running,
      lastError: state.lastError,
      nextPassAt,
      total: counts.total,
      hydrated: counts.hydrated,
      hydratePerMinute,
      gaps: state.gaps,
    },
    service: {
      host: target === null ? 'stand-in (demo)' : new URL(target.baseUrl).host,
      breaker: breaker.state,
      nextProbeAt: breaker.nextProbeAt === null ? null : new Date(breaker.nextProbeAt).toISOString(),
      refused: tokenRefused,
      budget: budget.map(({ bucket, limit, remaining, resetSeconds, queuedPerson, queuedBackground, source }) => ({
        bucket,
        limit,
        remaining,
        resetSeconds,
        queuedPerson,
        queuedBackground,
        source,
      })),
    },
    database: info,
    version: packageFile.version,
  }
}

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
