import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FreshFiles } from './use-fresh-files'

interface HeldFiles {
  /** There are new files, and they wait until somebody asks for them. */
  isHeld: boolean
  /** Asks for them: shows the wall from its top. */
  take: () => void
  /** Looks again whether somebody is at the wall. */
  settle: () => void
}

/**
 * New files appear at once while nobody is at the wall. Otherwise they wait, because they move what is looked at.
 * @param showTop called when the new files that were asked for are here
 */
export function useHeldFiles(
  scroller: RefObject<HTMLElement | null>,
  { fresh, isViewerOpen, showTop }: { fresh: FreshFiles; isViewerOpen: boolean; showTop: () => void },
): HeldFiles {
  const [isHeld, setHeld] = useState(false)
  const settle = () => {
    const holds = fresh.isChanged && (isViewerOpen || isEngaged(scroller.current))
    if (fresh.isChanged && !holds) fresh.take()
    setHeld(holds)
  }
  const settleNow = useEffectEvent(settle)
  // Whether the wall is at its top, with nobody at it, only the element itself knows.
  // oxlint-disable-next-line react/set-state-in-effect -- see above
  useLayoutEffect(() => settleNow())

  const isAsked = useRef(false)
  const showWhenHere = useEffectEvent(() => {
    // Not before its new files are here: the tile that has the focus would go with the old ones.
    if (!isAsked.current || fresh.isChanged) return
    isAsked.current = false
    showTop()
  })
  useEffect(() => showWhenHere())
  return {
    isHeld: isHeld && fresh.isChanged && !isViewerOpen,
    take: () => {
      isAsked.current = true
      fresh.take()
    },
    settle,
  }
}

/** Somebody is at it: it is scrolled, under the pointer, or has the focus. */
function isEngaged(scroller: HTMLElement | null): boolean {
  return (
    scroller === null ||
    scroller.scrollTop > 0 ||
    scroller.matches(':hover') ||
    scroller.contains(document.activeElement)
  )
}
