'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { FacetPicker } from '@/components/ui/inputs/facet-picker'
import { SortMenu } from '@/components/ui/lists/sort-menu'
import { userQueries } from '@/lib/users/queries'
import { type UserFacetName, userFacetNames, userSorts } from '@/lib/users/schema'
import { describeFacet, describeSort } from './user-texts'
import type { UserState } from './use-user-state'

/** The filters of the list. Each value shows the number of users that would match. */
export function UserFilters({
  state,
  open,
  onOpen,
}: {
  state: UserState
  /** The filter whose panel is open. */
  open: UserFacetName | null
  onOpen: (name: UserFacetName | null) => void
}) {
  const t = useTranslations('users')
  const format = useFormatter()
  const { filter } = state
  const { data } = useQuery(userQueries.facets(filter))
  return (
    <>
      {userFacetNames.map((name) => (
        <FacetPicker
          key={name}
          label={t(`facets.${name}`)}
          noun={t(`facets.nouns.${name}`)}
          options={(data?.[name] ?? filter[name].map((value) => ({ value, count: 0 }))).map(({ value, count }) => ({
            value,
            label: describeFacet(t, name, value),
            hint: format.number(count),
          }))}
          value={filter[name]}
          nameOf={(value) => describeFacet(t, name, value)}
          onChange={(next) => state.choose(name, next)}
          open={open === name}
          onOpenChange={(isOpen) => onOpen(isOpen ? name : null)}
        />
      ))}
      {state.isFiltered && (
        <Button size="sm" variant="ghost" icon={X} onClick={state.clear}>
          {t('actions.clear')}
        </Button>
      )}
    </>
  )
}

/** The order of the list on phones. */
export function UserSortMenu({ state }: { state: UserState }) {
  const t = useTranslations('users')
  return (
    <SortMenu
      value={state.filter.sort}
      sorts={userSorts}
      describe={(sort) => describeSort(t, sort)}
      onChange={state.setSort}
    />
  )
}
