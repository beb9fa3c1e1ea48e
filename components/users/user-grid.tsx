'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { DataTable } from '@/components/ui/data-table/data-table'
import { usePeek } from '@/components/ui/data-table/records/use-peek'
import type { CellFilter, ColumnFilter, RowSpec, TableLook } from '@/components/ui/data-table/table-types'
import type { PagedTable } from '@/components/ui/data-table/use-paged-table'
import type { UserFacetName, UserPage, UserRow } from '@/lib/users/schema'
import { noValue } from '@/lib/users/values-model'
import { userHref } from '@/lib/browser/routes'
import { useUserColumns } from './use-user-columns'
import type { UserState } from './use-user-state'
import { UserCard, UserLink } from './user-cells'
import { describeFacet } from './user-texts'
import { type UserStore, UserVerbs } from './user-verbs'

const spec: RowSpec<UserRow> = {
  idOf: (row) => row.userId,
  nameOf: (row) => row.name,
  hrefOf: (row) => userHref(row.userId),
  main: (row, onClick) => <UserLink row={row} onClick={onClick} />,
  second: (row) => row.email,
  card: (row, onClick) => <UserCard row={row} onClick={onClick} />,
}

/** The rows of the list of users. */
export function UserGrid({
  list,
  state,
  look,
  onFilter,
  store,
}: {
  list: Pick<PagedTable<UserRow, UserPage>, 'table' | 'rowsKey' | 'viewport' | 'setViewport'>
  state: UserState
  look: TableLook
  /** Opens the filter of a column. */
  onFilter: (name: UserFacetName) => void
  store: UserStore
}) {
  const t = useTranslations('users')
  const columns = useUserColumns()
  const preview = usePeek({ spec, columns, hasPages: true, isLoading: list.table.total === null })
  return (
    <DataTable<UserRow>
      name="user"
      label={t('title')}
      rows={list.table}
      spec={spec}
      columns={columns}
      look={look}
      listKey={`users ${list.rowsKey}`}
      setKey={state.setKey}
      viewport={list.viewport}
      onViewport={list.setViewport}
      sort={state.order}
      onSort={state.setOrder}
      filters={useCellFilters(state, onFilter)}
      bulk={{
        store,
        label: t('selection.label'),
        actions: (selection) => (
          <UserVerbs selection={selection} store={store} filter={state.filter} group={state.group} look={look} />
        ),
      }}
      hasPages
      {...preview}
    />
  )
}

/** Filters by the values of cells. A cell with several groups or sites filters by the first one. */
function useCellFilters(
  state: UserState,
  onFilter: (name: UserFacetName) => void,
): Partial<Record<string, ColumnFilter<UserRow>>> {
  const t = useTranslations('users')
  return useMemo(() => {
    const by = (name: UserFacetName, read: (row: UserRow) => string | null | undefined): ColumnFilter<UserRow> => ({
      open: () => onFilter(name),
      ofRow: (row): CellFilter => {
        const value = read(row) ?? noValue
        return { label: describeFacet(t, name, value), include: () => state.choose(name, [value]) }
      },
    })
    return {
      seat: by('seat', (row) => row.seat),
      groups: by('group', (row) => row.groups?.[0]),
      sites: by('site', (row) => row.sites?.[0]),
      timezone: by('timezone', (row) => row.timezone),
      status: by('status', (row) => row.status),
    }
  }, [state, onFilter, t])
}
