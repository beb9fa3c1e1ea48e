'use client'

import type { RefObject } from 'react'
import { computeWindow, scrollTopAfterShift, scrollTopFor } from '@/lib/browser/row-window'
import type { Viewport } from './use-measured-viewport'

/** Where the grid is scrolled to: the rows in sight, and ways to scroll. */
export function useGridScroll(scroller: RefObject<HTMLElement | null>, viewport: Viewport, total: number) {
  const input = { scrollTop: viewport.scrollTop, viewportHeight: viewport.height, rowHeight: viewport.rowHeight, total }
  // Between renders the page scrolls by itself: positions to move from are read where it really is.
  const readInput = () => ({ ...input, scrollTop: scroller.current?.scrollTop ?? 0 })
  const scrollTo = (scrollTop: number) => {
    if (scroller.current !== null) scroller.current.scrollTop = scrollTop
  }
  return {
    total,
    inSight: computeWindow(input),
    /** Rows that a page key moves by. */
    pageRows: Math.max(1, Math.floor(viewport.height / viewport.rowHeight) - 1),
    readTop: () => scroller.current?.scrollTop ?? 0,
    readFirstVisible: () => computeWindow(readInput()).firstVisible,
    scrollTo,
    scrollToRow: (position: number) => scrollTo(scrollTopFor(position, readInput())),
    /** Keeps what is in sight where it is after so many rows came above it. */
    scrollAlong: (rows: number) => scrollTo(scrollTopAfterShift(rows, readInput())),
  }
}

export type GridScroll = ReturnType<typeof useGridScroll>
