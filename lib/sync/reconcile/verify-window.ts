import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'
import { moveVersions, type Proof } from '@/lib/sync/move-versions'
import { saveReading } from '@/lib/sync/store'
import { takeListed } from './compare-window'
import { step } from './step'
import type { ReconcileRun } from './store'
import type { ListedWindow } from './window'

/**
 * The second reading of a full reconciliation. It reads absent rows, and rows that the service listed in an older
 * version than ours.
 */

const isUnverified = `(state = 'absent' or (state = 'listed' and asked_at is null))`

/** The oldest row without a second reading. */
export async function nextToVerify(db: Queryable, run: ReconcileRun): Promise<string | null> {
  const { rows } = await db.query<{ at: string | null }>(
    `select min(modified_at) as at from reconcile_absent
     where ${isUnverified} and modified_at >= coalesce($1::timestamptz, '-infinity')`,
    [run.position],
  )
  return rows[0]?.at ?? null
}

/** The indexed versions of rows that the service listed in an older one, by id. */
export async function readListedOlder(db: Queryable): Promise<Map<string, string>> {
  const { rows } = await db.query<{ audit_id: string; modified_at: string }>(
    `select mine.audit_id, mine.modified_at from reconcile_absent absent join inspections mine using (audit_id)
     where absent.state = 'listed' and absent.asked_at is null and mine.modified_at > absent.modified_at`,
  )
  return new Map(rows.map((row) => [row.audit_id, row.modified_at]))
}

/** A second reading of the list. `before`: `readListedOlder`, read before the list was requested. */
export interface SecondReading {
  from: string
  window: ListedWindow
  before: ReadonlyMap<string, string>
}

/**
 * Confirms absent rows with a second reading of the list from `from` on. Also adopts versions that were set back: the
 * service listed them twice, the second time when the index already had the newer version.
 */
export async function verifyWindow(
  db: Database,
  run: ReconcileRun,
  { from, window, before }: SecondReading,
): Promise<string[] | null> {
  let changedIds: string[] = []
  const isDone = await step(db, run, async (tx) => {
    changedIds = (await takeListed(tx, window.rows, null)).changedIds
    if (window.reading !== null) await saveReading(tx, window.reading)
    const older = window.rows.flatMap(({ auditId, modifiedAt }): Proof[] => {
      const known = before.get(auditId)
      return known !== undefined && modifiedAt < known ? [{ auditId, from: known, to: modifiedAt }] : []
    })
    changedIds.push(...(await moveVersions(tx, older)))
    const inside = `modified_at >= $1 and modified_at < coalesce($2::timestamptz, 'infinity')`
    const { rowCount } = await tx.query(
      window.isComplete
        ? `update reconcile_absent set state = 'confirmed' where state = 'absent' and ${inside}`
        : `delete from reconcile_absent where state = 'absent' and ${inside}`,
      [from, window.to],
    )
    // Rows that were listed before but not now have another version, which a pass will read.
    await tx.query(`delete from reconcile_absent where state = 'listed' and asked_at is null and ${inside}`, [
      from,
      window.to,
    ])
    // At the end of the list nothing is left to verify, which the next read will find.
    return {
      move: { phase: 'verify', position: window.to ?? run.position },
      counts: { requests: window.requests, unclear: window.isComplete ? 0 : Math.max(1, rowCount) },
    }
  })
  return isDone ? changedIds : null
}
