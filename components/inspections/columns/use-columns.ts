'use client'

import { useEffect, useEffectEvent, useMemo } from 'react'
import { readColumns, type ShownColumn, writeColumns } from '@/lib/inspections/model'
import { usePreferences } from '@/lib/browser/preferences-context'
import { recallColumns, rememberColumns } from './column-memory'
import type { ListState } from '@/components/filters/use-list-state'

/**
 * Columns and density of the address. Without them: the columns of the last visit and the density of the account. Choices
 * are remembered, parameters of a link are not.
 */
export function useColumns(state: ListState) {
  const { preferences, change } = usePreferences()
  const isPlain = writeColumns(state.columns) === null && !state.isCompact && state.view === null
  const recall = useEffectEvent(() => {
    if (!isPlain) return
    const columns = recallColumns()
    if (columns !== null) state.setColumns(readColumns(columns))
    if (preferences.density === 'compact') state.setCompact(true)
  })
  useEffect(() => recall(), [])
  const { columns } = state
  const columnKey = columns.map(({ id }) => id).join(' ')
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the value; widths change no row
  const columnIds = useMemo(() => columns.map(({ id }) => id), [columnKey])
  return {
    columns,
    /** The same array while the columns are the same. */
    columnIds,
    changeColumns: (shown: readonly ShownColumn[] | null) => {
      rememberColumns(shown === null ? null : writeColumns(shown))
      state.setColumns(shown)
    },
    changeCompact: (isCompact: boolean) => {
      change({ density: isCompact ? 'compact' : 'comfortable' })
      state.setCompact(isCompact)
    },
  }
}
