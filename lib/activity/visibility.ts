import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { may, type Permission } from '@/lib/access/permissions'

/**
 * What a person sees of the log, by least privilege. Everybody who is signed in sees who did what to which object, and
 * when. The values before and after are visible to people who could have made the change, and to its author; email
 * addresses of others to people who manage people; network addresses and refused sign-ins to admins.
 */

/** Client addresses, and refused sign-ins. */
export function maySeeAddresses(actor: Pick<Actor, 'role'>): boolean {
  return may(actor, 'system:write')
}

/** Email addresses of others, and changes of accounts, invitations and tokens. */
export function maySeePeople(actor: Pick<Actor, 'role' | 'tokenId' | 'permissions'>): boolean {
  return may(actor, 'people:read')
}

/** Kinds of objects that are about people and whose names can be email addresses. */
export const peopleKinds: readonly string[] = ['account', 'invitation', 'api-token', 'service-account']

/**
 * The permission for before and after of an action, by its noun. Reviews and views show no more than their screens do.
 * Actions that are not listed here, including comments (which can be deleted), are for admins.
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

/** An entry without what the person may not see. `isWithheld`: a before or an after is left out. */
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
