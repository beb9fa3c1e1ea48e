import 'server-only'
import { createListingLoop, type ListingLoop } from '@/lib/background/listing-loop'
import { systemClock, type Clock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { readInstant } from '@/lib/db/read-together'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import type { Service } from '@/lib/service/types'
import { readUsers, searchUsers } from '@/lib/service/users'
import { noteImports } from './imports'
import { createUserListing } from './listing'
import { readMemberships } from './memberships'
import { storeUsers } from './store'

export interface UserRefresherOptions {
  database: () => Promise<Database>
  service: () => Pick<Service, 'call'>
  clock: Clock
  log: DatabaseLog
}

/**
 * Keeps the index of users up to date: lists everybody every hour, and reads users again when an import has changed
 * them.
 */
export interface UserRefresher extends ListingLoop {
  /**
   * Requests a listing of everybody, even if it is not due. Its progress is stored in the index and published to open
   * screens.
   */
  ask(): void
  /** Reads the users of a finished import again, and all groups if the import changed groups. Never throws. */
  followImport(jobId: string): Promise<void>
}

export function createUserRefresher(options: UserRefresherOptions): UserRefresher {
  const { clock, log: logger } = options
  const loop = createListingLoop({
    noun: 'users',
    whole: createUserListing(options),
    database: options.database,
    clock,
    log: logger,
    isAskedAtStart: false,
  })
  const ending = new AbortController()
  return {
    ...loop,
    stop: async () => {
      ending.abort(new Error('The console is stopping'))
      await loop.stop()
    },
    // The reason of a failure is stored in the index.
    ask: () => void loop.listAll().catch(() => null),
    followImport: async (jobId) => {
      try {
        await readImported({ db: await options.database(), service: options.service() }, jobId, ending.signal)
      } catch (error) {
        if (!ending.signal.aborted) logger.warn({ err: error, jobId }, 'users of an import could not be read again')
      }
    },
  }
}

async function readImported(
  source: { db: Database; service: Pick<Service, 'call'> },
  jobId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, service: from } = source
  const { rows } = await db.query<{ username: string; user_id: string | null; has_groups: boolean; is_done: boolean }>(
    `select username, user_id, asked->'groups' is not null as has_groups, state in ('ok', 'warned') as is_done
     from user_job_rows join user_jobs using (job_id) where job_id = $1 and kind = 'run'`,
    [jobId],
  )
  const done = rows.filter(({ is_done: isDone }) => isDone)
  const options = { lane: 'background', isFresh: true, signal } as const
  const unnamed = done.filter(({ user_id: userId }) => userId === null)
  const found = await searchUsers(
    from,
    unnamed.map(({ username }) => username),
    options,
  )
  const ids = [
    ...done.flatMap(({ user_id: userId }) => (userId === null ? [] : [userId])),
    ...found.map(({ userId }) => userId),
  ]
  const asOf = await readInstant(db)
  await storeUsers(db, await readUsers(from, [...new Set(ids)], options), asOf)
  await noteImports(
    db,
    rows.map(({ username }) => username),
  )
  if (done.some(({ has_groups: hasGroups }) => hasGroups)) await readMemberships(source, { signal })
  publishChange('users')
}

/** The refresher of this process. The boot starts it. */
export function userRefresher(): UserRefresher {
  return processWide('organization-users', () =>
    createUserRefresher({ database, service, clock: systemClock, log: log().child({ part: 'users' }) }),
  )
}
