import {
  Boxes,
  ChartNoAxesCombined,
  ClipboardList,
  FileDown,
  GraduationCap,
  History,
  Images,
  Inbox,
  LayoutDashboard,
  LayoutTemplate,
  ListChecks,
  ListTree,
  type LucideIcon,
  Send,
  Settings,
  Settings2,
  SquareTerminal,
  Tags,
  UserRound,
  Waypoints,
  Webhook,
  Zap,
} from 'lucide-react'
import type { Route } from 'next'
import { can, type Permission, type Role } from '@/lib/access/permissions'
import type { Messages } from '@/lib/messages/catalog'

export interface NavItem {
  href: Route
  /** Key of its label in the messages, at `shell.nav`. */
  name: keyof Messages['shell']['nav']
  group: NavGroup
  icon: LucideIcon
  /** Null: everyone. */
  permission: Permission | null
  /** Shortcut that opens it. */
  keys: string
  /** Behind "More" in the bottom bar of a phone, which has room for five. */
  isMinor?: true
}

/** The groups of the rail, in order. Names of their labels in the messages, at `shell.navGroups`. */
export const navGroups = ['work', 'configure', 'people', 'developer'] as const
export type NavGroup = (typeof navGroups)[number]

/** The pages of the console, in the order of the rail. One table for rail, palette, breadcrumb and shortcuts. */
const navItems: readonly NavItem[] = [
  { href: '/', name: 'overview', group: 'work', icon: LayoutDashboard, permission: 'inspections:read', keys: 'g o' },
  { href: '/inbox', name: 'inbox', group: 'work', icon: Inbox, permission: null, keys: 'g b', isMinor: true },
  {
    href: '/inspections',
    name: 'inspections',
    group: 'work',
    icon: ClipboardList,
    permission: 'inspections:read',
    keys: 'g i',
  },
  {
    href: '/insights',
    name: 'insights',
    group: 'work',
    icon: ChartNoAxesCombined,
    permission: 'inspections:read',
    keys: 'g k',
    isMinor: true,
  },
  { href: '/review', name: 'review', group: 'work', icon: ListChecks, permission: 'reviews:read', keys: 'g r' },
  { href: '/media', name: 'media', group: 'work', icon: Images, permission: 'media:read', keys: 'g m' },
  {
    href: '/assets',
    name: 'assets',
    group: 'work',
    icon: Boxes,
    permission: 'assets:read',
    keys: 'g a',
    isMinor: true,
  },
  {
    href: '/exports',
    name: 'exports',
    group: 'work',
    icon: FileDown,
    permission: 'inspections:read',
    keys: 'g e',
    isMinor: true,
  },
  {
    href: '/status-groups',
    name: 'statusGroups',
    group: 'configure',
    icon: Tags,
    permission: 'status-groups:read',
    keys: 'g t',
    isMinor: true,
  },
  {
    href: '/templates',
    name: 'templates',
    group: 'configure',
    icon: LayoutTemplate,
    permission: 'lists:read',
    keys: 'g l',
    isMinor: true,
  },
  {
    href: '/rules',
    name: 'rules',
    group: 'configure',
    icon: Zap,
    permission: 'rules:read',
    keys: 'g u',
    isMinor: true,
  },
  {
    href: '/response-sets',
    name: 'responseSets',
    group: 'configure',
    icon: ListTree,
    permission: 'lists:read',
    keys: 'g q',
    isMinor: true,
  },
  {
    href: '/connections',
    name: 'connections',
    group: 'configure',
    icon: Waypoints,
    permission: 'lists:read',
    keys: 'g c',
    isMinor: true,
  },
  {
    href: '/settings',
    name: 'settings',
    group: 'configure',
    icon: Settings,
    permission: null,
    keys: 'g z',
    isMinor: true,
  },
  {
    href: '/users',
    name: 'users',
    group: 'people',
    icon: UserRound,
    permission: 'user-jobs:read',
    keys: 'g p',
    isMinor: true,
  },
  {
    href: '/training',
    name: 'training',
    group: 'people',
    icon: GraduationCap,
    permission: 'training:read',
    keys: 'g n',
    isMinor: true,
  },
  {
    href: '/activity',
    name: 'activity',
    group: 'people',
    icon: History,
    permission: 'activity:read',
    keys: 'g y',
    isMinor: true,
  },
  {
    href: '/webhooks',
    name: 'webhooks',
    group: 'developer',
    icon: Webhook,
    permission: 'webhooks:read',
    keys: 'g w',
    isMinor: true,
  },
  {
    href: '/outgoing',
    name: 'outgoing',
    group: 'developer',
    icon: Send,
    permission: 'rules:read',
    keys: 'g f',
    isMinor: true,
  },
  {
    href: '/explorer',
    name: 'explorer',
    group: 'developer',
    icon: SquareTerminal,
    permission: 'system:read',
    keys: 'g x',
    isMinor: true,
  },
  {
    href: '/system',
    name: 'system',
    group: 'developer',
    icon: Settings2,
    permission: 'system:read',
    keys: 'g s',
    isMinor: true,
  },
]

interface SubPage {
  href: Route
  /** Key of its label in the messages, at `shell.subPages`. */
  name: keyof Messages['shell']['subPages']
  /** The palette has it too, because people search for this list by its name. */
  isFound?: true
}

/** Named pages below a page of the rail. The page of a single object names itself with `useCrumb`. */
const subPages: readonly SubPage[] = [
  { href: '/inspections/sites', name: 'sites', isFound: true },
  { href: '/users/imports', name: 'imports', isFound: true },
  { href: '/users/imports/new', name: 'newImport' },
  { href: '/review/follow-ups', name: 'followUps', isFound: true },
  { href: '/review/mentions', name: 'mentions', isFound: true },
  { href: '/inspections/compare', name: 'compare' },
  { href: '/status-groups/types', name: 'types', isFound: true },
  { href: '/assets/changes', name: 'changes', isFound: true },
  { href: '/assets/proposals', name: 'proposals', isFound: true },
  { href: '/rules/new', name: 'newRule' },
  { href: '/exports/schedules', name: 'schedules' },
]

/** The named pages on the way to an address, the outermost first. */
export function findSubPages(pathname: string): readonly SubPage[] {
  return subPages.filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
}

/** The lists below some pages of the rail. */
export function listFoundSubPages(items: readonly NavItem[]): readonly SubPage[] {
  return subPages.filter(
    ({ href, isFound }) => isFound === true && items.some((item) => href.startsWith(`${item.href}/`)),
  )
}

/** The pages that `role` may open. */
export function listNavItems(role: Role): readonly NavItem[] {
  return navItems.filter(({ permission }) => permission === null || can(role, permission))
}

/** The page that an address belongs to. */
export function findNavItem(pathname: string): NavItem | undefined {
  return navItems.find(({ href }) => pathname === href || (href !== '/' && pathname.startsWith(`${href}/`)))
}
