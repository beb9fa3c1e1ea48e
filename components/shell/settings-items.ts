import type { Route } from 'next'
import type { Messages } from '@/lib/messages/catalog'
import { can, type Permission, type Role } from '@/lib/access/permissions'

export interface SettingsItem {
  href: Route
  /** Key of its label in the messages, at `shell.settings`. */
  name: keyof Messages['shell']['settings']
  /** Null: everyone. */
  permission: Permission | null
}

/** The pages of Settings, in the order of their navigation. "Settings" opens the first. */
const settingsItems: readonly SettingsItem[] = [
  { href: '/settings/account', name: 'account', permission: null },
  { href: '/settings/people', name: 'people', permission: 'people:read' },
  { href: '/settings/tokens', name: 'tokens', permission: null },
  { href: '/settings/service-accounts', name: 'serviceAccounts', permission: 'people:read' },
  { href: '/settings/api', name: 'api', permission: null },
]

/** The pages of Settings that `role` may open. */
export function listSettingsItems(role: Role): readonly SettingsItem[] {
  return settingsItems.filter(({ permission }) => permission === null || can(role, permission))
}

/** The page of Settings that an address belongs to. */
export function findSettingsItem(pathname: string): SettingsItem | undefined {
  return settingsItems.find(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
}
