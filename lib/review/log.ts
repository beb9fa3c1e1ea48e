import 'server-only'
import { recordActivity, relatedKey, type ActivityActor } from '@/lib/activity/journal'
import type { Queryable } from '@/lib/db/types'

interface Batch {
  action: 'review.mark' | 'review.unmark' | 'review.undo'
  batchId: string
  after: object
}

/**
 * Logs a bulk mark as one entry with all its inspections and their earlier states. Call it after the events of the
 * batch were written.
 */
export async function recordBatch(
  tx: Queryable,
  actor: ActivityActor,
  { action, batchId, after }: Batch,
): Promise<void> {
  const { rows } = await tx.query<{ audit_id: string; before_state: string | null; title: string | null }>(
    `select audit_id, before_state, title from inspection_review_events left join inspections using (audit_id)
     where batch_id = $1 order by audit_id`,
    [batchId],
  )
  const before: Record<string, number> = {}
  for (const { before_state } of rows) {
    const state = before_state ?? 'unreviewed'
    before[state] = (before[state] ?? 0) + 1
  }
  const [only] = rows
  const isOne = only !== undefined && rows.length === 1
  await recordActivity(tx, actor, {
    action,
    objectKind: 'inspection',
    objectId: isOne ? only.audit_id : null,
    objectName: isOne ? (only.title ?? only.audit_id) : `${rows.length.toLocaleString('en')} inspections`,
    before: { states: before },
    after: { ...after, inspections: rows.length },
    ...(isOne ? {} : { related: rows.map(({ audit_id }) => relatedKey('inspection', audit_id)) }),
  })
}
