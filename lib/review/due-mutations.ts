import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { mailZone } from '@/lib/inbox/mail-time-model'
import { addNotices, zoneColumn } from '@/lib/inbox/store'
import { serverText } from '@/lib/server-text'
import { formatDay } from '@/lib/time/time-format'

const batchRows = 500

interface DueFollowUp {
  audit_id: string
  title: string | null
  assignee_id: string
  due_on: string
  zone: string | null
}

/**
 * Notifies assignees of follow-ups that are due, once for each due date. A day begins in the zone of the person.
 * Follow-ups that were due over a month ago are skipped, so that an upgrade does not fill the inbox. So are those of
 * people who get no such notices, because they would be read each time instead of others.
 * @returns how many notices are new
 */
export async function noticeDue(db: Queryable, nowMs: number, limit = batchRows): Promise<number> {
  const { rows } = await db.query<DueFollowUp>(
    `select audit_id, title, assignee_id, due_on, ${zoneColumn()}
     from inspection_reviews as reviews join inspections using (audit_id)
     join users on users.user_id = assignee_id and users.disabled_at is null
     left join notice_choices as choice on choice.user_id = assignee_id and choice.kind = 'due'
     where (coalesce(choice.in_inbox, true) or choice.email <> 'off') and reviews.state = 'follow-up'
       and due_on between $1::date - 30 and $1::date + 1
       and not exists (select from notices where notices.user_id = assignee_id
                       and cause = 'due ' || audit_id || ' ' || due_on)
     order by due_on, audit_id limit $2`,
    [formatDay(nowMs, 'UTC'), limit],
  )
  const due = rows.filter(({ due_on, zone }) => due_on <= formatDay(nowMs, mailZone(zone)))
  return addNotices(
    db,
    due.map(({ audit_id: auditId, title, assignee_id, due_on }) => ({
      userIds: [assignee_id],
      kind: 'due',
      cause: `due ${auditId} ${due_on}`,
      text: serverText('inbox.notices.due', { title: title ?? auditId }),
      target: { kind: 'inspection', id: auditId },
    })),
  )
}
