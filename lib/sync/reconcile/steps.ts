import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'
import { deduplicate } from '@/lib/sync/pages'
import type { ReconcilePhase, ReconcileRun } from './store'
import type { ListedWindow } from './window'
import { saveReading, saveRows } from '@/lib/sync/store'
import type { FoundInspection } from '@/lib/sync/types'

/** What each step of a full compare writes: its effects and the run's new place together, or nothing. */

/** Rows of the index that are compared in one transaction: a list that ends early must not make one without end. */
const comparedMax = 20_000
const markedAtOnce = 5_000

interface Move {
  phase: ReconcilePhase
  position: string | null
}

/**
 * Runs `work` and moves the run, all or nothing; false when the run is no longer where the caller read it (it was
 * cancelled, or another console has gone on with it).
 */
async function step(
  db: Database,
  run: ReconcileRun,
  work: (tx: Queryable) => Promise<{ move: Move; counts?: Partial<Record<CountName, number>> }>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `select 1 from reconcile_runs
       where run_id = $1 and state = 'running' and phase = $2 and position is not distinct from $3 for update`,
      [run.runId, run.phase, run.position],
    )
    if (rowCount === 0) return false
    const { move, counts = {} } = await work(tx)
    await tx.query(
      `update reconcile_runs set phase = $2, position = $3, error = null, moved_at = now(),
         requests = requests + $4, listed = listed + $5, added = added + $6, returned = returned + $7,
         archived_changed = archived_changed + $8, missing = missing + $9, unclear = unclear + $10
       where run_id = $1`,
      [run.runId, move.phase, move.position, ...countNames.map((name) => counts[name] ?? 0)],
    )
    return true
  })
}

const countNames = ['requests', 'listed', 'added', 'returned', 'archivedChanged', 'missing', 'unclear'] as const
type CountName = (typeof countNames)[number]

/** What a window of the list says about the index. */
async function takeListed(
  tx: Queryable,
  listed: readonly FoundInspection[],
  archived: boolean | null,
): Promise<{ added: number; returned: number; archivedChanged: number; changedIds: string[] }> {
  const rows = deduplicate(listed)
  const { rows: before } = await tx.query<{
    audit_id: string
    modified_at: string
    archived: boolean | null
    is_missing: boolean
  }>(
    `select audit_id, modified_at, archived, missing_at is not null as is_missing
     from inspections where audit_id = any($1::text[])`,
    [rows.map((row) => row.auditId)],
  )
  const known = new Map(before.map((row) => [row.audit_id, row]))
  const changedIds = await saveRows(tx, rows)
  const olderIds = rows.filter((row) => (known.get(row.auditId)?.modified_at ?? '') > row.modifiedAt)
  await tx.query(`delete from reconcile_absent where audit_id = any($1::text[])`, [rows.map((row) => row.auditId)])
  // Not found under the version we have, but found: it must not be taken for missing when its own window is compared.
  await tx.query(
    `insert into reconcile_absent (audit_id, modified_at, state)
     select id, at, 'listed' from unnest($1::text[], $2::timestamptz[]) as found (id, at)`,
    [olderIds.map((row) => row.auditId), olderIds.map((row) => row.modifiedAt)],
  )
  const differing =
    archived === null ? [] : rows.filter((row) => (known.get(row.auditId)?.archived ?? false) !== archived)
  if (differing.length > 0)
    await tx.query(`update inspections set archived = $2 where audit_id = any($1::text[])`, [
      differing.map((row) => row.auditId).sort(),
      archived,
    ])
  return {
    added: rows.length - known.size,
    returned: before.filter((row) => row.is_missing).length,
    archivedChanged: differing.filter((row) => known.get(row.auditId)?.archived != null).length,
    changedIds,
  }
}

/** Where a comparison that may reach to `to` has to stop for now; null = at the run's own end. */
async function boundWindow(tx: Queryable, from: string | null, to: string | null, until: string): Promise<string> {
  const end = to === null || to > until ? until : to
  const { rows } = await tx.query<{ at: string; next: string }>(
    `select modified_at as at, modified_at + interval '1 millisecond' as next from inspections
     where modified_at >= coalesce($1::timestamptz, '-infinity') and modified_at < $2
     order by modified_at offset ${comparedMax} limit 1`,
    [from, end],
  )
  const [cut] = rows
  if (cut === undefined) return end
  return from !== null && cut.at <= from ? cut.next : cut.at
}

/**
 * Sets a window beside the index: takes in what is new, back or archived differently, and notes what is absent. Gives the
 * ids whose documents wait now, or null when the run has moved on without us.
 */
export async function compareWindow(
  db: Database,
  run: ReconcileRun,
  window: ListedWindow,
  archived: boolean,
): Promise<string[] | null> {
  let changedIds: string[] = []
  const isDone = await step(db, run, async (tx) => {
    const found = await takeListed(tx, window.rows, archived)
    changedIds = found.changedIds
    if (window.reading !== null) await saveReading(tx, window.reading)
    const to = await boundWindow(tx, run.position, window.to, run.until)
    if (window.isComplete)
      await tx.query(
        `insert into reconcile_absent (audit_id, modified_at)
         select mine.audit_id, mine.modified_at
         from inspections mine
         left join unnest($3::text[]) as theirs (audit_id) on theirs.audit_id = mine.audit_id collate "C"
         where mine.modified_at >= coalesce($1::timestamptz, '-infinity') and mine.modified_at < $2
           and theirs.audit_id is null and mine.missing_at is null and (mine.archived is true) = $4
           and not exists (select from sync_gaps gap where gap.at = mine.modified_at and gap.resolved_at is null)
         on conflict (audit_id) do nothing`,
        [run.position, to, window.rows.map((row) => row.auditId), archived],
      )
    const isEnd = to >= run.until
    const next: Move = isEnd
      ? { phase: archived ? 'verify' : 'archived', position: null }
      : { phase: run.phase, position: to }
    const listed = window.rows.filter((row) => (run.position ?? '') <= row.modifiedAt && row.modifiedAt < to).length
    return {
      move: next,
      counts: {
        requests: window.requests,
        listed,
        added: found.added,
        returned: found.returned,
        archivedChanged: found.archivedChanged,
        unclear: window.isComplete ? 0 : 1,
      },
    }
  })
  return isDone ? changedIds : null
}

/** The oldest absent row that was not looked for a second time yet. */
export async function nextToVerify(db: Queryable, run: ReconcileRun): Promise<string | null> {
  const { rows } = await db.query<{ at: string | null }>(
    `select min(modified_at) as at from reconcile_absent
     where state = 'absent' and modified_at >= coalesce($1::timestamptz, '-infinity')`,
    [run.position],
  )
  return rows[0]?.at ?? null
}

/** Confirms what is absent from a second reading of the list that begins at `from` as well. */
export async function verifyWindow(
  db: Database,
  run: ReconcileRun,
  from: string,
  window: ListedWindow,
): Promise<string[] | null> {
  let changedIds: string[] = []
  const isDone = await step(db, run, async (tx) => {
    changedIds = (await takeListed(tx, window.rows, null)).changedIds
    if (window.reading !== null) await saveReading(tx, window.reading)
    const inside = `state = 'absent' and modified_at >= $1 and modified_at < coalesce($2::timestamptz, 'infinity')`
    await tx.query(
      window.isComplete
        ? `update reconcile_absent set state = 'confirmed' where ${inside}`
        : `delete from reconcile_absent where ${inside}`,
      [from, window.to],
    )
    // At the end of the list nothing is left to verify, and the next look finds that.
    return {
      move: { phase: 'verify', position: window.to ?? run.position },
      counts: { requests: window.requests, unclear: window.isComplete ? 0 : 1 },
    }
  })
  return isDone ? changedIds : null
}

/** Ends the second look. What it could not reach in a whole window stays unmarked. */
export function endVerify(db: Database, run: ReconcileRun): Promise<boolean> {
  return step(db, run, async (tx) => {
    await tx.query(`delete from reconcile_absent where state <> 'confirmed'`)
    // A pass may be under way that began before the last look; the one after it surely begins later.
    await tx.query(
      `update reconcile_runs set settle_passes = (select passes + 2 from sync_state where name = 'inspections')
       where run_id = $1`,
      [run.runId],
    )
    return { move: { phase: 'settle', position: null } }
  })
}

/** Goes on once enough passes have ended: what has another version since is there. False while they have not. */
export async function settle(db: Database, run: ReconcileRun): Promise<boolean> {
  const { rows } = await db.query<{ passes: number }>(`select passes from sync_state where name = 'inspections'`)
  if (run.settlePasses === null || (rows[0]?.passes ?? 0) < run.settlePasses) return false
  return step(db, run, async (tx) => {
    await tx.query(
      `delete from reconcile_absent absent
       using inspections mine
       where mine.audit_id = absent.audit_id and (mine.modified_at <> absent.modified_at or mine.missing_at is not null)`,
    )
    return { move: { phase: 'ask', position: null } }
  })
}

/** The next absent inspection whose document is asked for, newest first; null when enough were asked. */
export async function nextToAsk(db: Queryable, askedMax: number): Promise<string | null> {
  const { rows } = await db.query<{ audit_id: string }>(
    `select audit_id from reconcile_absent
     where asked_at is null and (select count(*) from reconcile_absent where asked_at is not null) < $1
     order by modified_at desc, audit_id desc limit 1`,
    [askedMax],
  )
  return rows[0]?.audit_id ?? null
}

/** Notes what the service said about one of them. `there`: it is not missing after all. */
export function noteAnswer(
  db: Database,
  run: ReconcileRun,
  auditId: string,
  answer: 'there' | 'removed' | 'not-permitted' | null,
): Promise<boolean> {
  return step(db, run, async (tx) => {
    if (answer === 'there')
      // Kept as `listed`, so that it counts as asked and is not asked again.
      await tx.query(`update reconcile_absent set state = 'listed', asked_at = now() where audit_id = $1`, [auditId])
    else
      await tx.query(`update reconcile_absent set asked_at = now(), reason = $2 where audit_id = $1`, [auditId, answer])
    return { move: { phase: 'ask', position: null }, counts: { requests: 1 } }
  })
}

export interface Absence {
  /** Rows that would be marked. */
  confirmed: number
  removed: number
  notPermitted: number
}

/** What would be marked, and what single documents told about it. */
export async function readAbsence(db: Queryable): Promise<Absence> {
  const { rows } = await db.query<Absence>(
    `select count(*) as confirmed, count(*) filter (where reason = 'removed') as removed,
            count(*) filter (where reason = 'not-permitted') as "notPermitted"
     from reconcile_absent where state = 'confirmed'`,
  )
  return rows[0] ?? { confirmed: 0, removed: 0, notPermitted: 0 }
}

/** Leaves everything as it is until a person says that it is true. */
export async function holdRun(db: Database, run: ReconcileRun, message: string): Promise<void> {
  await db.query(
    `update reconcile_runs set state = 'held', error = $2, finished_at = now()
     where run_id = $1 and state = 'running' and phase = 'ask'`,
    [run.runId, message],
  )
}

/** All is asked: marking begins. */
export function beginMarking(db: Database, run: ReconcileRun): Promise<boolean> {
  return step(db, run, async (tx) => {
    await tx.query(`delete from reconcile_absent where state <> 'confirmed'`)
    return { move: { phase: 'mark', position: null } }
  })
}

const nextMarked = `select audit_id from reconcile_absent order by audit_id limit ${markedAtOnce}`

/** Marks the next of them; true when none is left and the run is done. What changed its version meanwhile is there. */
export async function markNext(db: Database, run: ReconcileRun): Promise<boolean> {
  let isLast = false
  const isDone = await step(db, run, async (tx) => {
    // In the one order that every writer keeps.
    await tx.query(`select from inspections where audit_id in (${nextMarked}) order by audit_id for no key update`)
    const { rows } = await tx.query<{ taken: number; marked: number }>(
      `with batch as (
         delete from reconcile_absent where audit_id in (${nextMarked})
         returning audit_id, modified_at, reason
       ), marked as (
         update inspections mine set missing_at = now(), missing_reason = batch.reason
         from batch
         where mine.audit_id = batch.audit_id and mine.modified_at = batch.modified_at and mine.missing_at is null
         returning 1
       )
       select (select count(*) from batch) as taken, (select count(*) from marked) as marked`,
    )
    isLast = (rows[0]?.taken ?? 0) < markedAtOnce
    if (isLast)
      await tx.query(`update reconcile_runs set state = 'done', finished_at = now() where run_id = $1`, [run.runId])
    return { move: { phase: 'mark', position: null }, counts: { missing: rows[0]?.marked ?? 0 } }
  })
  return isDone && isLast
}
