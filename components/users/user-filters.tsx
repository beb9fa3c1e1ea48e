'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowDownUp, X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { FacetPicker } from '@/components/ui/facet-picker'
import { Menu, MenuChoice } from '@/components/ui/menu'
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

/** The order, for cards, which have no heads. */
export function UserSortMenu({ state }: { state: UserState }) {
  return (
    <span className="sm:hidden">
      <Menu
        trigger={
          <Button size="sm" icon={ArrowDownUp} aria-label={`Sorted ${describeSort(state.filter.sort)}`}>
            Sort
          </Button>
        }
      >
        <MenuChoice
          label="Sort"
          value={state.filter.sort}
          options={userSorts.map((value) => ({
            value,
            label: <span className="first-letter:uppercase">{describeSort(value)}</span>,
          }))}
          onChange={state.setSort}
        />
      </Menu>
    </span>
  )
}
