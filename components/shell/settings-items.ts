import type { Route } from 'next'
import { can, type Permission, type Role } from '@/lib/access/permissions'

export interface SettingsItem {
  href: Route
  label: string
  /** Null: everyone. */
  permission: Permission | null
}

/** The pages of Settings, in the order of their navigation. The first is where "Settings" leads. */
const settingsItems: readonly SettingsItem[] = [
  { href: '/settings/account', label: 'Account', permission: null },
  { href: '/settings/people', label: 'People', permission: 'people:read' },
  { href: '/settings/tokens', label: 'API tokens', permission: null },
  { href: '/settings/service-accounts', label: 'Service accounts', permission: 'people:read' },
  { href: '/settings/api', label: 'API reference', permission: null },
]

/** The pages of Settings that `role` may open. */
export function listSettingsItems(role: Role): readonly SettingsItem[] {
  return settingsItems.filter(({ permission }) => permission === null || can(role, permission))
}
