'use client'

import type { RefObject } from 'react'
import { computeWindow, scrollTopAfterShift, scrollTopFor } from '@/lib/browser/lists/row-window'
import type { Viewport } from './use-measured-viewport'

/** The scroll position of the grid: the visible rows, and functions that scroll. */
export function useGridScroll(
  scroller: RefObject<HTMLElement | null>,
  { viewport, readNow }: { viewport: Viewport; readNow: () => Viewport },
  total: number,
) {
  const toInput = ({ scrollTop, height, rowHeight }: Viewport) => ({
    scrollTop,
    viewportHeight: height,
    rowHeight,
    total,
  })
  // The grid also scrolls between renders, so the position is read from the element.
  const readInput = () => ({ ...toInput(readNow()), scrollTop: scroller.current?.scrollTop ?? 0 })
  const scrollTo = (scrollTop: number) => {
    if (scroller.current !== null) scroller.current.scrollTop = scrollTop
  }
  return {
    total,
    inSight: computeWindow(toInput(viewport)),
    /** The number of rows that Page Up and Page Down move by. */
    pageRows: Math.max(1, Math.floor(viewport.height / viewport.rowHeight) - 1),
    readTop: () => scroller.current?.scrollTop ?? 0,
    readFirstVisible: () => computeWindow(readInput()).firstVisible,
    scrollTo,
    scrollToRow: (position: number) => scrollTo(scrollTopFor(position, readInput())),
    /** Keeps the visible rows in place after this many rows were added above them. */
    scrollAlong: (rows: number) => scrollTo(scrollTopAfterShift(rows, readInput())),
  }
}

export type GridScroll = ReturnType<typeof useGridScroll>
