'use client'

import { parseAsNativeArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import type { UserFacetName, UserFilter, UserSort } from '@/lib/users/schema'
import { userFacetNames } from '@/lib/users/values-model'
import { isNarrowed, readUserAddress, writeFilterKey } from './address'

const values = parseAsNativeArrayOf(parseAsString)
const keys = {
  q: parseAsString,
  seat: values,
  group: values,
  site: values,
  timezone: values,
  status: values,
  sort: parseAsString,
  groupBy: parseAsStringLiteral(userFacetNames),
}

export interface UserState {
  filter: UserFilter
  /** Identifies this list. */
  filterKey: string
  isFiltered: boolean
  search: (text: string) => void
  choose: (name: UserFacetName, values: readonly string[]) => void
  setSort: (sort: UserSort) => void
  /** The filter by whose values the rows are grouped. */
  group: UserFacetName | null
  setGroup: (group: UserFacetName | null) => void
  /** Removes every filter; order and groups stay. */
  clear: () => void
}

/** The state of the list, which is kept only in the address. */
export function useUserState(): UserState {
  const [address, setAddress] = useQueryStates(keys)
  const { groupBy } = address
  const asked = readUserAddress((name) => [address[name] ?? []].flat())
  const filterKey = writeFilterKey(asked)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the value
  const filter = useMemo(() => asked, [filterKey])
  const push = (changes: Parameters<typeof setAddress>[0]) => void setAddress(changes, { history: 'push' })
  return {
    filter,
    filterKey,
    isFiltered: isNarrowed(filter),
    search: (text) => void setAddress({ q: text.trim() === '' ? null : text.trim() }, { history: 'replace' }),
    choose: (name, chosen) => push({ [name]: chosen.length === 0 ? null : [...chosen] }),
    setSort: (sort) => push({ sort: sort === 'name' ? null : sort }),
    group: groupBy,
    setGroup: (next) => push({ groupBy: next }),
    clear: () => push({ q: null, seat: null, group: null, site: null, timezone: null, status: null }),
  }
}
