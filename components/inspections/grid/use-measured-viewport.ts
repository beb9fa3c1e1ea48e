'use client'

import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

const headHeight = 36
const cardHeight = 76

export interface Viewport {
  scrollTop: number
  height: number
  rowHeight: number
  /** False for the guess before the first look at the screen. */
  isMeasured: boolean
}

/** What the grid shows before it was measured, and on the server. */
export const firstViewport: Viewport = { scrollTop: 0, height: 800, rowHeight: 40, isMeasured: false }

/** Whether rows are the two-line cards of a phone. */
export function hasCards({ isMeasured, rowHeight }: Viewport): boolean {
  return isMeasured && rowHeight === cardHeight
}

/** Keeps height and row height as they are on screen. */
export function useMeasuredViewport(
  scroller: RefObject<HTMLDivElement | null>,
  viewport: Viewport,
  tableRowHeight: number,
  onViewport: (viewport: Viewport) => void,
) {
  const measure = useEffectEvent(() => {
    const element = scroller.current
    if (element === null) return
    const isCards = matchMedia('(width < 40rem)').matches
    const height = Math.max(1, element.clientHeight - (isCards ? 0 : headHeight))
    const rowHeight = isCards ? cardHeight : tableRowHeight
    if (viewport.isMeasured && height === viewport.height && rowHeight === viewport.rowHeight) return
    // With another height of rows the first one in sight stays the first.
    const scale = viewport.isMeasured ? rowHeight / viewport.rowHeight : 1
    const scrollTop = Math.round(element.scrollTop * scale)
    onViewport({ scrollTop, height, rowHeight, isMeasured: true })
    if (scale !== 1) requestAnimationFrame(() => (element.scrollTop = scrollTop))
  })
  useLayoutEffect(() => {
    measure()
    const observer = new ResizeObserver(() => measure())
    if (scroller.current !== null) observer.observe(scroller.current)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other rows are measured anew
  }, [scroller, tableRowHeight])
}
