import 'server-only'
import { isAppError } from '@/lib/background/trouble'
import { database } from '@/lib/db/instance'
import { readCursor, writeAfter, writeCursor, writeOrder } from '@/lib/db/keyset'
import { readInstant, readTogether } from '@/lib/db/read-together'
import type { Database, Queryable } from '@/lib/db/types'
import { Values } from '@/lib/db/values'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { service } from '@/lib/service/instance'
import type { Service } from '@/lib/service/types'
import { searchUsers, type WireUser } from '@/lib/service/users'
import { countUserFacets } from './facets'
import { emailsOf, statusSql, userKeyset, writeUserWhere } from './filter-sql'
import { userListing } from './listing'
import { membershipListing } from './memberships'
import type { UserDetail, UserFacets, UserFilter, UserPage, UserReach } from './schema'
import { splitEmails } from './values-model'
import type { UserRow } from './schema'
import { storeUsers } from './store'

interface StoredUser {
  user_id: string
  name: string
  email: string
  seat: string | null
  status: string | null
  timezone: string | null
  group_names: string[] | null
  site_names: string[] | null
  last_import_id: string | null
  last_import_state: string | null
  last_imported_at: string | null
}

const shown = `user_id, name, email, seat, ${statusSql} as status, timezone, group_names, site_names, last_import_id,
  last_import_state, last_imported_at`

function toRow(row: StoredUser): UserRow {
  const { last_import_id: jobId, last_import_state: state, last_imported_at: at } = row
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    seat: row.seat,
    groups: row.group_names,
    sites: row.site_names,
    timezone: row.timezone,
    status: row.status,
    lastImport: jobId === null || state === null || at === null ? null : { jobId, state, at },
  }
}

/** How complete and how recent the index of users is. */
export async function readUserReach(db: Queryable): Promise<UserReach> {
  const { finishedAt, trouble, message, readCount } = await userListing.read(db)
  const groups = await membershipListing.read(db)
  return { refreshedAt: finishedAt, trouble, message, readCount, groupsTrouble: groups.message }
}

/** A page of the index in the requested order. @throws AppError invalid, naming `after` */
export async function listUsers(
  { after, limit, ...filter }: UserFilter & { after?: string | undefined; limit: number },
  deps: { db?: Database; service?: Pick<Service, 'call'>; signal?: AbortSignal } = {},
): Promise<UserPage> {
  const db = deps.db ?? (await database())
  const position = after === undefined ? null : readCursor(userKeyset, filter.sort, after)
  if (position === null) await lookUpAddresses(db, filter, deps)
  return readTogether(db, async (tx) => {
    const values = new Values()
    const { key, order } = writeOrder(userKeyset, filter.sort)
    const where = [
      writeUserWhere(filter, values),
      ...(position === null ? [] : [writeAfter(userKeyset, filter.sort, position, values)]),
    ].join(' and ')
    const { rows } = await tx.query<StoredUser & { sorted_by: string | null }>(
      `select ${shown}, ${key} as sorted_by from organization_users where ${where} order by ${order}
       limit ${values.add(limit + 1, 'int8')}`,
      values.list,
    )
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const isLast = rows.length <= limit || last === undefined
    return {
      rows: page.map(toRow),
      after: isLast ? null : writeCursor(filter.sort, { value: last.sorted_by, id: last.user_id }),
      total: position === null && isLast ? page.length : await countUsers(tx, filter),
      missing: position === null ? await findMissing(tx, emailsOf(filter)) : [],
      reach: await readUserReach(tx),
    }
  })
}

/**
 * A token that may not list users may still find single users by their addresses. These users are added to the index,
 * so that they are found there. The search takes one request for a hundred addresses.
 */
async function lookUpAddresses(
  db: Database,
  filter: UserFilter,
  { service: from, signal }: { service?: Pick<Service, 'call'>; signal?: AbortSignal },
): Promise<void> {
  const emails = [...new Set([...filter.email, ...splitEmails(filter.q)])].slice(0, 100)
  if (emails.length === 0 || (await userListing.read(db)).trouble !== 'refused') return
  try {
    const asOf = await readInstant(db)
    const users = await searchUsers(from ?? service(), emails, signal === undefined ? {} : { signal })
    await storeUsers(db, users, asOf, { isWhole: false })
  } catch (error) {
    // The error is ignored, because the list already shows that users cannot be listed.
    if (!isAppError(error)) throw error
  }
}

/** How many users match. The order of the filter has no effect. */
export async function countUsers(db: Queryable, filter: UserFilter): Promise<number> {
  const values = new Values()
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from organization_users where ${writeUserWhere(filter, values)}`,
    values.list,
  )
  return rows[0]?.n ?? 0
}

async function findMissing(db: Queryable, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return []
  const { rows } = await db.query<{ email: string }>(
    `select asked.email from unnest($1::text[]) with ordinality as asked (email, place)
     where not exists (select from organization_users known where lower(known.email) = asked.email) order by place`,
    [emails],
  )
  return rows.map(({ email }) => email)
}

/** Values for the filters of a list, each with its count under all other filters. */
export async function readUserFacets(filter: UserFilter, given?: Database): Promise<UserFacets> {
  return readTogether(given ?? (await database()), (tx) => countUserFacets(tx, filter))
}

const importsMax = 50

/**
 * The cast is safe: only `store.ts` writes documents to the index, and they are users as `lib/service/users.ts` reads
 * them.
 */
const readDocument = (document: unknown) => document as WireUser

/** The only user with this name or email address, ignoring the case of letters; null if there is no such user or several. */
export async function findUserNamed(name: string, from?: Queryable): Promise<string | null> {
  const db = from ?? (await database())
  const { rows } = await db.query<{ user_id: string }>(
    // Names are compared twice, because the first condition can use an index.
    `select user_id from organization_users
     where ((left(lower(name collate "C"), 200) = left(lower($1 collate "C"), 200) and lower(name) = lower($1))
       or lower(email) = lower($1)) and missing_at is null limit 2`,
    [name.trim()],
  )
  const [user, other] = rows
  return user === undefined || other !== undefined ? null : user.user_id
}

/** Everything that is known about a user. @throws AppError not_found */
export async function readUser(userId: string, given?: Database): Promise<UserDetail> {
  return readTogether(given ?? (await database()), async (tx) => {
    const { rows } = await tx.query<
      StoredUser & {
        document: unknown
        groups: Array<{ id: string; name: string }> | null
        seen_at: string
        missing_at: string | null
      }
    >(`select ${shown}, document, groups, seen_at, missing_at from organization_users where user_id = $1`, [userId])
    const [row] = rows
    if (row === undefined) throw new AppError('not_found', serverText('users.notFound'))
    const { firstName, lastName, locale, rest } = readDocument(row.document)
    const { rows: imports } = await tx.query<{
      jobId: string
      at: string
      state: string
      sourceName: string
      kind: 'check' | 'run'
      line: number
    }>(
      `select job_id as "jobId", created_at as at, state, source_name as "sourceName", kind, line
       from user_job_rows join user_jobs using (job_id) where lower(username) = lower($1)
       order by created_at desc, position limit ${importsMax}`,
      [row.email],
    )
    return {
      ...toRow(row),
      firstName,
      lastName,
      locale,
      groupList: row.groups,
      rest: { ...rest },
      seenAt: row.seen_at,
      removedAt: row.missing_at,
      imports,
      reach: await readUserReach(tx),
    }
  })
}
