import { can, type Permission, type Role, tokenPermissions } from '@/lib/access/permissions'
import type { ApiToken } from './schema'

const dayMs = 86_400_000
/** From this many days on, people are told that a token is about to expire. */
const warnDays = 7

/** When a token expires, in words, with how much that matters. */
export function describeExpiry(
  { expiresAt }: Pick<ApiToken, 'expiresAt'>,
  nowMs: number,
): { state: 'never' | 'later' | 'soon' | 'expired'; text: string } {
  if (expiresAt === null) return { state: 'never', text: 'Never expires' }
  const leftMs = Date.parse(expiresAt) - nowMs
  if (leftMs <= 0) return { state: 'expired', text: 'Expired' }
  const days = Math.round(leftMs / dayMs)
  const text = leftMs < dayMs ? 'Expires within a day' : `Expires in ${days} ${days === 1 ? 'day' : 'days'}`
  return { state: leftMs < warnDays * dayMs ? 'soon' : 'later', text }
}

const nounWords: Readonly<Record<string, string>> = {
  'user-jobs': 'User imports',
  lists: 'Templates and other lists',
  views: 'Saved views',
}
const nounOf = (permission: Permission) => permission.split(':')[0] ?? ''
const nameNoun = (noun: string) => nounWords[noun] ?? noun.charAt(0).toUpperCase() + noun.slice(1).replaceAll('-', ' ')

export interface PermissionRow {
  noun: string
  label: string
  read: Permission | null
  write: Permission | null
}

/** What a token of this role can be narrowed to, by what it is about. */
export function listPermissionRows(role: Role): PermissionRow[] {
  const allowed = tokenPermissions.filter((permission) => can(role, permission))
  return [...new Set(allowed.map(nounOf))].map((noun) => ({
    noun,
    label: nameNoun(noun),
    read: allowed.find((permission) => permission === `${noun}:read`) ?? null,
    write: allowed.find((permission) => permission === `${noun}:write`) ?? null,
  }))
}

/** What a token may do, in a few words: "Editor" or "Editor, 3 permissions". */
export function describeRights({ role, permissions }: Pick<ApiToken, 'role' | 'permissions'>): string {
  const name = role.charAt(0).toUpperCase() + role.slice(1)
  if (permissions === null) return name
  return `${name}, ${permissions.length} ${permissions.length === 1 ? 'permission' : 'permissions'}`
}
