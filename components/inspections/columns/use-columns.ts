'use client'

import { useEffect, useEffectEvent, useMemo } from 'react'
import { readColumns, type ShownColumn, writeColumns } from '@/lib/inspections/model'
import { recallColumns, rememberColumns } from './column-memory'
import type { ListState } from '@/components/filters/use-list-state'

/** Columns of the address. On a plain visit those of the last time; what is chosen is remembered, what a link says is not. */
export function useColumns(state: ListState) {
  const isPlain = writeColumns(state.columns) === null && !state.isCompact && state.view === null
  const recall = useEffectEvent(() => {
    const remembered = isPlain ? recallColumns() : null
    if (remembered === null) return
    if (remembered.columns !== null) state.setColumns(readColumns(remembered.columns))
    if (remembered.isCompact) state.setCompact(true)
  })
  useEffect(() => recall(), [])
  const { columns } = state
  const columnKey = columns.map(({ id }) => id).join(' ')
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the value; widths change no row
  const columnIds = useMemo(() => columns.map(({ id }) => id), [columnKey])
  return {
    columns,
    /** The same list as long as the columns are the same. */
    columnIds,
    changeColumns: (shown: readonly ShownColumn[] | null) => {
      rememberColumns({ columns: shown === null ? null : writeColumns(shown), isCompact: state.isCompact })
      state.setColumns(shown)
    },
    changeCompact: (isCompact: boolean) => {
      rememberColumns({ columns: writeColumns(state.columns), isCompact })
      state.setCompact(isCompact)
    },
  }
}
