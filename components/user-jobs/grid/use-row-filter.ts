import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { announce } from '@/lib/browser/announce'
import type { Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { listRows, type RowFilter } from './grid-model'
import { useSheet } from './use-sheet'

export interface RowsShown {
  filter: RowFilter
  /** Visible rows, in order. */
  rowIds: readonly number[]
  /** Number of rows that the filter would add or remove if it ran again. */
  outdated: number
  choose: (next: RowFilter) => void
  /** Shows a row that the filter hides. */
  include: (rowId: number) => void
}

/**
 * The rows of a sheet that match a filter. A row that no longer matches stays until the filter is chosen again, so that
 * it does not disappear under the cursor.
 */
export function useRowFilter(sheet: Sheet, validator: Validator, initialFilter: RowFilter): RowsShown {
  const t = useTranslations('userJobs.grid')
  const { version, judged } = useSheet(sheet, validator)
  const [filter, setFilter] = useState<RowFilter>(initialFilter)
  const [kept, setKept] = useState<ReadonlySet<number>>(() => new Set(listRows(sheet, validator, initialFilter)))
  const order = sheet.rowIds
  const rowIds = useMemo(() => {
    if (filter === 'all') return order
    return order.filter((id) => kept.has(id))
  }, [filter, order, kept])
  // The versions are read here, so that this is computed again after each change.
  const outdated = useMemo(() => {
    if (filter === 'all' || version + judged < 0) return 0
    const now = new Set(listRows(sheet, validator, filter))
    return rowIds.filter((id) => !now.has(id)).length + [...now].filter((id) => !kept.has(id)).length
  }, [filter, sheet, validator, rowIds, kept, version, judged])
  return {
    filter,
    rowIds,
    outdated,
    choose: (next) => {
      const ids = listRows(sheet, validator, next)
      setFilter(next)
      setKept(new Set(ids))
      announce(t('shown', { count: ids.length }))
    },
    include: (rowId) => {
      setKept((last) => (last.has(rowId) ? last : new Set([...last, rowId])))
    },
  }
}
