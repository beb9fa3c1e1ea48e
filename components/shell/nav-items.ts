import { ClipboardList, LayoutDashboard, type LucideIcon, Settings2 } from 'lucide-react'
import type { Route } from 'next'
import { can, type Permission, type Role } from '@/lib/auth/permissions'

export interface NavItem {
  href: Route
  label: string
  icon: LucideIcon
  permission: Permission
  /** Shortcut that goes there. */
  keys: string
}

/** The pages of the console, in the order of the rail. One table for rail, palette, breadcrumb and shortcuts. */
const navItems: readonly NavItem[] = [
  { href: '/', label: 'Overview', icon: LayoutDashboard, permission: 'inspections:read', keys: 'g o' },
  { href: '/inspections', label: 'Inspections', icon: ClipboardList, permission: 'inspections:read', keys: 'g i' },
  { href: '/system', label: 'System', icon: Settings2, permission: 'system:read', keys: 'g s' },
]

/** The pages that `role` may open. */
export function listNavItems(role: Role): readonly NavItem[] {
  return navItems.filter(({ permission }) => can(role, permission))
}

/** The page that an address belongs to. */
export function findNavItem(pathname: string): NavItem | undefined {
  return navItems.find(({ href }) => pathname === href || (href !== '/' && pathname.startsWith(`${href}/`)))
}
