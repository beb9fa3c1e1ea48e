import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { findPerson } from '@/lib/people/names-data'
import type { PersonName } from '@/lib/people/names-schema'
import { serverText } from '@/lib/server-text'
import type { ReviewMark } from './schema'

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
