'use client'

import { useEffect, useEffectEvent } from 'react'
import { isSelected, type Selection } from '@/components/ui/data-table/selection/selection'
import type { Records } from './use-records'

/**
 * The selected rows of a list in the browser. Selecting "all matching" in a list with pages loads the remaining pages
 * first; the result is null until then. `idOf` returns the id of a row.
 */
export function useSelected<Row>(
  { rows, matching, isOpenEnded, loadWhole }: Records<Row>,
  selection: Selection,
  idOf: (row: Row) => string,
): readonly Row[] | null {
  const isWanting = selection.kind === 'matching' && isOpenEnded
  const load = useEffectEvent(loadWhole)
  useEffect(() => {
    if (isWanting) load()
  }, [isWanting])
  if (isWanting) return null
  // Rows that were selected one by one stay selected while a filter hides them. "All matching" means the rows that the
  // filter shows.
  return (selection.kind === 'ids' ? (rows ?? []) : matching).filter((row) => isSelected(selection, idOf(row)))
}
