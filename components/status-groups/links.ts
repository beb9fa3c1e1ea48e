import type { Route } from 'next'
import { writeQuery } from '@/lib/browser/api'

export const groupsHref: Route = '/status-groups'

/** The editor of a group. The cast is safe, because an id is one encoded segment of exactly that route. */
export function groupHref(groupId: string): Route {
  return `/status-groups/${encodeURIComponent(groupId)}` as Route
}

/**
 * The board of types and groups. With `groupId`, it shows only the types that use the group, so other types cannot be
 * assigned there. The cast is safe, because a query is not part of a route.
 */
export function typeBoardHref(groupId?: string): Route {
  return `/status-groups/types${writeQuery({ group: groupId })}` as Route
}

/**
 * The list of assets with these filters. It has archived assets too, because the numbers that link to it count them: they also
 * lose their status when it is deleted. The cast is safe as above.
 */
export function assetsHref(filter: { status?: string; group?: string; type?: string | readonly string[] }): Route {
  return `/assets${writeQuery({ ...filter, state: 'all' })}` as Route
}
