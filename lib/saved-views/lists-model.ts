import type { Route } from 'next'
import { type Grants, may, type Permission } from '@/lib/access/permissions'
import type { Messages } from '@/lib/messages/catalog'
import type { ViewList } from './schema'
import { viewLists } from './values-model'

interface ListPage {
  path: Route
  /** The permission to see the list, and thereby its views. */
  permission: Permission
  /** Key of its name in the messages of `shell`. */
  name: `nav.${keyof Messages['shell']['nav']}` | `subPages.${keyof Messages['shell']['subPages']}`
  /** Filters that the server applies to a list whose other filters are applied in the browser. */
  onServer?: readonly string[]
}

/** The page of each list. */
export const viewListPages = {
  inspections: { path: '/inspections', permission: 'inspections:read', name: 'nav.inspections' },
  assets: { path: '/assets', permission: 'assets:read', name: 'nav.assets' },
  users: { path: '/users', permission: 'user-jobs:read', name: 'nav.users' },
  'follow-ups': { path: '/review/follow-ups', permission: 'reviews:read', name: 'subPages.followUps' },
  templates: { path: '/templates', permission: 'lists:read', name: 'nav.templates' },
  sites: { path: '/inspections/sites', permission: 'inspections:read', name: 'subPages.sites' },
  activity: { path: '/activity', permission: 'activity:read', name: 'nav.activity' },
  exports: { path: '/exports', permission: 'inspections:read', name: 'nav.exports', onServer: ['show'] },
  imports: {
    path: '/users/imports',
    permission: 'user-jobs:read',
    name: 'subPages.imports',
    onServer: ['phase', 'kind'],
  },
  'status-groups': { path: '/status-groups', permission: 'status-groups:read', name: 'nav.statusGroups' },
  connections: { path: '/connections', permission: 'lists:read', name: 'nav.connections' },
  'response-sets': { path: '/response-sets', permission: 'lists:read', name: 'nav.responseSets' },
  deliveries: {
    path: '/webhooks',
    permission: 'webhooks:read',
    name: 'nav.webhooks',
    onServer: ['state', 'kind', 'resource'],
  },
} as const satisfies Readonly<Record<ViewList, ListPage>>

/** The lists whose views somebody has access to. */
export function listReadable(who: Grants): ViewList[] {
  return viewLists.filter((list) => may(who, viewListPages[list].permission))
}

/** Whether two queries of a list have the same rows on the server, so that the browser can count the views of both. */
export function hasSameRows(list: ViewList, query: string, other: string): boolean {
  const { onServer = [] }: ListPage = viewListPages[list]
  const [one, two] = [new URLSearchParams(query), new URLSearchParams(other)]
  return onServer.every((name) => one.getAll(name).join('\n') === two.getAll(name).join('\n'))
}

/**
 * Lists that count their views on the server. Lists whose rows are in the browser are counted there. The activity log
 * is not counted at all, because it grows for years and each count would read all of it.
 */
const countedLists = ['inspections', 'assets', 'users', 'follow-ups'] as const
export type CountedList = (typeof countedLists)[number]

/** The list if its views are counted on the server, or undefined. */
export const findCounted = (list: ViewList): CountedList | undefined => countedLists.find((known) => known === list)
