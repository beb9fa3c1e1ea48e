'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import type { ColumnSort, DataColumn } from '@/components/ui/data-table/table-types'
import type { Translator } from '@/lib/messages/translator'
import { userColumns, type UserColumnId } from '@/lib/users/columns'
import type { UserRow, UserSortName } from '@/lib/users/schema'
import { ImportCell, NamesCell, SeatCell, SitesCell, StatusWord, TextCell } from './user-cells'
import { describeSort } from './user-texts'

const cells: Readonly<Record<UserColumnId, DataColumn<UserRow>['cell']>> = {
  name: () => null,
  email: (row) => <TextCell text={row.email} />,
  seat: (row) => <SeatCell row={row} />,
  groups: (row) => <NamesCell names={row.groups} />,
  sites: (row) => <SitesCell sites={row.sites} />,
  timezone: (row) => <TextCell text={row.timezone} />,
  status: (row) => <StatusWord status={row.status} />,
  imported: (row) => <ImportCell row={row} />,
  id: (row) => <span className="truncate font-mono text-xs text-ink-muted">{row.userId}</span>,
}

/** In narrow lists the second line of the name has the email. */
const foldedColumns: ReadonlySet<UserColumnId> = new Set(['email', 'timezone'])

function toSort(t: Translator<'users'>, name: UserSortName): ColumnSort {
  return {
    name,
    isDescendingFirst: name === 'imported',
    describe: (isDescending) => describeSort(t, isDescending ? `-${name}` : name),
  }
}

/** The columns of the list of users. */
export function useUserColumns(): ReadonlyArray<DataColumn<UserRow>> {
  const t = useTranslations('users')
  return useMemo(() => {
    const toColumn = ({ sort, ...shape }: (typeof userColumns)[number]): DataColumn<UserRow> => ({
      ...shape,
      label: t(`columns.${shape.id}`),
      isFolded: foldedColumns.has(shape.id),
      sort: sort === undefined ? undefined : toSort(t, sort),
      cell: cells[shape.id],
    })
    return userColumns.map(toColumn)
  }, [t])
}

/** `rowClass` of the table with the first widths, because inline styles are allowed only after mounting. */
export const userRowsClass =
  'grid auto-cols-[minmax(96px,1fr)] grid-flow-col grid-cols-[var(--row-columns,40px_minmax(140px,180fr)_minmax(180px,280fr)_84px_minmax(120px,200fr)_minmax(110px,130fr)_minmax(110px,130fr)_112px_minmax(120px,120fr)_44px)] @max-[62.5rem]:grid-cols-[var(--row-columns-folded,40px_minmax(140px,180fr)_84px_minmax(120px,200fr)_minmax(110px,130fr)_112px_minmax(120px,120fr)_44px)]'
