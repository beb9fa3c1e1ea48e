import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FreshFiles } from './use-fresh-files'

interface HeldFiles {
  /** Whether new files wait until the person asks for them. */
  isHeld: boolean
  /** Shows the new files, from the top of the wall. */
  take: () => void
  /** Checks again whether a person is using the wall. */
  settle: () => void
}

/**
 * New files appear at once while nobody uses the wall. Otherwise they wait, because they would move the files on
 * screen.
 * @param showTop called when the requested new files are loaded
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
  // Only the element knows whether the wall is scrolled to its top and not in use.
  // oxlint-disable-next-line react/set-state-in-effect -- see above
  useLayoutEffect(() => settleNow())

  const isAsked = useRef(false)
  const showWhenHere = useEffectEvent(() => {
    // Waits until the new files are loaded, because the focused tile would disappear with the old files.
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

/** Whether a person uses the wall: it is scrolled, under the pointer, or has the focus. */
function isEngaged(scroller: HTMLElement | null): boolean {
  return (
    scroller === null ||
    scroller.scrollTop > 0 ||
    scroller.matches(':hover') ||
    scroller.contains(document.activeElement)
  )
}
