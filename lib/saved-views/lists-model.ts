import { type Grants, may, type Permission } from '@/lib/access/permissions'
import { viewLists, type ViewList } from './schema'

/** The permission to see a list, and thereby its views. */
export const listPermissions: Readonly<Record<ViewList, Permission>> = {
  inspections: 'inspections:read',
  assets: 'assets:read',
  users: 'user-jobs:read',
  'follow-ups': 'reviews:read',
  templates: 'lists:read',
  sites: 'inspections:read',
  activity: 'activity:read',
}

/** The lists whose views somebody has access to. */
export function listReadable(who: Grants): ViewList[] {
  return viewLists.filter((list) => may(who, listPermissions[list]))
}

/** The page of each list. */
export const viewListPaths = {
  inspections: '/inspections',
  assets: '/assets',
  users: '/users',
  'follow-ups': '/review/follow-ups',
  templates: '/templates',
  sites: '/inspections/sites',
  activity: '/activity',
} as const satisfies Readonly<Record<ViewList, string>>

/**
 * Lists that count their views on the server. Lists whose rows are in the browser are counted there. The activity log
 * is not counted at all, because it grows for years and each count would read all of it.
 */
const countedLists = ['inspections', 'assets', 'users', 'follow-ups'] as const
export type CountedList = (typeof countedLists)[number]

/** The list if its views are counted on the server, or undefined. */
export const findCounted = (list: ViewList): CountedList | undefined => countedLists.find((known) => known === list)
