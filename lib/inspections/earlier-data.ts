import 'server-only'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import type { AuditId } from '@/lib/ids'
import { earlierMax, type EarlierFailures } from '@/lib/report/schema'

/**
 * Reads a single range of the index `inspections_here`, so the cost does not depend on the number of inspections. The
 * range has one template and site (by hash) and goes back from the time of the inspection. An inspection in progress
 * counts by the time of its last change.
 */
export const earlierQuery = `select earlier.audit_id, earlier.failed_questions
  from inspections as this
  cross join lateral (
    select audit_id, failed_questions from inspections as other
    where other.template_hash = this.template_hash and other.site_hash = this.site_hash
      and other.date_completed is not null and other.missing_at is null
      and (other.date_completed, other.audit_id) < (coalesce(this.date_completed, this.modified_at), this.audit_id)
    order by other.date_completed desc, other.audit_id desc
    limit ${earlierMax}
  ) as earlier
  where this.audit_id = $1`

/** The failed questions of earlier inspections with the same template and site, from the most recent `earlierMax`. */
export async function readEarlierFailures(auditId: AuditId, given?: Queryable): Promise<EarlierFailures> {
  const db = given ?? (await database())
  const { rows } = await db.query<{ audit_id: string; failed_questions: string[] | null }>(earlierQuery, [auditId])
  const earlier = rows.flatMap(({ audit_id, failed_questions }) =>
    failed_questions === null ? [] : { auditId: audit_id, failedQuestions: failed_questions },
  )
  // If the questions of one inspection are not known yet, the counts would be wrong.
  return { earlier: earlier.length === rows.length ? earlier : [] }
}
