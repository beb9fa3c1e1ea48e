import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'
import type { ReconcilePhase, ReconcileRun } from './store'

export interface Move {
  phase: ReconcilePhase
  position: string | null
}

/**
 * Runs `work` and advances the run in one transaction. False when the run has changed since the caller read it, because
 * it was canceled or another console has continued it.
 */
export async function step(
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
