import 'server-only'
import { foldedKey, type Keyset } from '@/lib/db/keyset'
import { likePart, type Values } from '@/lib/db/values'
import { foldText } from '@/lib/search/search-text'
import type { UserFacetName, UserFilter, UserSortName } from './schema'
import { noValue, splitEmails } from './values-model'

/** Invariant: every value is a parameter, and the SQL around it comes only from our code. */

export const statusSql = `case when missing_at is null then status else 'removed' end`

/** The column of each filter, and whether a row has several values. */
export const facetSql: Readonly<Record<UserFacetName, { column: string; isList?: true }>> = {
  seat: { column: 'seat' },
  group: { column: 'group_names', isList: true },
  site: { column: 'site_names', isList: true },
  timezone: { column: 'timezone' },
  status: { column: statusSql },
}

function writeChoice(name: UserFacetName, wanted: readonly string[], values: Values): string[] {
  if (wanted.length === 0) return []
  const { column, isList } = facetSql[name]
  const named = wanted.filter((value) => value !== noValue)
  const list = () => values.add(named, 'text[]')
  const parts = [
    ...(named.length === 0 ? [] : [isList ? `${column} && ${list()}` : `${column} = any(${list()})`]),
    ...(named.length === wanted.length ? [] : [isList ? `coalesce(${column}, '{}') = '{}'` : `${column} is null`]),
  ]
  return [`(${parts.join(' or ')})`]
}

/**
 * The complete addresses in a filter. A single address in the search is not one of them, because it may be part of
 * another address.
 */
export function emailsOf({ q, email }: Pick<UserFilter, 'q' | 'email'>): string[] {
  const pasted = splitEmails(q)
  return [...new Set([...email.map((each) => each.toLowerCase()), ...(pasted.length > 1 ? pasted : [])])]
}

/** SQL: the condition of a filter on a row. `without` leaves one choice out, to count its values. */
export function writeUserWhere(filter: UserFilter, values: Values, without: UserFacetName | null = null): string {
  const emails = emailsOf(filter)
  const isPasted = splitEmails(filter.q).length > 1
  const words = isPasted
    ? []
    : foldText(filter.q)
        .split(/\s+/)
        .filter((word) => word !== '')
        .slice(0, 20)
  const conditions = [
    ...(emails.length === 0 ? [] : [`lower(email) = any(${values.add(emails, 'text[]')})`]),
    ...words.map((word) => `search_text like ${values.add(likePart(word), 'text')}`),
    ...(['seat', 'group', 'site', 'timezone', 'status'] as const).flatMap((name) =>
      name === without ? [] : writeChoice(name, filter[name], values),
    ),
  ]
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}

/** The orders of a list. */
export const userKeyset: Keyset<UserSortName> = {
  id: 'user_id',
  keys: {
    name: foldedKey('name'),
    email: foldedKey('email'),
    seat: foldedKey('seat'),
    groups: foldedKey('groups_text'),
    sites: foldedKey('sites_text'),
    timezone: foldedKey('timezone'),
    status: foldedKey(`(${statusSql})`),
    imported: { key: 'last_imported_at', type: 'timestamptz' },
    id: { key: 'user_id', type: 'text' },
  },
}
