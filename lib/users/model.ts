import type { UserFacetName, UserFacets, UserFilter, UserRow } from './schema'
import { noValue } from './values-model'

/** The names of seats and statuses in the service, and their names for people, files and addresses. */

export interface FieldChoice {
  /** The value in the service. */
  value: string
  label: string
  /** Other spellings that occur in files. */
  also: readonly string[]
}

export const choice = (value: string, label: string, ...also: string[]): FieldChoice => ({ value, label, also })

export const seatTypes: readonly FieldChoice[] = [
  choice('SUBSCRIPTION_SEAT_TYPE_PREMIUM', 'Full', 'premium', 'full seat', 'paid', 'full user'),
  choice('SUBSCRIPTION_SEAT_TYPE_LITE', 'Lite', 'lite seat', 'light'),
  choice('SUBSCRIPTION_SEAT_TYPE_COLLABORATOR', 'Guest', 'collaborator', 'guest seat', 'free'),
  choice('SUBSCRIPTION_SEAT_TYPE_SERVICE_USER', 'Service user', 'service'),
  choice('SUBSCRIPTION_SEAT_TYPE_SUPPORT', 'Support'),
]

export const statuses: readonly FieldChoice[] = [
  choice('USER_ACTIVE_STATUS_ACTIVE', 'Active', 'activated', 'enabled', 'yes', 'true', '1'),
  choice(
    'USER_ACTIVE_STATUS_DEACTIVATED',
    'Deactivated',
    'inactive',
    'deactive',
    'disabled',
    'suspended',
    'no',
    'false',
    '0',
  ),
]

const slugOf = (label: string) => label.toLowerCase().replaceAll(' ', '-')

/** A value such as `SUBSCRIPTION_SEAT_TYPE_SUPPORT` without the common prefix. */
const strip = (word: string) =>
  word
    .replace(/^(?:SUBSCRIPTION_)?(?:SEAT_TYPE|USER_ACTIVE_STATUS|USER_STATUS|STATUS|SEAT)_/, '')
    .toLowerCase()
    .replaceAll('_', '-')

const readChoice = (choices: readonly FieldChoice[], word: string | null): string | null => {
  if (word === null || word.trim() === '') return null
  const stripped = strip(word)
  const known = choices.find(
    ({ value, label, also }) =>
      value === word || strip(value) === stripped || slugOf(label) === stripped || also.includes(stripped),
  )
  return known === undefined ? stripped : slugOf(known.label)
}

/** A seat in the form for addresses, such as `full`. An unknown seat keeps the service's value without its prefix. */
export const readSeat = (word: string | null) => readChoice(seatTypes, word)
export const readStatus = (word: string | null) => readChoice(statuses, word)

export const removedStatus = 'removed'

const wordOf = (choices: readonly FieldChoice[], slug: string) => {
  const known = choices.find(({ label }) => slugOf(label) === slug)?.label
  const plain = slug.replaceAll('-', ' ')
  return known ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`
}

export const seatWords = (seat: string | null) => (seat === null ? '' : wordOf(seatTypes, seat))
export const statusWords = (status: string | null) => (status === null ? '' : wordOf(statuses, status))

const noneWords: Record<UserFacetName, string> = {
  seat: 'No seat',
  group: 'No group',
  site: 'No site',
  timezone: 'No time zone',
  status: 'No status',
}

/** The label of a value of a filter. */
export function facetWords(name: UserFacetName, value: string): string {
  if (value === noValue) return noneWords[name]
  if (name === 'seat') return seatWords(value)
  if (name === 'status') return statusWords(value)
  return value
}

/** The labels of an import's results for a user. */
const importStates: Readonly<Record<string, string>> = {
  ok: 'Done',
  warned: 'Done, with warnings',
  failed: 'Failed',
  cancelled: 'Cancelled',
  unknown: 'Unknown',
  waiting: 'Waiting',
  sent: 'Sent',
}
export const importWords = (state: string) => importStates[state] ?? state

/** The groups of a list: the values of its users, the most frequent first. Facets also have values that no user has. */
export function listGroups(facets: UserFacets, filter: UserFilter, group: UserFacetName): UserFacets[UserFacetName] {
  const chosen = filter[group]
  return facets[group].filter(({ value, count }) => count > 0 && (chosen.length === 0 || chosen.includes(value)))
}

const groupsOf: Readonly<Record<UserFacetName, (row: UserRow) => ReadonlyArray<string | null> | null>> = {
  seat: ({ seat }) => [seat],
  group: ({ groups }) => groups,
  site: ({ sites }) => sites,
  timezone: ({ timezone }) => [timezone],
  status: ({ status }) => [status],
}

/** Sorts users by the groups of a list. A user with several values is in the first of their groups. */
export function sortByGroup(
  rows: readonly UserRow[],
  groups: ReadonlyArray<{ value: string }>,
  group: UserFacetName,
): UserRow[] {
  const ranks = new Map(groups.map(({ value }, rank) => [value, rank]))
  const rankOf = (row: UserRow) => {
    const values = groupsOf[group](row) ?? []
    const known = values.length === 0 ? [null] : values
    return Math.min(...known.map((value) => ranks.get(value ?? noValue) ?? ranks.size))
  }
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b))
}
