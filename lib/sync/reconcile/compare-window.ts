import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'
import { deduplicate } from '@/lib/sync/pages'
import { saveReading, saveRows } from '@/lib/sync/store'
import type { FoundInspection } from '@/lib/sync/types'
import type { Crowds } from './gaps'
import { step, type Move } from './step'
import type { ReconcileRun } from './store'
import type { ListedWindow } from './window'

/**
 * The most rows of the index that are compared in one transaction. A list that ends early would otherwise cause a very
 * long transaction.
 */
const comparedMax = 20_000

/** Stores the rows of a window of the list, and returns how they differ from the index. */
export async function takeListed(
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
  // The list has another version of these rows than the index. They must not be taken for missing when the window of
  // the indexed version is compared.
  await tx.query(
    `insert into reconcile_absent (audit_id, modified_at, state, asked_at)
     select id, at, 'listed', case when $3 then now() end from unnest($1::text[], $2::timestamptz[]) as found (id, at)`,
    // Rows of the second reading need no third reading.
    [olderIds.map((row) => row.auditId), olderIds.map((row) => row.modifiedAt), archived === null],
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
    changedIds: [...new Set([...changedIds, ...differing.map((row) => row.auditId)])],
  }
}

/** Where a comparison has to stop for now: before `to` (null: before the end of the run) if there are many rows. */
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
 * SQL: rows of the index within the window ($1, $2) that are not in the list ($3), either archived ones or the others
 * ($4).
 */
const unlisted = `from inspections mine
  left join unnest($3::text[]) as theirs (audit_id) on theirs.audit_id = mine.audit_id collate "C"
  where mine.modified_at >= coalesce($1::timestamptz, '-infinity') and mine.modified_at < $2
    and theirs.audit_id is null and mine.missing_at is null and (mine.archived is true) = $4`
const isInGap = `exists (select from sync_gaps gap where gap.at = mine.modified_at and gap.resolved_at is null)`

/**
 * Compares a window with the index: stores rows that are new, reappeared or changed their archived flag, and records
 * absent ones. Returns the ids whose documents now wait, or null when another console has continued the run.
 */
export async function compareWindow(
  db: Database,
  run: ReconcileRun,
  { window, isArchived: archived, crowds }: { window: ListedWindow; isArchived: boolean; crowds: Crowds },
): Promise<string[] | null> {
  let changedIds: string[] = []
  const isDone = await step(db, run, async (tx) => {
    const found = await takeListed(tx, window.rows, archived)
    changedIds = found.changedIds
    for (const reading of crowds.readings) await saveReading(tx, reading)
    const to = await boundWindow(tx, run.position, window.to, run.until)
    const listedIds = window.rows.map((row) => row.auditId)
    if (window.isComplete)
      await tx.query(
        `insert into reconcile_absent (audit_id, modified_at)
         select mine.audit_id, mine.modified_at ${unlisted} and not ${isInGap}
         on conflict (audit_id) do nothing`,
        [run.position, to, listedIds, archived],
      )
    // Rows that were not found, but cannot be considered absent either.
    const { rows: unclear } = await tx.query<{ n: number }>(
      `select count(*)::int as n ${unlisted} and ($5 or ${isInGap})`,
      [run.position, to, listedIds, archived, !window.isComplete],
    )
    // Saved after the comparison, because rows of crowded instants belong to both lists.
    changedIds.push(...(await saveRows(tx, deduplicate(crowds.rows))))
    const isEnd = to >= run.until
    const next: Move = isEnd
      ? { phase: archived ? 'verify' : 'archived', position: null }
      : { phase: run.phase, position: to }
    const listed = window.rows.filter((row) => (run.position ?? '') <= row.modifiedAt && row.modifiedAt < to).length
    return {
      move: next,
      counts: {
        requests: window.requests + crowds.requests,
        listed,
        added: found.added,
        returned: found.returned,
        archivedChanged: found.archivedChanged,
        unclear: Math.max(unclear[0]?.n ?? 0, window.isComplete ? 0 : 1),
      },
    }
  })
  return isDone ? changedIds : null
}
