'use client'

import { useState } from 'react'
import type { GridScroll } from '@/components/inspections/grid/use-grid-scroll'
import { isNothing, readHeadMark } from '@/components/inspections/selection/selection'
import type { AssetRows } from './use-asset-rows'
import type { AssetSelecting } from '@/components/assets/use-asset-selection'

/** The checkbox in the header selects a whole list up to this length. */
const wholeMax = 100

/** Selects rows of the grid: single rows, all visible rows, or by taps while `isChoosing`. */
export function useAssetChoosing({
  rows,
  scroll,
  selecting,
  isCards,
}: {
  rows: AssetRows
  scroll: GridScroll
  selecting: AssetSelecting
  isCards: boolean
}) {
  const [isChoosing, setChoosing] = useState(false)
  const { selection } = selecting
  const { inSight, pageRows, total } = scroll
  const hasSelection = !isNothing(selection)
  const visible = rows.rows.slice(inSight.firstVisible, Math.min(total, inSight.firstVisible + pageRows + 1))
  return {
    selection,
    hasSelection,
    isChoosing,
    /** Whether the selection bar covers the column headers. */
    hasBar: hasSelection || (isCards && isChoosing),
    /** How many of the visible rows are selected, for the checkbox in the header. */
    mark: readHeadMark(
      selection,
      visible.map(({ assetId }) => assetId),
    ),
    start: () => setChoosing(true),
    stop: () => {
      setChoosing(false)
      selecting.clear()
    },
    toggle: (position: number) => {
      const row = rows.read(position)
      if (row !== undefined) selecting.toggle(row, rows.total)
    },
    selectInSight: () => {
      const from = scroll.readFirstVisible()
      selecting.add(total <= wholeMax ? rows.rows : rows.rows.slice(from, from + pageRows + 1), rows.total)
    },
  }
}

export type AssetChoosing = ReturnType<typeof useAssetChoosing>
