import 'server-only'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import type { AuditId } from '@/lib/ids'
import { earlierMax, type EarlierFailures } from '@/lib/report/schema'

/**
 * The rows are read from one part of `inspections_here`, however many inspections there are: a template and a site by their
 * hashes, from the time of the inspection backwards. One in progress comes after all that were completed when it was last
 * changed.
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

/** Which questions failed in the last inspections of the same template at the same site before this one. */
export async function readEarlierFailures(auditId: AuditId, given?: Queryable): Promise<EarlierFailures> {
  const db = given ?? (await database())
  const { rows } = await db.query<{ audit_id: string; failed_questions: string[] | null }>(earlierQuery, [auditId])
  const earlier = rows.flatMap(({ audit_id, failed_questions }) =>
    failed_questions === null ? [] : { auditId: audit_id, failedQuestions: failed_questions },
  )
  // A part of them would be a wrong number.
  return { earlier: earlier.length === rows.length ? earlier : [] }
}
