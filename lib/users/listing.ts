import 'server-only'
import { createListingLease } from '@/lib/background/listing-lease'
import { walkPages } from '@/lib/background/listing-pages'
import { isAppError } from '@/lib/background/trouble'
import { createWholeListing, type ListingRun, type WholeListing } from '@/lib/background/whole-listing'
import { readInstant } from '@/lib/db/read-together'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import type { Service } from '@/lib/service/types'
import { listUsers, readUsers } from '@/lib/service/users'
import { noteImports } from './imports'
import { readMemberships } from './memberships'
import { listUsersEveryMinutes } from './values-model'
import { deleteLongRemoved, findUnlisted, markRemoved, storeUsers } from './store'

/** Decides how often all users are listed and by which console, and stores how the last listing ended. */
export const userListing = createListingLease({ name: 'organization-users', everyMinutes: listUsersEveryMinutes })

interface Source {
  db: Database
  service: Pick<Service, 'call'>
}

/** A million users. */
const pagesMax = 5_000
const pageDeadlineMs = 120_000

async function listAll(
  { db, service }: Source,
  { signal, onPage }: ListingRun,
): Promise<{ ids: Set<string>; unreadCount: number }> {
  const ids = new Set<string>()
  let unreadCount = 0
  let asOf = ''
  await walkPages({
    noun: 'users',
    pagesMax,
    read: async (pageToken) => {
      await onPage(ids.size)
      asOf = await readInstant(db)
      return listUsers(
        service,
        { pageToken },
        { lane: 'background', deadlineMs: pageDeadlineMs, isFresh: true, signal },
      )
    },
    take: async ({ users, unreadCount: unread }) => {
      const before = ids.size
      for (const { userId } of users) ids.add(userId)
      unreadCount += unread
      await storeUsers(db, users, asOf)
      await noteImports(
        db,
        users.map(({ email }) => email),
      )
      publishChange('users')
      return { hasNew: ids.size > before }
    },
  })
  return { ids, unreadCount }
}

/** The maximum number of users that are requested by their ids. */
const askedMax = 2_000

/**
 * Decides about users that a full listing did not name. A paged list can skip a user, so these users are requested by
 * their ids. If there are too many, or the service does not respond, they are marked as removed only if the previous
 * listing did not name them either (`doubtful`). Returns the users who stay doubtful.
 */
async function settleUnlisted(
  { db, service }: Source,
  listed: { ids: Set<string>; unreadCount: number },
  doubtful: ReadonlySet<string>,
  { startedAt, signal }: ListingRun,
): Promise<Set<string>> {
  // It is unknown which users could not be read, so no user can be considered unlisted.
  if (listed.unreadCount > 0) return new Set()
  const unlisted = await findUnlisted(db, listed.ids, startedAt)
  const asOf = await readInstant(db)
  const there = unlisted.length > askedMax ? null : await readThere(service, unlisted, signal)
  if (there !== null) {
    await storeUsers(db, there, asOf)
    const found = new Set(there.map(({ userId }) => userId))
    await markRemoved(
      db,
      unlisted.filter((id) => !found.has(id)),
      asOf,
    )
    return new Set()
  }
  await markRemoved(
    db,
    unlisted.filter((id) => doubtful.has(id)),
    startedAt,
  )
  return new Set(unlisted.filter((id) => !doubtful.has(id)))
}

/** The given users that still exist; null when the service does not respond. */
async function readThere(service: Source['service'], userIds: readonly string[], signal: AbortSignal) {
  try {
    return await readUsers(service, userIds, { lane: 'background', isFresh: true, signal })
  } catch (error) {
    signal.throwIfAborted()
    if (isAppError(error)) return null
    throw error
  }
}

/** Lists all users with their groups into the index, and finds users who no longer exist. */
export function createUserListing({
  service,
  log,
}: {
  service: () => Pick<Service, 'call'>
  log: DatabaseLog
}): WholeListing {
  /** Users that the last complete listing did not name, but who may still exist. */
  let doubtful: ReadonlySet<string> = new Set()
  return createWholeListing({
    noun: 'users',
    lease: userListing,
    log,
    publish: () => publishChange('users'),
    list: async (db, run) => {
      const source = { db, service: service() }
      const listed = await listAll(source, run)
      doubtful = await settleUnlisted(source, listed, doubtful, run)
      const groups = await readMemberships(source, {
        signal: run.signal,
        onGroup: () => run.onPage(listed.ids.size),
      })
      const deleted = await deleteLongRemoved(db)
      return { users: listed.ids.size, groups, doubtful: doubtful.size, unread: listed.unreadCount, deleted }
    },
  })
}
