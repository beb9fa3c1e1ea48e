'use client'

import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'next-intl'
import { GroupMenu } from '@/components/ui/data-table/groups/group-menu'
import { FacetPicker } from '@/components/ui/inputs/facet-picker'
import { chipLineClass, FilterChips, useValueChips } from '@/components/ui/lists/filter-chips'
import { SortMenu } from '@/components/ui/lists/sort-menu'
import { userQueries } from '@/lib/users/queries'
import type { UserFacetName } from '@/lib/users/schema'
import { userFacetNames, userSorts } from '@/lib/users/values-model'
import { describeFacet, describeSort } from './user-texts'
import type { UserState } from './use-user-state'

/** The filters of the list, and what is chosen. Each value shows the number of users that would match. */
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
  const listChips = useValueChips()
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
          onChange={(next) => state.choose(name, next)}
          open={open === name}
          onOpenChange={(isOpen) => onOpen(isOpen ? name : null)}
        />
      ))}
      <FilterChips
        className={chipLineClass}
        chips={userFacetNames.flatMap((name) =>
          listChips({
            id: name,
            label: t(`facets.${name}`),
            chosen: filter[name],
            nameOf: (value) => describeFacet(t, name, value),
            onChange: (next) => state.choose(name, next),
            onOpen: () => onOpen(name),
          }),
        )}
        clearLabel={t('actions.clear')}
        onClear={state.clear}
      />
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

/** Chooses by what the list is grouped. */
export function UserGroupMenu({ state }: { state: UserState }) {
  const t = useTranslations('users.facets')
  return (
    <GroupMenu
      address={{
        group: state.group,
        setGroup: (id) => state.setGroup(userFacetNames.find((known) => known === id) ?? null),
      }}
      columns={userFacetNames.map((id) => ({ id, label: t(id) }))}
    />
  )
}
