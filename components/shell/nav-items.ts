import {
  Boxes,
  ClipboardList,
  FileDown,
  GraduationCap,
  History,
  Images,
  LayoutDashboard,
  LayoutTemplate,
  ListChecks,
  ListTree,
  type LucideIcon,
  Settings,
  Settings2,
  SquareTerminal,
  Tags,
  UserRound,
  UserRoundPlus,
  Waypoints,
  Webhook,
} from 'lucide-react'
import type { Route } from 'next'
import { can, type Permission, type Role } from '@/lib/access/permissions'

export interface NavItem {
  href: Route
  label: string
  icon: LucideIcon
  /** Null: everyone. */
  permission: Permission | null
  /** Shortcut that goes there. */
  keys: string
  /** Whether the number of inspections that wait for a review stands beside it. */
  countsReviews?: true
  /** Begins a part of the rail. */
  beginsPart?: true
  /** Behind "More" in the bar at the bottom of a phone, which has room for five. */
  isMinor?: true
}

/** The pages of the console, in the order of the rail. One table for rail, palette, breadcrumb and shortcuts. */
const navItems: readonly NavItem[] = [
  { href: '/', label: 'Overview', icon: LayoutDashboard, permission: 'inspections:read', keys: 'g o' },
  { href: '/inspections', label: 'Inspections', icon: ClipboardList, permission: 'inspections:read', keys: 'g i' },
  { href: '/review', label: 'Review', icon: ListChecks, permission: 'reviews:read', keys: 'g r', countsReviews: true },
  { href: '/media', label: 'Media', icon: Images, permission: 'media:read', keys: 'g m' },
  {
    href: '/status-groups',
    label: 'Status groups',
    icon: Tags,
    permission: 'status-groups:read',
    keys: 'g t',
    isMinor: true,
  },
  { href: '/assets', label: 'Assets', icon: Boxes, permission: 'assets:read', keys: 'g a', isMinor: true },
  {
    href: '/user-jobs',
    label: 'User jobs',
    icon: UserRoundPlus,
    permission: 'user-jobs:read',
    keys: 'g u',
    isMinor: true,
  },
  { href: '/exports', label: 'Exports', icon: FileDown, permission: 'inspections:read', keys: 'g e', isMinor: true },
  {
    href: '/templates',
    label: 'Templates',
    icon: LayoutTemplate,
    permission: 'lists:read',
    keys: 'g l',
    beginsPart: true,
    isMinor: true,
  },
  { href: '/users', label: 'Users', icon: UserRound, permission: 'user-jobs:read', keys: 'g p', isMinor: true },
  {
    href: '/training',
    label: 'Training',
    icon: GraduationCap,
    permission: 'training:read',
    keys: 'g n',
    isMinor: true,
  },
  {
    href: '/response-sets',
    label: 'Response sets',
    icon: ListTree,
    permission: 'lists:read',
    keys: 'g q',
    isMinor: true,
  },
  { href: '/connections', label: 'Connections', icon: Waypoints, permission: 'lists:read', keys: 'g c', isMinor: true },
  {
    href: '/activity',
    label: 'Activity',
    icon: History,
    permission: 'activity:read',
    keys: 'g y',
    beginsPart: true,
    isMinor: true,
  },
  { href: '/webhooks', label: 'Webhooks', icon: Webhook, permission: 'webhooks:read', keys: 'g w', isMinor: true },
  { href: '/system', label: 'System', icon: Settings2, permission: 'system:read', keys: 'g s', isMinor: true },
  {
    href: '/explorer',
    label: 'API explorer',
    icon: SquareTerminal,
    permission: 'system:read',
    keys: 'g x',
    isMinor: true,
  },
  { href: '/settings', label: 'Settings', icon: Settings, permission: null, keys: 'g z', isMinor: true },
]

/** The pages that `role` may open. */
export function listNavItems(role: Role): readonly NavItem[] {
  return navItems.filter(({ permission }) => permission === null || can(role, permission))
}

/** The page that an address belongs to. */
export function findNavItem(pathname: string): NavItem | undefined {
  return navItems.find(({ href }) => pathname === href || (href !== '/' && pathname.startsWith(`${href}/`)))
}
