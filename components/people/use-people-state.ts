'use client'

import { parseAsNativeArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { roles } from '@/lib/access/permissions'
import type { PeopleFilter } from '@/lib/people/list-schema'
import { directions, peopleSorts, personStates } from '@/lib/people/values-model'

const keys = {
  q: parseAsString.withDefault(''),
  role: parseAsNativeArrayOf(parseAsStringLiteral(roles)),
  state: parseAsNativeArrayOf(parseAsStringLiteral(personStates)),
  sort: parseAsStringLiteral(peopleSorts).withDefault('name'),
  order: parseAsStringLiteral(directions).withDefault('up'),
}

/** The state of the list, which is only in its address. */
export function usePeopleState() {
  const [{ q, role, state, sort, order }, setAddress] = useQueryStates(keys)
  const filter = { q, role, state, sort, order } satisfies PeopleFilter
  return {
    filter,
    isFiltered: q.trim() !== '' || role.length > 0 || state.length > 0,
    set: (changes: Parameters<typeof setAddress>[0], history: 'push' | 'replace' = 'push') =>
      void setAddress(changes, { history }),
    clear: () => void setAddress({ q: null, role: null, state: null }, { history: 'push' }),
  }
}
export type ListState = ReturnType<typeof usePeopleState>
