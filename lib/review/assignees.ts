import 'server-only'
import { readActorText } from '@/lib/activity/actor-text'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { addNotices, removeNotices } from '@/lib/inbox/store'
import { findPerson } from '@/lib/people/names-data'
import type { PersonName } from '@/lib/people/names-schema'
import { serverText } from '@/lib/server-text'
import type { ReviewMark } from './schema'
import type { Marker } from './write'

/**
 * Checks the assignee of a follow-up: a person who can sign in and work on it.
 * @returns null when nobody is named
 * @throws AppError invalid, naming `assigneeId`
 */
export async function requireAssignee(
  tx: Queryable,
  { state, assigneeId }: Pick<ReviewMark, 'state' | 'assigneeId'>,
): Promise<Omit<PersonName, 'isMe'> | null> {
  if (state !== 'follow-up' || assigneeId === undefined || assigneeId === null) return null
  const person = await findPerson(tx, assigneeId)
  if (person === null)
    throw new AppError('invalid', serverText('review.inactiveAssignee'), {
      details: { fields: { assigneeId: serverText('review.fields.inactiveAccount') } },
    })
  return person
}

const causeOf = (batchId: string) => `assignment ${batchId}`

/**
 * Notifies people to whom a batch of marks has assigned follow-ups that were not theirs before. Each person gets one
 * notice, however many follow-ups it covers. Nobody is notified of what they assigned to themselves.
 */
export async function noticeAssignments(tx: Queryable, actor: Marker, batchId: string): Promise<void> {
  const { rows } = await tx.query<{ assignee_id: string; n: number; audit_id: string; title: string | null }>(
    `select events.assignee_id, count(*) as n, min(audit_id) as audit_id, min(title) as title
     from inspection_review_events as events join inspections using (audit_id)
     where batch_id = $1 and state = 'follow-up' and events.assignee_id is distinct from before_assignee_id
       and events.assignee_id is distinct from $2::uuid and events.assignee_id is not null
     group by events.assignee_id`,
    [batchId, actor.userId],
  )
  await addNotices(
    tx,
    rows.map(({ assignee_id, n, audit_id: auditId, title }) => ({
      userIds: [assignee_id],
      kind: 'assignment',
      cause: causeOf(batchId),
      text: serverText('inbox.notices.assignment', {
        name: readActorText(actor.userId, actor.name),
        count: n,
        title: title ?? auditId,
      }),
      target: n === 1 ? { kind: 'inspection', id: auditId } : { kind: 'follow-ups', id: null },
    })),
  )
}

/** Removes the notices of a batch that was undone. */
export const forgetAssignments = (tx: Queryable, batchId: string) => removeNotices(tx, [causeOf(batchId)])
