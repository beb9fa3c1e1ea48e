import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { may, type Permission } from '@/lib/access/permissions'

/**
 * What of the log a person sees: by least privilege. Everybody signed in sees who did what to which thing, and when. What was before
 * and after is seen by whoever could have made the change, and by whoever made it; email addresses of others by those who
 * manage people; addresses of the network and refused sign-ins by those who run the console.
 */

/** From where, and who was refused. */
export function maySeeAddresses(actor: Pick<Actor, 'role'>): boolean {
  return may(actor, 'system:write')
}

/** Email addresses of others, and what was done to accounts, invitations and tokens. */
export function maySeePeople(actor: Pick<Actor, 'role' | 'tokenId' | 'permissions'>): boolean {
  return may(actor, 'people:read')
}

/** Kinds of things whose names can be email addresses, and which are about people. */
export const peopleKinds: readonly string[] = ['account', 'invitation', 'api-token', 'service-account']

/**
 * The permission that before and after of an action ask for, by its noun. Reviews and views say no more than their screens do.
 * What is not named here, comments too (they can be deleted), is for those who run the console.
 */
const contentPermissions: Readonly<Record<string, Permission>> = {
  review: 'reviews:read',
  'saved-view': 'inspections:read',
  template: 'inspections:read',
  asset: 'assets:write',
  'asset-change': 'assets:write',
  export: 'exports:write',
}

interface Seen {
  action: string
  actor_id: string | null
  actor_email: string
  before: unknown
  after: unknown
  address: string | null
}

function maySeeContent(actor: Actor, { action, actor_id }: Seen): boolean {
  if (actor_id === actor.userId) return true
  const [noun = ''] = action.split('.')
  return may(actor, contentPermissions[noun] ?? 'system:write')
}

/** An entry without what the person may not see. `isWithheld`: there is a before or an after that is left out. */
export function cutEntry<Row extends Seen>(actor: Actor, row: Row): Row & { isWithheld: boolean } {
  const isShown = maySeeContent(actor, row)
  return {
    ...row,
    actor_email: maySeePeople(actor) || row.actor_id === actor.userId ? row.actor_email : '',
    address: maySeeAddresses(actor) ? row.address : null,
    before: isShown ? row.before : null,
    after: isShown ? row.after : null,
    isWithheld: !isShown && (row.before != null || row.after != null),
  }
}
