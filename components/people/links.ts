import type { Route } from 'next'
import { writeQuery } from '@/lib/browser/api'
import type { PeopleFilter } from '@/lib/people/list-schema'

export const peopleHref = '/settings/people' as Route

/** The cast is safe: an id is one encoded segment. */
export function personHref(userId: string): Route {
  return `/settings/people/${encodeURIComponent(userId)}` as Route
}

/** The CSV of the rows that the list shows. */
export function exportHref({ q, role, state, sort, order }: PeopleFilter, zone: string): string {
  return `/api/people/export${writeQuery({ q, role, state, sort, order, tz: zone })}`
}
