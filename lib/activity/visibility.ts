import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { may, type Permission } from '@/lib/access/permissions'

/**
 * What a person sees in the log, by least privilege. Everyone who is signed in sees who did what to which object, and
 * when. Values before and after are visible to the author and to people who could have made the change. Email addresses
 * of others are visible to people who manage people. Network addresses and refused sign-ins are visible to admins.
 */

/** Whether a person may see client addresses and refused sign-ins. */
export function maySeeAddresses(actor: Pick<Actor, 'role'>): boolean {
  return may(actor, 'system:write')
}

/** Whether a person may see email addresses of others, and changes of accounts, invitations and tokens. */
export function maySeePeople(actor: Pick<Actor, 'role' | 'tokenId' | 'permissions'>): boolean {
  return may(actor, 'people:read')
}

/** Kinds of objects that belong to people and whose names can be email addresses. */
export const peopleKinds: readonly string[] = ['account', 'invitation', 'api-token', 'service-account']

/**
 * The permission to see before and after, by the noun of the action. Reviews and views show no more here than on their
 * screens. All other actions require an admin, including comments, because a person may have deleted them.
 */
const contentPermissions: Readonly<Record<string, Permission>> = {
  review: 'reviews:read',
  'saved-view': 'inspections:read',
  template: 'inspections:read',
  rule: 'rules:read',
  outgoing: 'rules:read',
  'export-schedule': 'schedules:read',
  'rule-status': 'assets:write',
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

/** Removes from an entry what the person may not see. `isWithheld`: a before or an after was removed. */
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
