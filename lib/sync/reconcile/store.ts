import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'

export const reconcilePhases = ['active', 'archived', 'verify', 'settle', 'ask', 'mark'] as const
export type ReconcilePhase = (typeof reconcilePhases)[number]
export type ReconcileState = 'running' | 'held' | 'done' | 'cancelled'

/** A full reconciliation as stored in the database. Instants in the spelling of `normalizeInstant`. */
export interface ReconcileRun {
  runId: number
  cause: 'schedule' | 'person'
  state: ReconcileState
  phase: ReconcilePhase
  position: string | null
  until: string
  acceptedAt: string | null
  settlePasses: number | null
  startedAt: string
  finishedAt: string | null
  expected: number
  requests: number
  listed: number
  added: number
  returned: number
  archivedChanged: number
  missing: number
  unclear: number
  error: string | null
}

const columns = `run_id as "runId", cause, state, phase, position, until, accepted_at as "acceptedAt",
  settle_passes as "settlePasses", started_at as "startedAt", finished_at as "finishedAt", expected, requests, listed,
  added, returned, archived_changed as "archivedChanged", missing, unclear, error`

/** The latest run, whatever its outcome; null before the first. */
export async function readLatestRun(db: Queryable): Promise<ReconcileRun | null> {
  const { rows } = await db.query<ReconcileRun>(`select ${columns} from reconcile_runs order by run_id desc limit 1`)
  return rows[0] ?? null
}

/** The current run, or null. */
export async function readRunningRun(db: Queryable): Promise<ReconcileRun | null> {
  const { rows } = await db.query<ReconcileRun>(`select ${columns} from reconcile_runs where state = 'running'`)
  return rows[0] ?? null
}

/** The newest completed run: the last comparison of the index with the service. */
export async function readLastDoneRun(db: Queryable): Promise<ReconcileRun | null> {
  const { rows } = await db.query<ReconcileRun>(
    `select ${columns} from reconcile_runs where state = 'done' order by run_id desc limit 1`,
  )
  return rows[0] ?? null
}

/**
 * The start of the interval to the next scheduled comparison: the start of the last one, or when this database was
 * first able to compare.
 */
export async function readScheduleBase(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ base: string | null }>(
    `select coalesce(
       (select started_at from reconcile_runs order by run_id desc limit 1),
       (select applied_at from schema_migrations where name = '0003_reconcile')
     ) as base`,
  )
  return rows[0]?.base ?? null
}

/**
 * Starts a full reconciliation, unless one is running. Null when there is nothing to compare: no pass has ended, or the
 * index is empty. A run that was on hold and never confirmed is dropped.
 */
export async function startRun(db: Database, cause: ReconcileRun['cause']): Promise<ReconcileRun | null> {
  return db.transaction(async (tx) => {
    const running = await readRunningRun(tx)
    if (running !== null) return running
    await tx.query(`update reconcile_runs set state = 'cancelled', finished_at = now() where state = 'held'`)
    await tx.query('delete from reconcile_absent')
    const { rows } = await tx.query<ReconcileRun>(
      `insert into reconcile_runs (cause, until, expected)
       select $1, max(modified_at) + interval '1 millisecond', count(*) filter (where missing_at is null)
       from inspections
       where exists (select from sync_state where name = 'inspections' and passes > 0)
       having count(*) > 0
       on conflict do nothing
       returning ${columns}`,
      [cause],
    )
    return rows[0] ?? readRunningRun(tx)
  })
}

/** Ends the current run, or drops the one on hold. Its results until then stay. False when there is none. */
export async function cancelRun(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query(
    `update reconcile_runs set state = 'cancelled', finished_at = now(), error = null where state in ('running', 'held')`,
  )
  return rowCount > 0
}

/**
 * A person confirms that the rows are really missing. They are searched for once more before they are marked, because
 * time has passed. False when no run is on hold.
 */
export async function acceptRun(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `update reconcile_runs set state = 'running', phase = 'verify', position = null, accepted_at = now(),
         finished_at = null, error = null, moved_at = now()
       where state = 'held'`,
    )
    if (rowCount === 0) return false
    await tx.query(`update reconcile_absent set state = 'absent', asked_at = null where state = 'confirmed'`)
    return true
  })
}

/** Records why the run is not making progress. */
export async function noteRunError(db: Queryable, runId: number, message: string): Promise<void> {
  await db.query(`update reconcile_runs set error = $2 where run_id = $1 and state = 'running'`, [runId, message])
}
