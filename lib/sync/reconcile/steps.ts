import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'
import { step } from './step'
import type { ReconcileRun } from './store'

/** What each step of a full reconciliation writes: its effects and the run's new position together, or nothing. */

const markedAtOnce = 5_000

/** Ends the second reading. Rows that it could not read in a complete window stay unmarked. */
export function endVerify(db: Database, run: ReconcileRun): Promise<boolean> {
  return step(db, run, async (tx) => {
    await tx.query(`delete from reconcile_absent where state <> 'confirmed'`)
    // A running pass may have begun before the last read. The one after it begins later.
    await tx.query(
      `update reconcile_runs set settle_passes = (select passes + 2 from sync_state where name = 'inspections')
       where run_id = $1`,
      [run.runId],
    )
    return { move: { phase: 'settle', position: null } }
  })
}

/** Continues once enough passes have ended: rows with another version since then exist. False until then. */
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

/** The next absent inspection whose document is requested, newest first; null when enough were requested. */
export async function nextToAsk(db: Queryable, askedMax: number): Promise<string | null> {
  const { rows } = await db.query<{ audit_id: string }>(
    `select audit_id from reconcile_absent
     where asked_at is null and (select count(*) from reconcile_absent where asked_at is not null) < $1
     order by modified_at desc, audit_id desc limit 1`,
    [askedMax],
  )
  return rows[0]?.audit_id ?? null
}

/** Records what the service said about one absent inspection. `there`: it is not missing after all. */
export function noteAnswer(
  db: Database,
  run: ReconcileRun,
  auditId: string,
  answer: 'there' | 'removed' | 'not-permitted' | null,
): Promise<boolean> {
  return step(db, run, async (tx) => {
    if (answer === 'there')
      // Stored as `listed`, so that it is not requested again.
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

/** Rows that would be marked, and what their documents showed. */
export async function readAbsence(db: Queryable): Promise<Absence> {
  const { rows } = await db.query<Absence>(
    `select count(*) as confirmed, count(*) filter (where reason = 'removed') as removed,
            count(*) filter (where reason = 'not-permitted') as "notPermitted"
     from reconcile_absent where state = 'confirmed'`,
  )
  return rows[0] ?? { confirmed: 0, removed: 0, notPermitted: 0 }
}

/** Pauses the run until a person confirms it. */
export async function holdRun(db: Database, run: ReconcileRun, message: string): Promise<void> {
  await db.query(
    `update reconcile_runs set state = 'held', error = $2, finished_at = now()
     where run_id = $1 and state = 'running' and phase = 'ask'`,
    [run.runId, message],
  )
}

/** All documents were requested: marking begins. */
export function beginMarking(db: Database, run: ReconcileRun): Promise<boolean> {
  return step(db, run, async (tx) => {
    await tx.query(`delete from reconcile_absent where state <> 'confirmed'`)
    return { move: { phase: 'mark', position: null } }
  })
}

const nextMarked = `select audit_id from reconcile_absent order by audit_id limit ${markedAtOnce}`

/**
 * Marks the next rows. True when none is left and the run is done. Rows whose version changed in the meantime exist.
 */
export async function markNext(db: Database, run: ReconcileRun): Promise<boolean> {
  let isLast = false
  const isDone = await step(db, run, async (tx) => {
    // Locks the rows in the order that every writer uses, to avoid deadlocks.
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
