import 'server-only'
import { randomUUID } from 'node:crypto'
import { createListingLease } from '@/lib/background/listing-lease'
import { readListingTrouble } from '@/lib/background/whole-listing'
import type { Database } from '@/lib/db/types'
import type { Service } from '@/lib/service/types'
import { listGroups, listGroupUserIds } from '@/lib/service/users'
import { listUsersEveryMinutes } from './values-model'
import { storeMemberships, type UserGroup } from './store'

/**
 * The state of reading the groups of users. It is separate from that of users, because a token may be allowed to list
 * users but not groups.
 */
export const membershipListing = createListingLease({
  name: 'organization-user-groups',
  everyMinutes: listUsersEveryMinutes,
})

/**
 * Reads who is in which group, with one request for each group and each 2,000 of its users, and stores the groups of
 * all users at once. If this fails, the error is stored, and users are shown with their previous groups. Returns the
 * number of groups; null when they could not be read.
 */
export async function readMemberships(
  { db, service }: { db: Database; service: Pick<Service, 'call'> },
  { signal, onGroup }: { signal: AbortSignal; onGroup?: () => Promise<void> },
): Promise<number | null> {
  const leaseId = randomUUID()
  const taken = await membershipListing.take(db, { leaseId, isAsked: true })
  if (taken === null) return null
  const options = { lane: 'background', isFresh: true, signal } as const
  const groupsOf = new Map<string, UserGroup[]>()
  try {
    const groups = await listGroups(service, options)
    // The organization itself is listed as a group of all users. It is left out, because it contains no information.
    const { rows } = await db.query<{ org_id: string | null }>(
      `select document->'rest'->>'org_id' as org_id from organization_users limit 1`,
    )
    const own = groups.filter(({ id }) => id !== rows[0]?.org_id)
    for (const group of own) {
      await onGroup?.()
      await membershipListing.keep(db, leaseId)
      for (const userId of await listGroupUserIds(service, group.id, options)) {
        const known = groupsOf.get(userId)
        if (known === undefined) groupsOf.set(userId, [group])
        else known.push(group)
      }
    }
    await storeMemberships(db, groupsOf)
    await membershipListing.finish(db, leaseId, taken.startedAt)
    return own.length
  } catch (error) {
    const trouble = readListingTrouble(error, 'groups')
    await membershipListing.abandon(db, leaseId, signal.aborted ? null : trouble)
    signal.throwIfAborted()
    return null
  }
}
