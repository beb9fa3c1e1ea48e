import type { UserFacetName, UserFilter } from '@/lib/users/schema'
import { userFacetNames, userSorts } from '@/lib/users/values-model'

const filterNames = ['q', ...userFacetNames, 'sort'] as const
export type FilterName = (typeof filterNames)[number]

const valuesMax = 100
const charsMax = 500
const searchCharsMax = 8_000

/**
 * The filter in an address. Server and browser read it in the same way, so that the page finds the rows that came with
 * it. Unknown values, such as an order that does not exist, fall back to the default.
 */
export function readUserAddress(read: (name: FilterName) => readonly string[]): UserFilter {
  const list = (name: UserFacetName) =>
    [...new Set(read(name).filter((value) => value !== '' && value.length <= charsMax))].slice(0, valuesMax)
  const [sort] = read('sort')
  return {
    q: (read('q')[0] ?? '').trim().slice(0, searchCharsMax),
    email: [],
    seat: list('seat'),
    group: list('group'),
    site: list('site'),
    timezone: list('timezone'),
    status: list('status'),
    sort: userSorts.find((known) => known === sort) ?? 'name',
  }
}

/** The key of a list. */
export function writeFilterKey(filter: UserFilter): string {
  return JSON.stringify(filterNames.map((name) => filter[name]))
}

/** Whether the filter excludes anything. */
export function isNarrowed(filter: UserFilter): boolean {
  return filter.q !== '' || userFacetNames.some((name) => filter[name].length > 0)
}
