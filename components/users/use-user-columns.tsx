'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import type { ColumnSort, DataColumn } from '@/components/ui/data-table/table-types'
import type { Translator } from '@/lib/messages/translator'
import { userColumns, type UserColumnId } from '@/lib/users/columns'
import type { UserRow, UserSortName } from '@/lib/users/schema'
import { ImportCell, NamesCell, SeatCell, SitesCell, StatusWord, TextCell } from './user-cells'
import { describeSort, describeStatus, statuses } from './user-texts'

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
    const badges = statuses.map((status) => describeStatus(t, status))
    const toColumn = ({ sort, ...shape }: (typeof userColumns)[number]): DataColumn<UserRow> => ({
      ...shape,
      label: t(`columns.${shape.id}`),
      isFolded: foldedColumns.has(shape.id),
      badges: shape.id === 'status' ? badges : undefined,
      sort: sort === undefined ? undefined : toSort(t, sort),
      cell: cells[shape.id],
    })
    return userColumns.map(toColumn)
  }, [t])
}
