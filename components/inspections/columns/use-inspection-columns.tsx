'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { describeOrder } from '@/components/filters/filter-texts'
import type { ColumnSort, DataColumn } from '@/components/ui/data-table/table-types'
import { columns, type ColumnId, isSortable, sortKindOf, type SortName } from '@/lib/inspections/columns'
import type { InspectionRow } from '@/lib/inspections/schema'
import type { Translator } from '@/lib/messages/translator'
import { Cell, isRightAligned } from './column-cells'

/** In narrow lists the second line of the title has the template, and the author is left out. */
const foldedColumns: ReadonlySet<ColumnId> = new Set(['template', 'author'])

function toSort(t: Translator<'filters'>, name: SortName): ColumnSort {
  return {
    name,
    isDescendingFirst: sortKindOf(name) !== 'text',
    describe: (isDescending) => describeOrder(t, name, isDescending),
  }
}

/** The columns of the list, as the table takes them. */
export function useInspectionColumns(): ReadonlyArray<DataColumn<InspectionRow, ColumnId>> {
  const t = useTranslations('inspections.columns')
  const filterText = useTranslations('filters')
  return useMemo(() => {
    const toColumn = ({ id, ...shape }: (typeof columns)[number]): DataColumn<InspectionRow, ColumnId> => ({
      ...shape,
      id,
      label: t(id),
      isRight: isRightAligned(id),
      isFolded: foldedColumns.has(id),
      sort: isSortable(id) ? toSort(filterText, id) : undefined,
      cell: (row) => (id === 'title' ? null : <Cell column={id} row={row} />),
    })
    return columns.map(toColumn)
  }, [t, filterText])
}

/** `rowClass` of the table with the first widths of the list, because inline styles are allowed only after mounting. */
export const columnsClass =
  'grid auto-cols-[minmax(96px,1fr)] grid-flow-col grid-cols-[var(--row-columns,40px_minmax(176px,270fr)_minmax(96px,210fr)_minmax(120px,200fr)_minmax(96px,160fr)_104px_56px_112px_104px_44px)] @max-[62.5rem]:grid-cols-[var(--row-columns-folded,40px_minmax(176px,270fr)_minmax(120px,200fr)_104px_56px_112px_104px_44px)]'
