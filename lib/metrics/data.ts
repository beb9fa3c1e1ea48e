import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Gauge } from 'prom-client'
import { backupLease } from '@/lib/backup/worker'
import { database } from '@/lib/db/instance'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { eventHub } from '@/lib/events/instance'
import { reportEvent } from '@/lib/web/report-failure'
import { readThumbFigures } from '@/lib/media/data'
import { service } from '@/lib/service/instance'
import { sync } from '@/lib/sync/instance'
import { readSyncState } from '@/lib/sync/store'
import { readFreeDisk } from '@/lib/system/disk'
import { readFigures } from '@/lib/system/figures'
import { readWebhookStatus } from '@/lib/webhooks/data'
import { serverText } from '@/lib/server-text'
import { metrics, type Metrics } from './registry'

const partTimeoutMs = 2_000

/**
 * Allows only requests with the token from the settings.
 * @throws AppError not_found without a configured token, unauthenticated
 */
export function requireMetricsToken(expected: string | null, authorization: string | null): void {
  if (expected === null) throw new AppError('not_found', serverText('metrics.off'))
  const given = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? ''
  if (!timingSafeEqual(digest(given), digest(expected)))
    throw new AppError('unauthenticated', serverText('metrics.token'))
}

/** Digests have equal length, so that the comparison takes constant time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** All current figures in the text format of Prometheus. A part that cannot be read is left out and marked as down. */
export async function readMetrics(): Promise<{ text: string; contentType: string }> {
  const all = metrics()
  const parts: Record<string, () => void | Promise<void>> = {
    service: () => noteService(all),
    sync: () => noteSync(all),
    webhooks: () => noteWebhooks(all),
    events: () => all.streams.set(eventHub().count()),
    jobs: () => noteJobs(all),
    database: () => noteConnections(all),
    thumbnails: () => noteThumbnails(all),
    disk: () => noteDisk(all),
    upkeep: () => noteUpkeep(all),
  }
  await Promise.all(
    Object.entries(parts).map(async ([part, note]) => {
      try {
        await withinTime(async () => note())
        all.up.set({ part }, 1)
      } catch (error) {
        all.up.set({ part }, 0)
        reportEvent('debug', { part, err: error }, 'a part of the metrics could not be read')
      }
    }),
  )
  return { text: await all.registry.metrics(), contentType: all.registry.contentType }
}

/** Limits the time for a part. Prometheus asks again soon, so an unreachable database must not delay the response. */
async function withinTime(work: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it took too long')), partTimeoutMs)
  })
  try {
    await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

function noteService({ budgetLimit, budgetLeft, budgetQueued, breakerOpen, breakerFailures }: Metrics): void {
  for (const { bucket, limit, remaining, queuedPerson, queuedBackground } of service().budget()) {
    budgetLimit.set({ bucket }, limit)
    budgetLeft.set({ bucket }, remaining)
    budgetQueued.set({ bucket, lane: 'person' }, queuedPerson)
    budgetQueued.set({ bucket, lane: 'background' }, queuedBackground)
  }
  const { state, failures } = service().breaker()
  breakerOpen.set(state === 'closed' ? 0 : 1)
  breakerFailures.set(failures)
}

async function noteSync(all: Metrics): Promise<void> {
  const db = await database()
  const [state, figures] = await Promise.all([readSyncState(db), readFigures(db)])
  const { running, hydratePerMinute } = sync().status()
  const now = Date.now()
  all.syncRunning.set(running ? 1 : 0)
  all.hydrateRate.set(hydratePerMinute ?? 0)
  setAge(all.syncAge, state.asOf, now)
  setAge(all.syncCheckpointAge, state.checkpoint, now)
  all.inspections.set({ state: 'read' }, figures.hydrated)
  all.inspections.set({ state: 'waiting' }, figures.total - figures.hydrated)
  all.inspections.set({ state: 'missing' }, figures.missing)
}

/** Sets the age of an instant. NaN before the first pass, because zero would look up to date. */
function setAge(gauge: Gauge, instant: string | null, now: number): void {
  gauge.set(instant === null ? Number.NaN : Math.max(0, now - Date.parse(instant)) / 1_000)
}

async function noteWebhooks(all: Metrics): Promise<void> {
  const { verdicts, waiting, failed } = await readWebhookStatus()
  all.deliveries.reset()
  for (const [verdict, count] of Object.entries(verdicts)) all.deliveries.inc({ verdict }, count)
  all.deliveriesWaiting.set(waiting)
  all.deliveriesFailed.set(failed)
}

async function noteJobs({ userJobs, exports }: Metrics): Promise<void> {
  const db = await database()
  const { rows } = await db.query<{ userJobs: number; exports: number }>(
    `select (select count(*) from user_jobs where finished_at is null) as "userJobs",
            (select count(*) from export_files where state in ('waiting', 'starting', 'running')) as exports`,
  )
  userJobs.set(rows[0]?.userJobs ?? 0)
  exports.set(rows[0]?.exports ?? 0)
}

async function noteUpkeep({ backupAge, activityUnchained }: Metrics): Promise<void> {
  const db = await database()
  const { rows } = await db.query<{ backup: string | null; unchained: number }>(
    `select (select checkpoint from sync_state where name = $1) as backup,
            (select count(*)::int from activity_unchained) as unchained`,
    [backupLease],
  )
  setAge(backupAge, rows[0]?.backup ?? null, Date.now())
  activityUnchained.set(rows[0]?.unchained ?? 0)
}

async function noteConnections({ connections }: Metrics): Promise<void> {
  const counts = (await database()).connections?.()
  if (counts === undefined) return
  connections.set({ state: 'idle' }, counts.idle)
  connections.set({ state: 'busy' }, counts.open - counts.idle)
  connections.set({ state: 'max' }, counts.max)
  connections.set({ state: 'waited_for' }, counts.waiting)
}

async function noteDisk({ diskFree }: Metrics): Promise<void> {
  const free = await readFreeDisk(await database(), settings().dataDir)
  diskFree.set({ place: 'data' }, free.data)
  if (free.database !== null) diskFree.set({ place: 'database' }, free.database)
}

function noteThumbnails({ thumbnailBytes, thumbnailReads }: Metrics): void {
  const { bytes, hits, misses } = readThumbFigures()
  thumbnailBytes.set(bytes ?? 0)
  thumbnailReads.reset()
  thumbnailReads.inc({ result: 'kept' }, hits)
  thumbnailReads.inc({ result: 'made' }, misses)
}
