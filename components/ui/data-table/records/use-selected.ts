'use client'

import { useEffect, useEffectEvent } from 'react'
import { isSelected, type Selection } from '@/components/ui/data-table/selection/selection'
import type { Records } from './use-records'

/**
 * The selected rows of a list in the browser. "All matching" of a list with pages loads the rest first; until then it is null.
 * `idOf` is that of the list's rows.
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
  // Selected rows stay selected while a filter hides them; "all matching" is what the filter shows.
  return (selection.kind === 'ids' ? (rows ?? []) : matching).filter((row) => isSelected(selection, idOf(row)))
}
