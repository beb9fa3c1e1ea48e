import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'
import type { FoundInspection, InstantReading, PassStore } from './types'

const syncName = 'inspections'

/**
 * Stores rows of the search: new ones, newer versions, and those that were considered missing. Returns the ids of all
 * that changed.
 */
export async function saveRows(tx: Queryable, rows: readonly FoundInspection[]): Promise<string[]> {
  if (rows.length === 0) return []
  // The order of ids is the same everywhere, so that a pass and the hydration never deadlock.
  const ordered = [...rows].sort((a, b) => (a.auditId < b.auditId ? -1 : 1))
  const { rows: changed } = await tx.query<{ audit_id: string }>(
    `insert into inspections as known (audit_id, modified_at, template_id)
     select * from unnest($1::text[], $2::timestamptz[], $3::text[])
     on conflict (audit_id) do update set
       modified_at = greatest(known.modified_at, excluded.modified_at),
       template_id = coalesce(excluded.template_id, known.template_id),
       last_seen_at = now(),
       missing_at = null, missing_reason = null,
       hydrate_error = null, hydrate_tries = 0, hydrate_after = null
     where excluded.modified_at > known.modified_at or known.missing_at is not null
     returning audit_id`,
    [ordered.map((row) => row.auditId), ordered.map((row) => row.modifiedAt), ordered.map((row) => row.templateId)],
  )
  const ids = changed.map((row) => row.audit_id)
  // The parts of ids that a search can find.
  if (ids.length > 0)
    await tx.query(
      `insert into inspection_ids select * from unnest($1::text[]) as id order by id on conflict do nothing`,
      [ids],
    )
  return ids
}

/** Stores what is known about a crowded instant. One that was read completely is no longer a gap. */
export async function saveReading(tx: Queryable, reading: InstantReading): Promise<void> {
  const isWhole = reading.known >= reading.reported
  await tx.query(
    isWhole
      ? `update sync_gaps set known = $2, reported = $3, resolved_at = now() where at = $1 and resolved_at is null`
      : `insert into sync_gaps (at, known, reported) values ($1, $2, $3)
         on conflict (at) do update set known = excluded.known, reported = excluded.reported, found_at = now(), resolved_at = null`,
    [reading.at, reading.known, reading.reported],
  )
}

/** The index in PostgreSQL, as a pass writes it. */
export function createPassStore(db: Database): PassStore {
  return {
    checkpoint: async () => (await readSyncState(db)).checkpoint,
    templateIds: async () => {
      // Walks the index from one template to the next: few steps, however many inspections there are.
      const { rows } = await db.query<{ template_id: string }>(
        `with recursive walk as (
           select min(template_id) as template_id from inspections
           union all
           select (select min(template_id) from inspections where template_id > walk.template_id)
           from walk where walk.template_id is not null
         )
         select template_id from walk where template_id is not null order by template_id`,
      )
      return rows.map((row) => row.template_id)
    },
    gapDue: async () => {
      const { rows } = await db.query<{ at: string }>(
        `select at from sync_gaps where resolved_at is null and found_at < now() - interval '1 hour' order by found_at limit 1`,
      )
      return rows[0]?.at ?? null
    },
    save: ({ rows, checkpoint, reading }) =>
      db.transaction(async (tx) => {
        const changed = await saveRows(tx, rows)
        if (reading !== undefined) await saveReading(tx, reading)
        await tx.query(
          `insert into sync_state as known (name, checkpoint) values ($1, $2)
           on conflict (name) do update set checkpoint = greatest(known.checkpoint, excluded.checkpoint)`,
          [syncName, checkpoint],
        )
        return changed
      }),
  }
}

export interface SyncState {
  checkpoint: string | null
  /** When the last completed pass began: nothing modified before it is missing. */
  asOf: string | null
  lastFinishedAt: string | null
  lastError: string | null
  gaps: InstantReading[]
}

/** Only `SyncState.asOf`, which is read with every page of a list. */
export async function readAsOf(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ at: string | null }>(
    `select last_started_at as at from sync_state where name = $1`,
    [syncName],
  )
  return rows[0]?.at ?? null
}

/** What the database knows about the sync, whichever console wrote it. */
export async function readSyncState(db: Queryable): Promise<SyncState> {
  const { rows } = await db.query<{
    checkpoint: string | null
    last_started_at: string | null
    last_finished_at: string | null
    last_error: string | null
  }>(`select checkpoint, last_started_at, last_finished_at, last_error from sync_state where name = $1`, [syncName])
  const gaps = await db.query<InstantReading>(
    `select at, known, reported from sync_gaps where resolved_at is null order by at desc limit 100`,
  )
  const state = rows[0]
  return {
    checkpoint: state?.checkpoint ?? null,
    asOf: state?.last_started_at ?? null,
    lastFinishedAt: state?.last_finished_at ?? null,
    lastError: state?.last_error ?? null,
    gaps: gaps.rows,
  }
}

/** Records a successful pass. `note`: a hint for people, or null. */
export async function recordFinishedPass(
  db: Queryable,
  pass: { startedAt: Date; finishedAt: Date; note: string | null },
): Promise<void> {
  await db.query(
    `insert into sync_state as known (name, last_started_at, last_finished_at, last_error, passes)
     values ($1, $2, $3, $4, 1)
     on conflict (name) do update set
       last_started_at = excluded.last_started_at, last_finished_at = excluded.last_finished_at,
       last_error = excluded.last_error, passes = known.passes + 1`,
    [syncName, pass.startedAt, pass.finishedAt, pass.note],
  )
}

/** Records why a pass failed, in words for people. */
export async function recordFailedPass(db: Queryable, message: string): Promise<void> {
  await db.query(
    `insert into sync_state (name, last_error) values ($1, $2)
     on conflict (name) do update set last_error = excluded.last_error`,
    [syncName, message],
  )
}
