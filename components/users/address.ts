import type { Route } from 'next'
import {
  type UserFacetName,
  userFacetNames,
  userFilter,
  type UserFilter,
  type UserSort,
  type UserSortName,
  userSorts,
} from '@/lib/users/schema'

const filterNames = ['q', ...userFacetNames, 'sort'] as const
export type FilterName = (typeof filterNames)[number]

const valuesMax = 100
const charsMax = 500
const searchCharsMax = 8_000

/**
 * What an address asks of the list. Server and browser make the same of the same address, so that what came with the
 * page is found by the page. What cannot be meant (an order that there is not) falls back to the usual.
 */
export function readUserAddress(read: (name: FilterName) => readonly string[]): UserFilter {
  const list = (name: UserFacetName) =>
    [...new Set(read(name).filter((value) => value !== '' && value.length <= charsMax))].slice(0, valuesMax)
  const [sort] = read('sort')
  return userFilter.parse({
    q: (read('q')[0] ?? '').trim().slice(0, searchCharsMax),
    seat: list('seat'),
    group: list('group'),
    site: list('site'),
    timezone: list('timezone'),
    status: list('status'),
    sort: userSorts.find((known) => known === sort),
  })
}

/** Names a list among others. */
export function writeFilterKey(filter: UserFilter): string {
  return JSON.stringify(filterNames.map((name) => filter[name]))
}

/** Whether anything is left out of the list that has no filter. */
export function isNarrowed(filter: UserFilter): boolean {
  return filter.q !== '' || userFacetNames.some((name) => filter[name].length > 0)
}

export function readSort(sort: UserSort): { name: UserSortName; isDescending: boolean } {
  const isDescending = sort.startsWith('-')
  // Cast: a sort is a name, or a name after a minus.
  return { name: (isDescending ? sort.slice(1) : sort) as UserSortName, isDescending }
}

/** The order that pressing a head asks for: its own first, then the other way round. Imports begin with the newest. */
export function nextSort(sort: UserSort, name: UserSortName): UserSort {
  const now = readSort(sort)
  if (now.name === name) return now.isDescending ? name : `-${name}`
  return name === 'imported' ? '-imported' : name
}

export const sortLabels: Record<UserSortName, string> = {
  name: 'Name',
  email: 'Email',
  seat: 'Seat',
  groups: 'Groups',
  sites: 'Sites',
  timezone: 'Time zone',
  status: 'Status',
  imported: 'Last import',
}

/** "by name, Z to A" */
export function describeSort(sort: UserSort): string {
  const { name, isDescending } = readSort(sort)
  if (name === 'imported') return `by last import, ${isDescending ? 'newest' : 'oldest'} first`
  return `by ${sortLabels[name].toLowerCase()}, ${isDescending ? 'Z to A' : 'A to Z'}`
}

/** The page of a user. The cast is safe: an id is one encoded segment of that very route. */
export function userHref(userId: string): Route {
  return `/users/${encodeURIComponent(userId)}` as Route
}
