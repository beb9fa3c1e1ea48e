import 'server-only'
import packageFile from '@/package.json' with { type: 'json' }
import { readUntrustedProxies } from '@/lib/access/client-address'
import { type Grants, may } from '@/lib/access/permissions'
import { database, databaseInfo } from '@/lib/db/instance'
import { settings } from '@/lib/env'
import { readThumbFigures } from '@/lib/media/data'
import { service } from '@/lib/service/instance'
import type { BreakerState, BucketState } from '@/lib/service/types'
import { sync } from '@/lib/sync/instance'
import { reconcilePaceMs } from '@/lib/sync/reconcile/loop'
import { readLastDoneRun, readLatestRun } from '@/lib/sync/reconcile/store'
import { readSyncState } from '@/lib/sync/store'
import { readFreeDisk, smallestFree } from './disk'
import { readFigures } from './figures'
import { estimateCompare, estimateSecondsLeft } from './model'
import type { SystemDetails, SystemStatus } from './schema'

/**
 * The rate limits and the circuit breaker of the service's client. Returns empty values before the boot has configured
 * a service, so that everything else can be shown.
 */
function readService(): { budget: BucketState[]; breaker: BreakerState } {
  try {
    return { budget: service().budget(), breaker: service().breaker() }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'AppError') throw error
    return { budget: [], breaker: { state: 'closed', failures: 0, nextProbeAt: null } }
  }
}

/** The console's own state: freshness, budget, database and problems. */
export async function readSystemStatus(): Promise<SystemStatus> {
  const db = await database()
  const { mode, service: target } = settings()
  const [state, info, figures, latest, done] = await Promise.all([
    readSyncState(db),
    databaseInfo(db),
    readFigures(db),
    readLatestRun(db),
    readLastDoneRun(db),
  ])
  const { running, nextPassAt, rowsToList, hydratePerMinute, tokenRefused } = sync().status()
  const { budget, breaker } = readService()
  const { total, hydrated, missing } = figures
  const waiting = total - hydrated + (rowsToList ?? 0)
  const limitPerMinute = budget.find(({ bucket }) => bucket === 'other')?.limit ?? null
  return {
    mode,
    now: new Date().toISOString(),
    sync: {
      asOf: state.asOf,
      checkpoint: state.checkpoint,
      running,
      lastError: state.lastError,
      nextPassAt,
      total,
      hydrated,
      // Only the first pass shows the total. Later passes list only inspections that were modified since.
      rowsToList: state.asOf === null ? rowsToList : null,
      hydratePerMinute,
      secondsLeft: estimateSecondsLeft(waiting, hydratePerMinute, limitPerMinute),
      missing,
      gaps: state.gaps,
    },
    reconcile: {
      latest,
      doneAt: done?.finishedAt ?? null,
      ...estimateCompare(total + missing, reconcilePaceMs),
    },
    problems: { unreadable: figures.unreadable, unusual: figures.unusual },
    service: {
      host: target === null ? 'stand-in (demo)' : new URL(target.baseUrl).host,
      breaker: breaker.state,
      nextProbeAt: breaker.nextProbeAt === null ? null : new Date(breaker.nextProbeAt).toISOString(),
      refused: tokenRefused,
      budget,
    },
    database: info,
    version: packageFile.version,
  }
}

/** The environment and storage of this process. Addresses of proxies are for admins. */
export async function readSystemDetails(who: Grants): Promise<SystemDetails> {
  const db = await database()
  const now = Date.now()
  return {
    now: new Date(now).toISOString(),
    startedAt: new Date(now - process.uptime() * 1_000).toISOString(),
    versions: { sightline: packageFile.version, node: process.versions.node, next: packageFile.dependencies.next },
    connections: db.connections?.() ?? null,
    replica: (await db.replica?.()) ?? null,
    diskFreeBytes: await readFreeDisk(db, settings().dataDir).then(smallestFree, () => null),
    thumbnails: readThumbFigures(),
    untrustedProxies: may(who, 'system:write')
      ? readUntrustedProxies().map(({ address, requests, lastAt }) => ({
          address,
          requests,
          lastAt: new Date(lastAt).toISOString(),
        }))
      : [],
  }
}
