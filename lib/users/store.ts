import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { foldText } from '@/lib/search/search-text'
import type { WireUser } from '@/lib/service/users'
import { readSeat, readStatus } from './model'
import { removedUserDays } from './values-model'

/**
 * Invariant: a row has the state of the instant at which the read that returned it started (`seen_at`, by the
 * database's clock). A listing never deletes rows. Users who no longer exist are marked, and deleted after
 * `removedUserDays`.
 */

// Text of the service may contain characters that PostgreSQL does not accept.
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** First and last name, or the address when there is no name. */
export function nameOf({ firstName, lastName, email }: Pick<WireUser, 'firstName' | 'lastName' | 'email'>): string {
  const name = [firstName, lastName].filter((part) => part !== null && part.trim() !== '').join(' ')
  return name === '' ? email : name
}

/**
 * The text of a user that searches read. Each field is a separate line, so that a word never matches across two fields.
 */
export function composeSearchText(user: WireUser): string {
  return foldText(clean([nameOf(user), user.email, user.userId].join('\n'))).slice(0, 2_000)
}

/**
 * Stores users from a read. `asOf` is the `readInstant` from before the read was sent, and results of a later read are
 * kept. `isWhole` means that the read has all fields. A search has only some fields, so it only adds unknown users.
 * Returns how many rows were written.
 */
export async function storeUsers(
  db: Queryable,
  given: readonly WireUser[],
  asOf: string,
  { isWhole = true }: { isWhole?: boolean } = {},
): Promise<number> {
  // A page may contain a user twice, but a statement may write a row only once. Rows are sorted, so that two statements
  // never deadlock.
  const byId = new Map(given.map((user) => [user.userId, user]))
  const users = [...byId.values()].sort((left, right) => (left.userId < right.userId ? -1 : 1))
  if (users.length === 0) return 0
  const column = <Value>(read: (user: WireUser) => Value) => users.map(read)
  const { rowCount } = await db.query(
    `insert into organization_users as known (
       user_id, email, name, seat, status, timezone, search_text, document, seen_at)
     select listed.*, $9::timestamptz
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::json[]) as listed
     on conflict (user_id) do update set
       email = excluded.email, name = excluded.name, seat = excluded.seat, status = excluded.status,
       timezone = excluded.timezone, search_text = excluded.search_text, document = excluded.document,
       seen_at = excluded.seen_at, missing_at = null
     where $10::boolean and excluded.seen_at >= known.seen_at
       and (known.missing_at is not null or known.document::text is distinct from excluded.document::text)`,
    [
      column(({ userId }) => userId),
      column(({ email }) => clean(email)),
      column((user) => clean(nameOf(user))),
      column(({ seatType }) => readSeat(seatType)),
      column(({ status }) => readStatus(status)),
      column(({ timezone }) => timezone),
      column(composeSearchText),
      column((user) => JSON.stringify(user)),
      asOf,
      isWhole,
    ],
  )
  return rowCount
}

/** Marks users as removed, because a read that started at `asOf` found that the service no longer has them. */
export async function markRemoved(db: Queryable, userIds: readonly string[], asOf: string): Promise<number> {
  if (userIds.length === 0) return 0
  const { rowCount } = await db.query(
    `update organization_users set missing_at = clock_timestamp(), seen_at = $2::timestamptz
     where user_id = any($1::text[]) and missing_at is null and seen_at <= $2`,
    [userIds, asOf],
  )
  return rowCount
}

/** Users who are not marked as removed, but were not in a complete listing that started at `since`. */
export async function findUnlisted(db: Queryable, listedIds: Iterable<string>, since: string): Promise<string[]> {
  const { rows } = await db.query<{ user_id: string }>(
    `select user_id from organization_users
     where missing_at is null and seen_at < $2
       and not exists (select from unnest($1::text[]) as listed (id) where listed.id collate "C" = user_id)
     order by user_id`,
    [[...listedIds], since],
  )
  return rows.map((row) => row.user_id)
}

export interface UserGroup {
  id: string
  name: string
}

const membershipsPerStatement = 2_000

/** Stores the groups of all users from one reading of all groups. Returns how many rows were written. */
export async function storeMemberships(
  db: Queryable,
  groupsOf: ReadonlyMap<string, readonly UserGroup[]>,
): Promise<number> {
  const { rows } = await db.query<{ user_id: string }>(
    'select user_id from organization_users where missing_at is null',
  )
  let written = 0
  for (let at = 0; at < rows.length; at += membershipsPerStatement) {
    const some = rows.slice(at, at + membershipsPerStatement).map(({ user_id: userId }) => {
      const groups = [...(groupsOf.get(userId) ?? [])].sort((left, right) => (left.name < right.name ? -1 : 1))
      const names = [...new Set(groups.map(({ name }) => clean(name)))]
      return { userId, names, groups: groups.map(({ id, name }) => ({ id, name: clean(name) })) }
    })
    const { rowCount } = await db.query(
      `update organization_users known
       set group_names = given.names, groups_text = nullif(array_to_string(given.names, ', '), ''), groups = given.groups
       from (select user_id, array(select json_array_elements_text(names)) as names, groups
             from unnest($1::text[], $2::json[], $3::json[]) as given (user_id, names, groups)) given
       where known.user_id = given.user_id collate "C" and known.groups::text is distinct from given.groups::text`,
      [
        some.map(({ userId }) => userId),
        some.map(({ names }) => JSON.stringify(names)),
        some.map(({ groups }) => JSON.stringify(groups)),
      ],
    )
    written += rowCount
  }
  return written
}

/** Deletes users who were removed more than `removedUserDays` ago, because their data is personal. */
export async function deleteLongRemoved(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(
    `delete from organization_users where missing_at < now() - interval '${removedUserDays} days'`,
  )
  return rowCount
}
