import type { Translator } from '@/lib/messages/translator'
import { facetWords, removedStatus, seatWords, statusWords } from '@/lib/users/model'
import type { UserFacetName, UserSort } from '@/lib/users/schema'
import { noValue } from '@/lib/users/values-model'
import { readOrder } from '@/components/ui/data-table/columns/sort-order'

/** Values of users in the language of the page. Seats, statuses and states that Sightline does not know are shown as they are. */

type UserTexts = Translator<'users'>

const seats = ['full', 'lite', 'guest', 'service-user', 'support'] as const
export const statuses = ['active', 'deactivated', removedStatus] as const
const importStates = ['ok', 'warned', 'failed', 'cancelled', 'unknown', 'waiting', 'sent'] as const

export function describeSeat(t: UserTexts, seat: string | null): string {
  const known = seats.find((one) => one === seat)
  return known === undefined ? seatWords(seat) : t(`seats.${known}`)
}

export function describeStatus(t: UserTexts, status: string | null): string {
  const known = statuses.find((one) => one === status)
  return known === undefined ? statusWords(status) : t(`statuses.${known}`)
}

/** The result of an import for one user. */
export function describeImport(t: UserTexts, state: string): string {
  const known = importStates.find((one) => one === state)
  return known === undefined ? state : t(`imports.states.${known}`)
}

/** A value of a filter. */
export function describeFacet(t: UserTexts, name: UserFacetName, value: string): string {
  if (value === noValue) return t(`facets.none.${name}`)
  if (name === 'seat') return describeSeat(t, value)
  return name === 'status' ? describeStatus(t, value) : facetWords(name, value)
}

/** "by name, Z to A" */
export function describeSort(t: UserTexts, sort: UserSort): string {
  const { name, isDescending } = readOrder(sort)
  return t(`sorts.${name}`, { direction: isDescending ? 'descending' : 'ascending' })
}
