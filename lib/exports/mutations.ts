import 'server-only'
import type * as z from 'zod'
import { nameActor, recordActivity, relatedKey } from '@/lib/activity/journal'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import { listInspections } from '@/lib/inspections/data'
import { renewCause } from '@/lib/inbox/store'
import { readListQuery } from '@/lib/inspections/list/list-query'
import type { BulkSelection } from '@/lib/review/schema'
import { serverText } from '@/lib/server-text'
import { mayChangeJob, readExportJob, unknownJob } from './data'
import { exportWorker } from './instance'
import { exportCause } from './notices-mutations'
import { keepSize } from './store'
import { openFilesMax, type ExportJobSummary, type ExportRetry, type newExport } from './schema'
import { exportFilesMax } from './values-model'

interface Options {
  db?: Database
  /** Notifies the worker that something is due. */
  wake?: () => void
}

const wakeWorker = () => exportWorker().wake()

/** The ids of a selection in order. At most one more than a job may have, so that the caller can detect too many. */
async function listSelected(selection: BulkSelection, db: Database): Promise<string[]> {
  if (selection.kind === 'ids') return [...new Set(selection.ids)]
  const params = readListQuery(selection.query)
  const except = new Set<string>(selection.except)
  const ids: string[] = []
  for (let after: string | null | undefined; after !== null && ids.length <= exportFilesMax;) {
    const page = await listInspections({ ...params, after, limit: exportFilesMax + 1, include: ['rows'] }, { db })
    for (const { auditId } of page.rows) if (!except.has(auditId)) ids.push(auditId)
    after = page.after
  }
  return ids
}

/**
 * Starts a job: one document for each inspection of the selection that is in the index.
 * @throws AppError invalid (too many, an unreadable query), not_found (no inspection exists), throttled (too many open)
 */
export async function createExportJob(
  actor: Actor,
  asked: z.output<typeof newExport>,
  options: Options = {},
): Promise<{ job: ExportJobSummary; leftOut: number }> {
  const db = options.db ?? (await database())
  const ids = await listSelected(asked.selection, db)
  if (ids.length > exportFilesMax) throw new AppError('invalid', serverText('exports.tooMany', { max: exportFilesMax }))
  const { format, via, zone, profileId } = asked
  const created = await db.transaction(async (tx) => {
    await requireRoom(tx, actor.userId, ids.length)
    const { rows } = await tx.query<{ job_id: string }>(
      `insert into export_jobs (owner_id, owner_name, format, via, zone, profile_id) values ($1, $2, $3, $4, $5, $6)
       returning job_id`,
      [actor.userId, nameActor(actor), format, via, zone, profileId],
    )
    const jobId = rows[0]?.job_id
    if (jobId === undefined) throw new Error('an insert gives its row')
    const { rowCount } = await tx.query(
      `insert into export_files (job_id, position, audit_id, title, state, next_at)
       select $1, row_number() over (order by wanted.place) - 1, i.audit_id, i.title, 'waiting', 'epoch'::timestamptz
       from unnest($2::text[]) with ordinality as wanted (audit_id, place)
       join inspections i using (audit_id) where i.missing_at is null`,
      [jobId, ids],
    )
    if (rowCount === 0) throw new AppError('not_found', serverText('exports.noneLeft'))
    const files = await readNamedFiles(tx, jobId)
    await recordActivity(tx, actor, {
      action: 'export.start',
      objectKind: 'export',
      objectId: jobId,
      objectName: nameFiles(files),
      after: { format, via, zone, profileId, documents: rowCount, leftOut: ids.length - rowCount },
      related: files.map(({ audit_id }) => relatedKey('inspection', audit_id)),
    })
    return { jobId, count: rowCount }
  })
  ;(options.wake ?? wakeWorker)()
  publishChange('exports', [created.jobId])
  const { files: _files, ...job } = await readExportJob(actor, created.jobId, db)
  return { job, leftOut: ids.length - created.count }
}

interface NamedFile {
  audit_id: string
  title: string | null
}

async function readNamedFiles(tx: Queryable, jobId: string): Promise<NamedFile[]> {
  const { rows } = await tx.query<NamedFile>(
    'select audit_id, title from export_files where job_id = $1 order by position',
    [jobId],
  )
  return rows
}

/** The name of an export in the log. */
function nameFiles(files: readonly NamedFile[]): string {
  const [only] = files
  return only !== undefined && files.length === 1
    ? (only.title ?? only.audit_id)
    : `${files.length.toLocaleString('en')} inspections`
}

async function recordStep(
  tx: Queryable,
  actor: Actor,
  { act, jobId, documents }: { act: 'cancel' | 'retry' | 'remove'; jobId: string; documents: number | null },
): Promise<void> {
  await recordActivity(tx, actor, {
    action: `export.${act}`,
    objectKind: 'export',
    objectId: jobId,
    objectName: nameFiles(await readNamedFiles(tx, jobId)),
    after: documents === null ? null : { documents },
  })
}

/**
 * Limits the open documents of a person, so that they do not delay everybody else. Locks the person's row, so that
 * requests from two tabs are counted together.
 */
async function requireRoom(tx: Queryable, ownerId: string, added: number): Promise<void> {
  await tx.query('select from users where user_id = $1 for no key update', [ownerId])
  const { rows } = await tx.query<{ count: number }>(
    `select count(*) as count from export_files join export_jobs using (job_id)
     where owner_id = $1 and state in ('waiting', 'starting', 'running')`,
    [ownerId],
  )
  const open = rows[0]?.count ?? 0
  if (open + added > openFilesMax)
    throw new AppError('throttled', serverText('exports.tooMuchOpen', { max: openFilesMax }), {
      details: { retryAfterSeconds: 60 },
    })
}

/** @returns the ID of the owner, or null after that account was deleted. @throws AppError not_found, forbidden */
async function lockJob(tx: Queryable, actor: Actor, jobId: string): Promise<string | null> {
  const { rows } = await tx.query<{ owner_id: string | null; owner_name: string }>(
    'select owner_id, owner_name from export_jobs where job_id = $1 for update',
    [jobId],
  )
  const [row] = rows
  if (row === undefined) throw unknownJob()
  if (!mayChangeJob(actor, row.owner_id))
    throw new AppError('forbidden', serverText('exports.notYours', { owner: row.owner_name }))
  return row.owner_id
}

async function readSummary(actor: Actor, jobId: string, db: Database): Promise<ExportJobSummary> {
  const { files: _files, ...job } = await readExportJob(actor, jobId, db)
  return job
}

/**
 * Cancels a job: nothing more is started or polled. The service continues documents that it has started. A start in
 * progress still records its response.
 */
export async function cancelExportJob(actor: Actor, jobId: string, options: Options = {}): Promise<ExportJobSummary> {
  const db = options.db ?? (await database())
  await db.transaction(async (tx) => {
    await lockJob(tx, actor, jobId)
    const { rowCount } = await tx.query(
      `update export_files set state = 'cancelled', next_at = null, finished_at = now(), error = null
       where job_id = $1 and state in ('waiting', 'running')`,
      [jobId],
    )
    const { rowCount: cancelled } = await tx.query(
      `update export_jobs set cancelled_at = coalesce(cancelled_at, now())
       where job_id = $1 and ($2 or exists (select from export_files f where f.job_id = $1 and f.state = 'starting'))`,
      [jobId, rowCount > 0],
    )
    // Canceling a job that has ended changes nothing.
    if (cancelled > 0) await recordStep(tx, actor, { act: 'cancel', jobId, documents: rowCount })
  })
  publishChange('exports', [jobId])
  return readSummary(actor, jobId, db)
}

/**
 * Retries files that failed, whose outcome is unknown, or that were canceled, when a person requests it. A file that
 * has an id at the service is polled again. Other files are started again.
 * @throws AppError not_found, forbidden, conflict when no file is in such a state, throttled (too many open)
 */
export async function retryExportFiles(
  actor: Actor,
  jobId: string,
  { states, positions }: ExportRetry,
  options: Options = {},
): Promise<ExportJobSummary> {
  const db = options.db ?? (await database())
  await db.transaction(async (tx) => {
    const ownerId = await lockJob(tx, actor, jobId)
    const { rowCount } = await tx.query(
      `update export_files
       set state = case when remote_id is null then 'waiting' else 'running' end,
           started_at = case when remote_id is null then null else clock_timestamp() end,
           next_at = 'epoch', tries = 0, error = null, finished_at = null
       where job_id = $1 and state = any($2::text[]) and ($3::integer[] is null or position = any($3))`,
      [jobId, states, positions ?? null],
    )
    if (rowCount === 0) throw new AppError('conflict', serverText('exports.nothingToRetry'))
    // An admin may retry the export of another person, whose documents these stay.
    if (ownerId !== null) await requireRoom(tx, ownerId, 0)
    await tx.query('update export_jobs set cancelled_at = null where job_id = $1', [jobId])
    // The person gets a notice again when the export has finished.
    await renewCause(tx, exportCause(jobId))
    await recordStep(tx, actor, { act: 'retry', jobId, documents: rowCount })
  })
  ;(options.wake ?? wakeWorker)()
  publishChange('exports', [jobId])
  return readSummary(actor, jobId, db)
}

/** Removes a job from the list. Its documents stay at the service. @throws AppError not_found, forbidden, conflict */
export async function forgetExportJob(actor: Actor, jobId: string, options: Options = {}): Promise<void> {
  const db = options.db ?? (await database())
  await db.transaction(async (tx) => {
    await lockJob(tx, actor, jobId)
    const { rows } = await tx.query(
      `select from export_files where job_id = $1 and state in ('waiting', 'starting', 'running') limit 1`,
      [jobId],
    )
    if (rows.length > 0) throw new AppError('conflict', serverText('exports.stillRunning'))
    await recordStep(tx, actor, { act: 'remove', jobId, documents: null })
    await tx.query('delete from export_jobs where job_id = $1', [jobId])
  })
  publishChange('exports', [jobId])
}

/** Stores the size of a document, as the headers of its download report it. */
export async function noteSize(
  place: { jobId: string; position: number },
  { headers }: Pick<Response, 'headers'>,
  given?: Queryable,
): Promise<void> {
  const bytes = Number(headers.get('content-length') ?? Number.NaN)
  if (Number.isSafeInteger(bytes)) await keepSize(given ?? (await database()), { ...place, bytes })
}
