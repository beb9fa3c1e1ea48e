import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { dayHeadPx, placeOf, type WallLayout } from './wall-layout'

interface ActiveTile {
  /** Position of the file that Tab and arrow keys start from. */
  active: number
  setActive: (index: number) => void
  /** Makes a file the active one, scrolls to it and gives it the focus. */
  goTo: (index: number) => void
}

/**
 * The active file of the wall. When the viewer closes, it is the one that was seen last.
 * @param openAt the file that the viewer shows; null while it is closed, -1 when it is not on the wall
 */
export function useActiveTile(
  scroller: RefObject<HTMLElement | null>,
  layout: WallLayout,
  openAt: number | null,
): ActiveTile {
  const [active, setActive] = useState(0)
  const [seen, setSeen] = useState(openAt)
  if (openAt !== null && openAt >= 0 && openAt !== seen) {
    setSeen(openAt)
    setActive(openAt)
  }
  const wasOpen = useRef(false)
  const comeBack = useEffectEvent(() => {
    scrollIntoSight(scroller.current, layout, active)
    // After the viewer, which gives the focus back to where it was opened.
    requestAnimationFrame(() => requestAnimationFrame(() => focusTile(scroller.current, active)))
  })
  useEffect(() => {
    if (openAt === null && wasOpen.current) comeBack()
    wasOpen.current = openAt !== null
  }, [openAt])
  return {
    active,
    setActive,
    goTo: (index) => {
      setActive(index)
      scrollIntoSight(scroller.current, layout, index)
      requestAnimationFrame(() => focusTile(scroller.current, index))
    },
  }
}

/** Scrolls no further than it takes to see the whole tile. */
function scrollIntoSight(scroller: HTMLElement | null, layout: WallLayout, index: number): void {
  if (scroller === null) return
  const { top } = placeOf(layout, index)
  // The head of the day lies over the first row in sight.
  const highest = top - dayHeadPx
  const lowest = top + layout.tile + layout.gap - scroller.clientHeight
  scroller.scrollTop = Math.max(0, Math.min(highest, Math.max(lowest, scroller.scrollTop)))
}

function focusTile(scroller: HTMLElement | null, index: number): void {
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
}
