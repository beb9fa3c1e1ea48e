import { type Dispatch, type RefObject, type SetStateAction, useLayoutEffect, useState } from 'react'

/** The visible part of a scroll container, in pixels. */
export interface MeasuredView {
  /** Without the padding. */
  widthPx: number
  heightPx: number
  top: number
}

/**
 * Measures `scroller` whenever its size changes; null before the first measurement. The code that handles scrolling
 * sets `top`.
 */
export function useMeasuredView(
  scroller: RefObject<HTMLElement | null>,
): [MeasuredView | null, Dispatch<SetStateAction<MeasuredView | null>>] {
  const [view, setView] = useState<MeasuredView | null>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      const widthPx = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      setView({ widthPx, heightPx: element.clientHeight, top: element.scrollTop })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return [view, setView]
}
