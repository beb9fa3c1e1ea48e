'use client'

import { useEffect, useEffectEvent } from 'react'
import { isSelected, type Selection } from '@/components/ui/data-table/selection/selection'
import type { Records } from './use-records'

/**
 * The selected rows, in the order on screen. Rows that were selected one by one stay selected while a filter hides them,
 * and come last. "All matching" means the rows that the filter shows.
 */
export function listSelected<Row>(
  { rows, shown }: { rows: readonly Row[]; shown: readonly Row[] },
  selection: Selection,
  idOf: (row: Row) => string,
): readonly Row[] {
  const onScreen = new Set(shown)
  const all = selection.kind === 'ids' ? [...shown, ...rows.filter((row) => !onScreen.has(row))] : shown
  return all.filter((row) => isSelected(selection, idOf(row)))
}

/**
 * The selected rows of a list in the browser. Selecting "all matching" in a list with pages loads the remaining pages
 * first; the result is null until then. `idOf` returns the id of a row.
 */
export function useSelected<Row>(
  { rows, listShown, isOpenEnded, loadWhole }: Records<Row>,
  selection: Selection,
  idOf: (row: Row) => string,
): readonly Row[] | null {
  const isWanting = selection.kind === 'matching' && isOpenEnded
  const load = useEffectEvent(loadWhole)
  useEffect(() => {
    if (isWanting) load()
  }, [isWanting])
  if (isWanting) return null
  return listSelected({ rows: rows ?? [], shown: listShown() }, selection, idOf)
}
