import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import type { ZipMissing, ZipProgress, ZipState } from '@/lib/media/schema'
import type { PageLanguage } from '@/lib/messages/languages'
import { serverText } from '@/lib/server-text'
import type { ZipContent, ZipFile } from './files'

/**
 * Invariant: the row of a zip has its state for all consoles. All times are from the clock of the database, because
 * clocks of consoles may differ.
 */

/** Advisory lock, because zips must be created one at a time to enforce the limits. The number is arbitrary. */
const createLock = 7_130_030
/** A zip ends if none of it is read for this long. */
const idleMinutes = 30
/** Consoles report every second. After this long without a report, the console is dead and its download has ended. */
const lostAfter = '30 seconds'
const isLive = `state in ('waiting', 'running', 'paused')`
const isOpen = `state in ('running', 'paused')`

/** The content of a zip and how to write it. */
export interface ZipPlan {
  fileName: string
  zone: string
  /** Language of texts in the zip, such as why files are missing. */
  language: PageLanguage
  only: 'all' | 'failed'
  content: Pick<ZipContent, 'files' | 'inspections'>
}

/** Maximum numbers of zips at the same time, including waiting ones. */
export interface ZipLimits {
  owner: number
  all: number
}

/** @throws AppError throttled if there are too many zips */
export async function insertZip(
  db: Database,
  zip: ZipPlan & { zipId: string; ownerId: string },
  max: ZipLimits,
): Promise<void> {
  await db.transaction(
    async (tx) => {
      const { rows } = await tx.query<{ own: number; total: number }>(
        `select count(*) filter (where owner_id = $1)::int as own, count(*)::int as total from media_zips where ${isLive}`,
        [zip.ownerId],
      )
      const { own = 0, total = 0 } = rows[0] ?? {}
      if (own >= max.owner) throw tooMany(serverText('media.zips.tooManyOwn', { max: max.owner }), 30)
      if (total >= max.all) throw tooMany(serverText('media.zips.tooManyAll'), 60)
      await tx.query(
        `insert into media_zips (zip_id, owner_id, file_name, zone, language, only_files, files, file_count, inspection_count)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          zip.zipId,
          zip.ownerId,
          zip.fileName,
          zip.zone,
          zip.language,
          zip.only,
          JSON.stringify(zip.content.files),
          zip.content.files.length,
          zip.content.inspections,
        ],
      )
    },
    { setup: `select pg_advisory_xact_lock(${createLock})` },
  )
}

const tooMany = (text: string, retryAfterSeconds: number) =>
  new AppError('throttled', text, { details: { retryAfterSeconds } })

const progressColumns = `zip_id as "zipId", file_name as "fileName", state, problem, file_count as files, done_count as done,
  bytes, cardinality(missing) as "missingCount", missing_shown as missing,
  case when state = 'paused' then touched_at + interval '${idleMinutes} minutes' end as "endsAt"`

/** Null if the zip does not exist or belongs to another person. */
export async function readZip(db: Queryable, ownerId: string, zipId: string): Promise<ZipProgress | null> {
  const { rows } = await db.query<ZipProgress & { isLost: boolean }>(
    `select ${progressColumns}, ${isOpen} and seen_at < now() - interval '${lostAfter}' as "isLost"
     from media_zips where zip_id = $1 and owner_id = $2`,
    [zipId, ownerId],
  )
  const [row] = rows
  if (row === undefined) return null
  if (row.isLost) {
    await endLost(db)
    return readZip(db, ownerId, zipId)
  }
  const { isLost: _, ...progress } = row
  return progress
}

/** Pauses or resumes a zip. Null: it is not being downloaded. */
export async function pauseZip(
  db: Queryable,
  ownerId: string,
  zipId: string,
  to: 'paused' | 'running',
): Promise<ZipProgress | null> {
  const { rows } = await db.query<ZipProgress>(
    `update media_zips set state = $3, touched_at = now() where zip_id = $1 and owner_id = $2 and ${isOpen}
     returning ${progressColumns}`,
    [zipId, ownerId, to],
  )
  return rows[0] ?? null
}

/** Cancels a zip that has not ended. */
export async function cancelZip(db: Queryable, ownerId: string, zipId: string): Promise<void> {
  await db.query(
    `update media_zips set state = 'cancelled', touched_at = now() where zip_id = $1 and owner_id = $2 and ${isLive}`,
    [zipId, ownerId],
  )
}

interface PlanRow {
  fileName: string
  zone: string
  language: PageLanguage
  only: 'all' | 'failed'
  files: ZipFile[]
  inspections: number
}

const planColumns = `file_name as "fileName", zone, language, only_files as only, files, inspection_count as inspections`

const toPlan = ({ files, inspections, ...rest }: PlanRow): ZipPlan => ({ ...rest, content: { files, inspections } })

/** Begins the only download of a zip, through this console. Null: the zip is not waiting. */
export async function takeZip(
  db: Queryable,
  ownerId: string,
  zipId: string,
  consoleId: string,
): Promise<ZipPlan | null> {
  const { rows } = await db.query<PlanRow>(
    `update media_zips set state = 'running', console_id = $3, seen_at = now(), touched_at = now()
     where zip_id = $1 and owner_id = $2 and state = 'waiting' returning ${planColumns}`,
    [zipId, ownerId, consoleId],
  )
  return rows[0] === undefined ? null : toPlan(rows[0])
}

/** The files for a retry: those that are missing in a zip, or all if it broke off. Null: there are none. */
export async function readRest(db: Queryable, ownerId: string, zipId: string): Promise<ZipPlan | null> {
  const { rows } = await db.query<PlanRow & { missing: number[]; state: ZipState }>(
    `select ${planColumns}, missing, state from media_zips where zip_id = $1 and owner_id = $2 and state in ('done', 'failed')`,
    [zipId, ownerId],
  )
  const [row] = rows
  if (row === undefined) return null
  const { missing, state, ...plan } = row
  if (state === 'failed') return toPlan(plan)
  const files = missing.map((position) => plan.files[position]).filter((file) => file !== undefined)
  if (files.length === 0) return null
  return toPlan({ ...plan, files, inspections: new Set(files.map(({ inspection }) => inspection.auditId)).size })
}

/** A progress report of the console that creates a zip. */
export interface ZipReport {
  zipId: string
  consoleId: string
  done: number
  bytes: number
  missing: readonly number[]
  missingShown: readonly ZipMissing[]
  end: { state: 'done' | 'failed' | 'cancelled'; problem: string | null } | null
}

/**
 * Stores a report, unless the zip has ended in the meantime.
 * @returns the state that the zip should have now; null if it was deleted
 */
export async function reportZip(db: Queryable, report: ZipReport): Promise<ZipState | null> {
  const { zipId, consoleId, done, bytes, missing, missingShown, end } = report
  const { rows } = await db.query<{ state: ZipState }>(
    `update media_zips set seen_at = now(), done_count = $3, bytes = $4, missing = $5, missing_shown = $6,
       touched_at = case when bytes <> $4 or done_count <> $3 or $7::text is not null then now() else touched_at end,
       state = coalesce($7, state), problem = $8
     where zip_id = $1 and console_id = $2 and ${isOpen} returning state`,
    [zipId, consoleId, done, bytes, missing, JSON.stringify(missingShown), end?.state ?? null, end?.problem ?? null],
  )
  if (rows[0] !== undefined) return rows[0].state
  const kept = await db.query<{ state: ZipState }>('select state from media_zips where zip_id = $1', [zipId])
  return kept.rows[0]?.state ?? null
}

/** Ends zips whose console died. They can be created again. */
async function endLost(db: Queryable): Promise<void> {
  await db.query(
    `update media_zips set state = 'failed', problem = $1, touched_at = now()
     where ${isOpen} and seen_at < now() - interval '${lostAfter}'`,
    [serverText('media.zips.interrupted')],
  )
}

/** Deletes zips that ended some time ago, and ends those that are no longer read. */
export async function sweepZips(db: Queryable): Promise<void> {
  await endLost(db)
  await db.query(
    `update media_zips set state = 'failed', problem = $1, touched_at = now()
     where ${isOpen} and touched_at < now() - interval '${idleMinutes} minutes'`,
    [serverText('media.zips.idle')],
  )
  await db.query(
    `delete from media_zips where (state = 'waiting' and touched_at < now() - interval '2 minutes')
       or (not ${isLive} and touched_at < now() - interval '1 hour')`,
  )
}
