import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { dayHeadPx, placeOf, type WallLayout } from './wall-layout'

interface ActiveTile {
  /** Position of the file where Tab and arrow keys start. */
  active: number
  setActive: (index: number) => void
  /** Makes a file the active one, scrolls to it and focuses it. */
  goTo: (index: number) => void
}

/**
 * The active file of the wall. When the viewer closes, it is the file that was open last.
 * @param openAt position of the file in the viewer; null while the viewer is closed, -1 if the file is not on the wall
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
    // Runs after the viewer has returned the focus to the place where it was opened.
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

/** Scrolls only as far as needed to show the whole tile. */
function scrollIntoSight(scroller: HTMLElement | null, layout: WallLayout, index: number): void {
  if (scroller === null) return
  const { top } = placeOf(layout, index)
  // The sticky header of the day covers the first visible row.
  const highest = top - dayHeadPx
  const lowest = top + layout.row + layout.gap - scroller.clientHeight
  scroller.scrollTop = Math.max(0, Math.min(highest, Math.max(lowest, scroller.scrollTop)))
}

function focusTile(scroller: HTMLElement | null, index: number): void {
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
}
