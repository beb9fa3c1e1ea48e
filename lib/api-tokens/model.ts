import { can, type Permission, type Role, tokenPermissions } from '@/lib/access/permissions'
import type { Translator } from '@/lib/messages/translator'
import type { ApiToken } from './schema'

const dayMs = 86_400_000
/** People are warned when a token expires within this many days. */
const warnDays = 7

/** When a token expires, and how urgent that is. */
export function describeExpiry(
  t: Translator<'apiTokens.expiry'>,
  { expiresAt }: Pick<ApiToken, 'expiresAt'>,
  nowMs: number,
): { state: 'never' | 'later' | 'soon' | 'expired'; text: string } {
  if (expiresAt === null) return { state: 'never', text: t('never') }
  const leftMs = Date.parse(expiresAt) - nowMs
  if (leftMs <= 0) return { state: 'expired', text: t('expired') }
  const text = leftMs < dayMs ? t('withinDay') : t('inDays', { days: Math.round(leftMs / dayMs) })
  return { state: leftMs < warnDays * dayMs ? 'soon' : 'later', text }
}

/** The areas to which a token can be limited. No token manages people. */
export type PermissionArea = Exclude<Permission extends `${infer Area}:${string}` ? Area : never, 'people'>

/** The cast is safe: `tokenPermissions` contains no permission for people. */
const areaOf = (permission: Permission) => permission.split(':')[0] as PermissionArea

export interface PermissionRow {
  area: PermissionArea
  read: Permission | null
  write: Permission | null
}

/** Permissions to which a token of this role can be limited, by area. */
export function listPermissionRows(role: Role): PermissionRow[] {
  const allowed = tokenPermissions.filter((permission) => can(role, permission))
  return [...new Set(allowed.map(areaOf))].map((area) => ({
    area,
    read: allowed.find((permission) => permission === `${area}:read`) ?? null,
    write: allowed.find((permission) => permission === `${area}:write`) ?? null,
  }))
}
