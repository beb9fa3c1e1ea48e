'use client'

import { parseAsString, useQueryStates } from 'nuqs'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { usePreferences } from '@/lib/browser/preferences/preferences-context'
import { type ColumnShape, readShownColumns, type ShownColumn, writeShownColumns } from '@/lib/table/shown-columns'
import { recallColumns, rememberColumns } from './columns/column-memory'
import type { TableLook } from './table-types'

/** Columns and density in the address of a list. */
export interface LookAddress<Id extends string> {
  columns: ReadonlyArray<ShownColumn<Id>>
  setColumns: (columns: ReadonlyArray<ShownColumn<Id>> | null) => void
  isCompact: boolean
  setCompact: (isCompact: boolean) => void
  /** Whether the address contains neither columns nor density nor a view that has its own. */
  isPlain: boolean
}

/**
 * Columns and density from the address. If the address has none, the columns of the last visit and the density of the
 * account, also after a link or a view on the page itself led to such an address. Choices are remembered, but parameters
 * of a link are not. `list` is the name of the list; null for inspections.
 */
export function useTableLook<Id extends string>(
  list: string | null,
  registry: ReadonlyArray<ColumnShape<Id>>,
  { columns, setColumns, isCompact, setCompact, isPlain }: LookAddress<Id>,
): TableLook {
  const { preferences, change } = usePreferences()
  const recall = useEffectEvent(() => {
    if (!isPlain) return
    const kept = recallColumns(list)
    if (kept !== null) setColumns(readShownColumns(registry, kept))
    if (preferences.density === 'compact') setCompact(true)
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs whenever the address loses its columns
  useEffect(() => recall(), [isPlain])
  return {
    shown: columns,
    changeColumns: (shown) => {
      const known = shown === null ? null : keepKnown(registry, shown)
      rememberColumns(list, known === null ? null : writeShownColumns(registry, known))
      setColumns(known)
    },
    isCompact,
    changeCompact: (compact) => {
      change({ density: compact ? 'compact' : 'comfortable' })
      setCompact(compact)
    },
  }
}

/** Removes columns that the list does not have. */
function keepKnown<Id extends string>(
  registry: ReadonlyArray<ColumnShape<Id>>,
  shown: readonly ShownColumn[],
): Array<ShownColumn<Id>> {
  return shown.flatMap((column) => {
    const known = registry.find(({ id }) => id === column.id)
    return known === undefined ? [] : [{ ...column, id: known.id }]
  })
}

const keys = { columns: parseAsString, rows: parseAsString, view: parseAsString }

/** Columns and density of a list, kept in the parameters `columns` and `rows` of its address. */
export function useOwnLook<Id extends string>(list: string, registry: ReadonlyArray<ColumnShape<Id>>): TableLook {
  const [address, setAddress] = useQueryStates(keys)
  const columns = useMemo(() => readShownColumns(registry, address.columns), [registry, address.columns])
  return useTableLook(list, registry, {
    columns,
    setColumns: (shown) =>
      void setAddress({ columns: shown === null ? null : writeShownColumns(registry, shown) }, { history: 'replace' }),
    isCompact: address.rows === 'compact',
    setCompact: (isCompact) => void setAddress({ rows: isCompact ? 'compact' : null }, { history: 'replace' }),
    isPlain: address.columns === null && address.rows === null && address.view === null,
  })
}
