import 'server-only'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { service } from '@/lib/service/instance'
import type { Service } from '@/lib/service/types'
import { listUsers, type WireUser } from '@/lib/service/users'
import { fields, type FieldKey } from './sheet/fields'
import { writeCsv } from './parse/files'
import { toLanguage } from './model'
import { usersMax } from './values-model'

/** The current users as a file to start from, with the columns that the workbench knows. */
export interface CurrentUsers {
  csv: string
  rows: number
  /** Whether there are more users than rows. A file has at most as many rows as one job can have. */
  isCut: boolean
  /** `service`: its own list. `jobs`: results of finished jobs of this console, if the token may not list users. */
  source: 'service' | 'jobs'
}

const columns = ['email', 'userId', 'firstName', 'lastName', 'seatType', 'timezone', 'status', 'language'] as const
type Cells = Partial<Record<FieldKey, string | null>>

function write(users: readonly Cells[]): string {
  const shown = fields.filter(({ key }) => columns.some((column) => column === key))
  return writeCsv(
    shown.map(({ head }) => head),
    users.map((user) => shown.map(({ key }) => user[key] ?? '')),
  )
}

/** All users, or one more than fit, which shows that there are more. */
async function listAll(from: Pick<Service, 'call'>, signal?: AbortSignal): Promise<WireUser[]> {
  const users = new Map<string, WireUser>()
  let pageToken: string | null = null
  // A page without new users is the end of the list, whatever its token.
  for (let before = -1; users.size <= usersMax && users.size > before;) {
    before = users.size
    const page: Awaited<ReturnType<typeof listUsers>> = await listUsers(
      from,
      { pageToken },
      { lane: 'person', ...(signal === undefined ? {} : { signal }) },
    )
    for (const user of page.users) users.set(user.userId, user)
    pageToken = page.nextPageToken
    if (pageToken === null) break
  }
  return [...users.values()].slice(0, usersMax + 1)
}

function fit(all: readonly Cells[], source: CurrentUsers['source']): CurrentUsers {
  const users = all.slice(0, usersMax)
  return { csv: write(users), rows: users.length, isCut: all.length > usersMax, source }
}

interface ToldRow {
  username: string
  user_id: string
  asked: {
    firstName?: string
    lastName?: string
    seatType?: string
    timezone?: string
    status?: string
    language?: string
  }
}

/**
 * The current users, at most as many as one job can have.
 * @throws AppError upstream_refused when the token may not list users and no job has reported any
 */
export async function exportCurrentUsers(
  deps: { db?: Queryable; service?: Pick<Service, 'call'>; signal?: AbortSignal } = {},
): Promise<CurrentUsers> {
  try {
    const users = await listAll(deps.service ?? service(), deps.signal)
    const cells: Cells[] = []
    for (const { locale, ...user } of users) cells.push({ ...user, language: toLanguage(locale) })
    return fit(cells, 'service')
  } catch (error) {
    const isRefused = error instanceof AppError && (error.code === 'upstream_refused' || error.code === 'not_found')
    if (!isRefused) throw error
    const db = deps.db ?? (await database())
    const { rows } = await db.query<ToldRow>(
      `select distinct on (lower(username)) username, user_id, asked
       from user_job_rows join user_jobs using (job_id)
       where kind = 'run' and state in ('ok', 'warned') and user_id is not null and finished_at is not null
       order by lower(username), finished_at desc limit ${usersMax + 1}`,
    )
    if (rows.length === 0) throw new AppError('upstream_refused', serverText('userJobs.listRefused'), { cause: error })
    const cells: Cells[] = []
    for (const { username, user_id, asked } of rows) {
      const { firstName = null, lastName = null, seatType = null, timezone = null, status = null } = asked
      const language = asked.language ?? null
      cells.push({ email: username, userId: user_id, firstName, lastName, seatType, timezone, status, language })
    }
    return fit(cells, 'jobs')
  }
}
