import 'server-only'
import { redactEntries } from '@/lib/activity/chain/chain-store'
import type { Queryable } from '@/lib/db/types'
import { removedText } from './store'

/** SQL that removes a person. Each function returns how many rows it changed. */

/** A person to remove. */
export interface Erased {
  email: string
  /** The person's account; null if they never had one. */
  account: { userId: string; name: string } | null
}

/** A PostgreSQL pattern for a text in JSON form. It does not match the text as part of a longer address. */
function toPattern(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)
  return String.raw`(?<![\w.+\-])${escaped}(?![\w\-]|\.\w)`
}

/**
 * Matches the address, and the name if there is an account. In the log, the name is removed only from entries by or
 * about the person, because other people may have the same name.
 */
const patternOf = ({ email, account }: Erased) => {
  const parts = [email, ...(account === null || account.name.trim() === '' ? [] : [account.name])]
  return parts.map(toPattern).join('|')
}

const batch = 500

/** A column of text or JSON as JSON, with the matches of the pattern removed. */
const without = (column: string, pattern: string) =>
  `regexp_replace(to_json(${column})::text, ${pattern}, '${removedText}', 'gi')::json`

/** Conditions on log entries. `user` and `email` are parameters. */
const isBy = (user: string, email: string) => `(actor_id = ${user}::uuid or lower(actor_email) = ${email})`
const isAbout = (user: string) => `(object_kind = 'account' and object_id = ${user}::uuid::text)`

/** Log entries of actions by the person, or that name them. The entries stay without the person. */
export async function eraseFromLog(tx: Queryable, erased: Erased): Promise<number> {
  const { email, account } = erased
  const userId = account?.userId ?? null
  const { rows } = await tx.query<{ id: string }>(
    `select activity_id as id from activity
     where ${isBy('$1', '$2')} or ${isAbout('$1')}
       or concat_ws(' ', to_json(object_name), to_json(outcome_note), before, after) ~* $3`,
    [userId, email, toPattern(email)],
  )
  // $1 holds the ids.
  const by = isBy('$2', '$3')
  const about = isAbout('$2')
  const pattern = `case when ${by} or ${about} then $5 else $4 end`
  for (let at = 0; at < rows.length; at += batch)
    await redactEntries(
      tx,
      rows.slice(at, at + batch).map(({ id }) => id),
      `actor_name = case when ${by} then '${removedText}' else actor_name end,
       actor_email = case when ${by} then '${removedText}' else actor_email end,
       address = case when ${by} then null else address end,
       object_name = case when ${about} then '${removedText}' else ${without('object_name', pattern)} #>> '{}' end,
       outcome_note = ${without('outcome_note', pattern)} #>> '{}',
       before = ${without('before', pattern)},
       after = ${without('after', pattern)}`,
      [userId, email, toPattern(email), patternOf(erased)],
    )
  return rows.length
}

/** Rows of imports about the person. The result of each row stays. */
export async function eraseFromImports(tx: Queryable, { email }: Erased): Promise<number> {
  const { rowCount } = await tx.query(
    `update user_job_rows set username = '', user_id = null, password = null, cells = '[]', asked = '{"username": ""}',
       faults = (select json_agg(fault::jsonb || '{"value": null, "message": ""}') from json_array_elements(faults) fault)
     where lower(username) = $1 or cells::text ~* $2`,
    [email, toPattern(email)],
  )
  return rowCount
}

/** Copies of the name on records of what the person did. The records stay. */
const namesOf = [
  `update user_jobs set owner_name = $2, owner_email = $2 where owner_id = $1`,
  `update asset_changes set owner_name = $2, owner_email = $2 where owner_id = $1`,
  `update export_jobs set owner_name = $2 where owner_id = $1`,
  `update inspection_reviews set reviewer_name = $2 where reviewer_id = $1`,
  `update inspection_review_events set actor_name = $2 where actor_id = $1`,
  `update review_comments set author_name = $2 where author_id = $1`,
  `update review_comments set mentions = array_remove(mentions, $1) where $1 = any(mentions) and $2 <> ''`,
  `update invitations set invited_by_name = $2 where invited_by = $1`,
  // A check can be run again, so it is deleted.
  `delete from connection_check where result->>'askedBy' = (select name from users where user_id = $1) and $2 <> ''`,
]

/** Names that are stored without the account. The same names of other people are removed too. */
const namesAlone = [
  `update inspection_review_events set before_reviewer_name = $2 where before_reviewer_name = $1`,
  `update rules set created_by_name = $2 where created_by_name = $1`,
  `update outgoing_targets set created_by_name = $2 where created_by_name = $1`,
  `update rule_statuses set decided_by_name = $2 where decided_by_name = $1`,
]

export async function eraseNames(tx: Queryable, { userId, name }: NonNullable<Erased['account']>): Promise<number> {
  let changed = 0
  for (const statement of namesOf) changed += (await tx.query(statement, [userId, removedText])).rowCount
  for (const statement of namesAlone) changed += (await tx.query(statement, [name, removedText])).rowCount
  return changed
}

/**
 * Notices of other people that name the person. A text contains its values as JSON, so the pattern for JSON matches it
 * directly.
 */
export async function eraseFromNotices(tx: Queryable, erased: Erased): Promise<number> {
  const { rowCount } = await tx.query(
    `update notices set text = regexp_replace(text, $1, '${removedText}', 'gi'),
       detail = ${without('detail', '$1')} #>> '{}'
     where text ~* $1 or to_json(detail)::text ~* $1`,
    [patternOf(erased)],
  )
  return rowCount
}

/**
 * Deletes the account, and with it sessions, passkeys, API tokens, saved views, claims and everything else that belongs
 * only to this person.
 */
export async function deleteAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from users where user_id = $1', [userId])
}

/** Deletes invitations to the address, and the person in the index of users if SafetyCulture has removed them. */
export async function deleteTraces(tx: Queryable, { email }: Erased): Promise<void> {
  await tx.query('delete from invitations where lower(email) = $1', [email])
  await tx.query('delete from organization_users where lower(email) = $1 and missing_at is not null', [email])
}

/** Counts of records that may still name the person. */
export interface KeptTraces {
  /** Users in the index, as SafetyCulture lists them. */
  listed: number
  /** Inspections whose author has this name. */
  inspections: number
  /** Comments and notes of reviews with the name or the address in their text. */
  texts: number
}

export async function countTraces(tx: Queryable, erased: Erased): Promise<KeptTraces> {
  const { rows } = await tx.query<KeptTraces>(
    `select (select count(*)::int from organization_users where lower(email) = $1) as listed,
       (select count(*)::int from inspections where author_name = $2) as inspections,
       (select count(*)::int from review_comments where to_json(body)::text ~* $3)
         + (select count(*)::int from inspection_reviews where to_json(note)::text ~* $3) as texts`,
    [erased.email, erased.account?.name ?? null, patternOf(erased)],
  )
  return rows[0] ?? { listed: 0, inspections: 0, texts: 0 }
}
