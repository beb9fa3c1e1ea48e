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
import type { Messages } from '@/lib/messages/catalog'

export interface NavItem {
  href: Route
  /** Key of its label in the messages, at `shell.nav`. */
  name: keyof Messages['shell']['nav']
  icon: LucideIcon
  /** Null: everyone. */
  permission: Permission | null
  /** Shortcut that opens it. */
  keys: string
  /** Shows the number of inspections to review beside it. */
  countsReviews?: true
  /** Starts a new part of the rail. */
  beginsPart?: true
  /** Behind "More" in the bottom bar of a phone, which has room for five. */
  isMinor?: true
}

/** The pages of the console, in the order of the rail. One table for rail, palette, breadcrumb and shortcuts. */
const navItems: readonly NavItem[] = [
  { href: '/', name: 'overview', icon: LayoutDashboard, permission: 'inspections:read', keys: 'g o' },
  { href: '/inspections', name: 'inspections', icon: ClipboardList, permission: 'inspections:read', keys: 'g i' },
  { href: '/review', name: 'review', icon: ListChecks, permission: 'reviews:read', keys: 'g r', countsReviews: true },
  { href: '/media', name: 'media', icon: Images, permission: 'media:read', keys: 'g m' },
  {
    href: '/status-groups',
    name: 'statusGroups',
    icon: Tags,
    permission: 'status-groups:read',
    keys: 'g t',
    isMinor: true,
  },
  { href: '/assets', name: 'assets', icon: Boxes, permission: 'assets:read', keys: 'g a', isMinor: true },
  {
    href: '/user-jobs',
    name: 'userJobs',
    icon: UserRoundPlus,
    permission: 'user-jobs:read',
    keys: 'g u',
    isMinor: true,
  },
  { href: '/exports', name: 'exports', icon: FileDown, permission: 'inspections:read', keys: 'g e', isMinor: true },
  {
    href: '/templates',
    name: 'templates',
    icon: LayoutTemplate,
    permission: 'lists:read',
    keys: 'g l',
    beginsPart: true,
    isMinor: true,
  },
  { href: '/users', name: 'users', icon: UserRound, permission: 'user-jobs:read', keys: 'g p', isMinor: true },
  {
    href: '/training',
    name: 'training',
    icon: GraduationCap,
    permission: 'training:read',
    keys: 'g n',
    isMinor: true,
  },
  {
    href: '/response-sets',
    name: 'responseSets',
    icon: ListTree,
    permission: 'lists:read',
    keys: 'g q',
    isMinor: true,
  },
  { href: '/connections', name: 'connections', icon: Waypoints, permission: 'lists:read', keys: 'g c', isMinor: true },
  {
    href: '/activity',
    name: 'activity',
    icon: History,
    permission: 'activity:read',
    keys: 'g y',
    beginsPart: true,
    isMinor: true,
  },
  { href: '/webhooks', name: 'webhooks', icon: Webhook, permission: 'webhooks:read', keys: 'g w', isMinor: true },
  { href: '/system', name: 'system', icon: Settings2, permission: 'system:read', keys: 'g s', isMinor: true },
  {
    href: '/explorer',
    name: 'explorer',
    icon: SquareTerminal,
    permission: 'system:read',
    keys: 'g x',
    isMinor: true,
  },
  { href: '/settings', name: 'settings', icon: Settings, permission: null, keys: 'g z', isMinor: true },
]

/** The pages that `role` may open. */
export function listNavItems(role: Role): readonly NavItem[] {
  return navItems.filter(({ permission }) => permission === null || can(role, permission))
}

/** The page that an address belongs to. */
export function findNavItem(pathname: string): NavItem | undefined {
  return navItems.find(({ href }) => pathname === href || (href !== '/' && pathname.startsWith(`${href}/`)))
}
