'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { FacetPicker } from '@/components/ui/facet-picker'
import { SortMenu } from '@/components/ui/sort-menu'
import { formatCount } from '@/lib/browser/numbers'
import { facetWords } from '@/lib/users/model'
import { userQueries } from '@/lib/users/queries'
import { type UserFacetName, userFacetNames, userSorts } from '@/lib/users/schema'
import { describeSort } from './address'
import type { UserState } from './use-user-state'

const labels: Record<UserFacetName, string> = {
  seat: 'Seat',
  group: 'Group',
  site: 'Site',
  timezone: 'Time zone',
  status: 'Status',
}

/** The filters of the list, each with how many users its values would leave. */
export function UserFilters({ state }: { state: UserState }) {
  const { filter } = state
  const { data } = useQuery(userQueries.facets(filter))
  return (
    <>
      {userFacetNames.map((name) => (
        <FacetPicker
          key={name}
          label={labels[name]}
          noun={labels[name].toLowerCase()}
          options={(data?.[name] ?? filter[name].map((value) => ({ value, count: 0 }))).map(({ value, count }) => ({
            value,
            label: facetWords(name, value),
            hint: formatCount(count),
          }))}
          value={filter[name]}
          nameOf={(value) => facetWords(name, value)}
          onChange={(next) => state.choose(name, next)}
        />
      ))}
      {state.isFiltered && (
        <Button size="sm" variant="ghost" icon={X} onClick={state.clear}>
          Clear
        </Button>
      )}
    </>
  )
}

/** The order of the list on phones. */
export function UserSortMenu({ state }: { state: UserState }) {
  return <SortMenu value={state.filter.sort} sorts={userSorts} describe={describeSort} onChange={state.setSort} />
}
