/** The permissions of pages, handlers and buttons. Pure, because the browser imports it too. */

export const roles = ['viewer', 'editor', 'admin'] as const
export type Role = (typeof roles)[number]

export const permissions = [
  'inspections:read',
  'inspections:write',
  'media:read',
  'reviews:read',
  'reviews:write',
  'exports:write',
  'status-groups:read',
  'status-groups:write',
  'assets:read',
  'assets:write',
  'user-jobs:read',
  'user-jobs:write',
  'training:read',
  'training:write',
  'lists:read',
  'lists:write',
  'webhooks:read',
  'webhooks:write',
  'views:write',
  /** Rules: they act for everybody, so only admins see and change them. */
  'rules:read',
  'rules:write',
  /** Scheduled exports: they take everything out of the console, so only admins see and change them. */
  'schedules:read',
  'schedules:write',
  'activity:read',
  'system:read',
  'system:write',
  /** Accounts, invitations and service accounts. Never granted to an API token. */
  'people:read',
  'people:write',
] as const
export type Permission = (typeof permissions)[number]

/** Permissions to which an API token can be narrowed. */
export const tokenPermissions: readonly Permission[] = permissions.filter((name) => !name.startsWith('people:'))

/**
 * Raw writes require this permission in addition to that of the operation: they are not checked and cannot be undone.
 */
export const rawWritePermission: Permission = 'system:write'

/** What only admins may read. */
const adminsRead: ReadonlySet<Permission> = new Set<Permission>(['people:read', 'rules:read', 'schedules:read'])
const readAll: readonly Permission[] = permissions.filter(
  (permission) => permission.endsWith(':read') && !adminsRead.has(permission),
)

const granted: Record<Role, ReadonlySet<Permission>> = {
  viewer: new Set(readAll.filter((permission) => permission !== 'webhooks:read')),
  editor: new Set([
    ...readAll,
    'reviews:write',
    'exports:write',
    'assets:write',
    'inspections:write',
    'views:write',
  ] as const),
  admin: new Set(permissions),
}

/** What permissions need to know about the caller. */
export interface Grants {
  role: Role
  /** For an API token with narrower permissions: the permissions of the role that it keeps. */
  permissions?: readonly Permission[]
  /** Set for API tokens, which never get `people:*`. */
  tokenId?: string
}

/** Whether somebody has a permission: by their role, and for an API token also by the token. */
export function may(who: Grants, permission: Permission): boolean {
  if (who.tokenId !== undefined && permission.startsWith('people:')) return false
  return can(who.role, permission) && (who.permissions === undefined || who.permissions.includes(permission))
}

/** The lower of two roles. */
export function lowerRole(a: Role, b: Role): Role {
  return roles.indexOf(a) <= roles.indexOf(b) ? a : b
}

/** Whether `role` has `permission`. The same table drives `route()`, page guards and disabled buttons. */
export function can(role: Role, permission: Permission): boolean {
  return granted[role].has(permission)
}
