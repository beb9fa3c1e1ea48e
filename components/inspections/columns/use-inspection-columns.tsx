'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { describeOrder } from '@/components/filters/filter-texts'
import type { ColumnSort, DataColumn } from '@/components/ui/data-table/table-types'
import { columns, type ColumnId, isSortable, type SortKind, sortKindOf, type SortName } from '@/lib/inspections/columns'
import type { InspectionRow } from '@/lib/inspections/schema'
import type { Translator } from '@/lib/messages/translator'
import { Cell, isRightAligned } from './column-cells'

/** In narrow lists the second line of the title has the template, and the author is left out. */
const foldedColumns: ReadonlySet<ColumnId> = new Set(['template', 'author'])

/**
 * Kinds that are sorted in ascending order first: names from A, results from failed, and reviews from follow-ups. Times
 * and numbers begin with the largest.
 */
const ascendingFirst: ReadonlySet<SortKind> = new Set(['text', 'result', 'review', 'id'])

function toSort(t: Translator<'filters'>, name: SortName): ColumnSort {
  return {
    name,
    isDescendingFirst: !ascendingFirst.has(sortKindOf(name)),
    describe: (isDescending) => describeOrder(t, name, isDescending),
  }
}

/** The columns of the list, in the form that the table needs. */
export function useInspectionColumns(): ReadonlyArray<DataColumn<InspectionRow, ColumnId>> {
  const t = useTranslations('inspections.columns')
  const filterText = useTranslations('filters')
  const rowText = useTranslations('inspections.row')
  return useMemo(() => {
    const badges: Readonly<Partial<Record<ColumnId, readonly string[]>>> = {
      result: [rowText('results.failed'), rowText('results.passed'), rowText('results.inProgress')],
      review: (['unreviewed', 'reviewed', 'followUp'] as const).map((state) => rowText(`reviews.${state}`)),
      archived: [rowText('archived')],
    }
    const toColumn = ({ id, ...shape }: (typeof columns)[number]): DataColumn<InspectionRow, ColumnId> => ({
      ...shape,
      id,
      label: t(id),
      isRight: isRightAligned(id),
      isFolded: foldedColumns.has(id),
      badges: badges[id],
      sort: isSortable(id) ? toSort(filterText, id) : undefined,
      cell: (row) => (id === 'title' ? null : <Cell column={id} row={row} />),
    })
    return columns.map(toColumn)
  }, [t, filterText, rowText])
}
