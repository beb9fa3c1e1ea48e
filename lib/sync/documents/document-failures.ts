import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { FailedQuestion } from '@/lib/report/failures-model'
import { normalizeInstant } from '@/lib/time/instants'

/** What the document from which an inspection's row is made says about failed questions. */
export interface DocumentFailures {
  auditId: string
  failures: readonly FailedQuestion[]
  summary: { completedAt: string | null }
}

const deleteRows = `delete from inspection_failures where audit_id = any($1::text[])`

const insertRows = `insert into inspection_failures (audit_id, position, question, label, completed_at)
  select audit_id, position, question, label, completed_at
  from json_to_recordset($1::json) as fresh (audit_id text, position int, question text, label text, completed_at timestamptz)`

/**
 * Replaces the failed questions of these inspections. The caller has locked their rows, and says which of them may already
 * have some. Without failures before and after, there is no statement.
 */
export async function replaceFailures(
  tx: Queryable,
  batch: readonly DocumentFailures[],
  mayHaveFailures: (auditId: string) => boolean,
): Promise<void> {
  const known = batch.map(({ auditId }) => auditId).filter(mayHaveFailures)
  if (known.length > 0) await tx.query(deleteRows, [known])
  const rows = batch.flatMap(({ auditId, failures, summary }) => {
    const completedAt = normalizeInstant(summary.completedAt)
    return failures.map(({ question, label }, position) => ({
      audit_id: auditId,
      position,
      question,
      label,
      completed_at: completedAt,
    }))
  })
  if (rows.length > 0) await tx.query(insertRows, [JSON.stringify(rows)])
}
