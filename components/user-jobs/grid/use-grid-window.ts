import type { RefObject } from 'react'
import { useRowWindow } from '@/lib/browser/lists/use-row-window'
import { columnWidth, lineWidth, rowHeight } from './grid-row'
import { headHeight } from './grid-sight'

/** The rendered part of a grid. Lengths are in pixels. */
export interface GridWindow {
  /** Visible rows, by position. */
  rows: ReadonlyArray<{ position: number; start: number }>
  height: number
  width: number
  /** Visible columns. */
  columns: readonly number[]
  firstColumn: number
  /** Right edge of the last column. */
  endColumn: number
  /** Left edge of the first column. */
  columnStart: number
}

/** Tracks the visible part of a scrolling grid. */
export function useGridWindow(
  scroller: RefObject<HTMLElement | null>,
  rowCount: number,
  columnCount: number,
): GridWindow {
  const rows = useRowWindow(scroller, { total: rowCount, size: rowHeight, padding: headHeight })
  const columns = useRowWindow(scroller, {
    total: columnCount,
    size: columnWidth,
    padding: lineWidth,
    axis: 'horizontal',
  })
  return {
    rows: rows.inSight,
    height: rows.extent - headHeight,
    width: columns.extent - lineWidth,
    columns: columns.inSight.map(({ position }) => position),
    firstColumn: columns.inSight[0]?.position ?? 0,
    endColumn: (columns.inSight.at(-1)?.position ?? -1) + 1,
    columnStart: columns.inSight[0]?.start ?? lineWidth,
  }
}

/**
 * Adds one row even if it is not visible. The order is kept, because a row that moves in the document loses the focus.
 */
export function pinRow(inSight: GridWindow['rows'], position: number | undefined): GridWindow['rows'] {
  if (position === undefined || inSight.some((row) => row.position === position)) return inSight
  const pinned = { position, start: headHeight + position * rowHeight }
  return position < (inSight[0]?.position ?? 0) ? [pinned, ...inSight] : [...inSight, pinned]
}
