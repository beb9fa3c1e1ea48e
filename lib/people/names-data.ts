import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import type { PersonName, PersonNames } from './names-schema'

/** More people than any organization with one console has. Further people cannot be picked. */
const namesMax = 2_000

/** SQL condition on `users`: people who can sign in. Service accounts are programs, so nothing is assigned to them. */
const isActive = `kind = 'person' and disabled_at is null`

/** Everybody who can be assigned, mentioned or shared with, by name. */
export async function listPersonNames(actor: Actor, given?: Queryable): Promise<PersonNames> {
  const db = given ?? (await database())
  const { rows } = await db.query<PersonName>(
    `select user_id as "userId", name, user_id = $1 as "isMe" from users where ${isActive}
     order by lower(name), user_id limit ${namesMax}`,
    [actor.userId],
  )
  return { people: rows }
}

/** The people with these ids who can sign in, by name. */
export async function findPeople(db: Queryable, userIds: readonly string[]): Promise<Omit<PersonName, 'isMe'>[]> {
  if (userIds.length === 0) return []
  const { rows } = await db.query<Omit<PersonName, 'isMe'>>(
    `select user_id as "userId", name from users where ${isActive} and user_id = any($1::uuid[])
     order by lower(name), user_id`,
    [userIds],
  )
  return rows
}

/** The person with an id if they can sign in, else null. */
export async function findPerson(db: Queryable, userId: string): Promise<Omit<PersonName, 'isMe'> | null> {
  return (await findPeople(db, [userId]))[0] ?? null
}
