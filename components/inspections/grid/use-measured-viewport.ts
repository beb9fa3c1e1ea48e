'use client'

import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

const headHeight = 36
const cardHeight = 76

export interface Viewport {
  scrollTop: number
  height: number
  rowHeight: number
  /** False for the guess before the first measurement. */
  isMeasured: boolean
}

/** The viewport before the first measurement, and on the server. */
export const firstViewport: Viewport = { scrollTop: 0, height: 800, rowHeight: 40, isMeasured: false }

/** Whether rows are the two-line cards of a phone. */
export function hasCards({ isMeasured, rowHeight }: Viewport): boolean {
  return isMeasured && rowHeight === cardHeight
}

/** Measures the height of the viewport and of rows. */
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
    // With another row height, the first visible row stays the first.
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
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- measures again when the rows are others
  }, [scroller, tableRowHeight])
}
