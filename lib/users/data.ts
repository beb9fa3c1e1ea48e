import 'server-only'
import type * as z from 'zod'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { service } from '@/lib/service/instance'
import type { Service } from '@/lib/service/types'
import { listUsers, searchUsers, type WireUser } from '@/lib/service/users'
import type { UserPage, UserRow, userQuery } from './schema'

interface Mention {
  username: string
  job_id: string
  at: string
  state: string
}

/**
 * Users with these addresses, or a page of all of them. The service finds whole addresses alone, and only users that the
 * token's owner may see.
 * @throws AppError as `Service.call`; upstream_refused or not_found where the token may not list
 */
export async function findUsers(
  { email, after }: z.output<typeof userQuery>,
  deps: { db?: Queryable; service?: Pick<Service, 'call'>; signal?: AbortSignal } = {},
): Promise<UserPage> {
  const client = deps.service ?? service()
  const options = deps.signal === undefined ? {} : { signal: deps.signal }
  if (email.length > 0) {
    const users = await searchUsers(client, email, options)
    const known = new Set(users.map((user) => user.email.toLowerCase()))
    const missing = email.filter((address) => !known.has(address.toLowerCase()))
    return { users: await withMentions(users, deps.db), missing, after: null }
  }
  const { users, nextPageToken } = await listUsers(client, { pageToken: after ?? null }, options)
  return { users: await withMentions(users, deps.db), missing: [], after: nextPageToken }
}

async function withMentions(users: readonly WireUser[], given?: Queryable): Promise<UserRow[]> {
  const db = given ?? (await database())
  const { rows } = await db.query<Mention>(
    `select distinct on (lower(username)) lower(username) as username, job_id, created_at as at, state
     from user_job_rows join user_jobs using (job_id)
     where kind = 'run' and lower(username) = any($1::text[])
     order by lower(username), created_at desc`,
    [users.map(({ email }) => email.toLowerCase())],
  )
  const mentions = new Map(rows.map((row) => [row.username, row]))
  return users.map(({ userId, email, firstName, lastName, seatType, timezone, status, locale }) => {
    const mention = mentions.get(email.toLowerCase())
    return {
      userId,
      email,
      firstName,
      lastName,
      seatType,
      timezone,
      status,
      locale,
      lastJob: mention === undefined ? null : { jobId: mention.job_id, at: mention.at, state: mention.state },
    }
  })
}
