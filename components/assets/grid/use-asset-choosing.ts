'use client'

import { useState } from 'react'
import type { GridScroll } from '@/components/inspections/grid/use-grid-scroll'
import { isNothing, readHeadMark } from '@/components/inspections/selection/selection'
import type { AssetRows } from './use-asset-rows'
import type { AssetSelecting } from '@/components/assets/use-asset-selection'

/** The box of the head selects a list of up to this many rows whole. */
const wholeMax = 100

/** Selecting rows of the grid: one by one, those in sight, and by taps while `isChoosing`. */
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
    /** The bar of the selection lies over the heads. */
    hasBar: hasSelection || (isCards && isChoosing),
    /** How many of the rows in sight are selected, for the box of the head. */
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
