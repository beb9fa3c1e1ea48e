import { type RefObject, useCallback, useEffect, useState } from 'react'
import { computeWindow, scrollHeightMax } from './row-window'

interface Options {
  total: number
  /** Size of one element along the axis, in pixels. */
  size: number
  /** Space before the first and after the last element. */
  padding?: number
  axis?: 'vertical' | 'horizontal'
}

function scrollAlong(element: HTMLElement, isVertical: boolean, to: number): void {
  if (isVertical) element.scrollTop = to
  else element.scrollLeft = to
}

/**
 * The visible elements of equal size in a scrolling container, for simple lists. The list is empty until the container
 * is measured, so the server renders no elements. `start` and `extent` are pixels along the axis.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, options: Options) {
  const { total, size, padding = 0, axis = 'vertical' } = options
  const isVertical = axis === 'vertical'
  const [view, setView] = useState({ at: 0, length: 0 })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const read = () => {
      const at = isVertical ? element.scrollTop : element.scrollLeft
      const length = isVertical ? element.clientHeight : element.clientWidth
      setView((last) => (last.at === at && last.length === length ? last : { at, length }))
    }
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    read()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [scroller, isVertical])

  const { first, end, above } =
    view.length === 0
      ? { first: 0, end: 0, above: 0 }
      : computeWindow({
          scrollTop: Math.max(0, view.at - padding),
          viewportHeight: view.length,
          rowHeight: size,
          total,
        })
  const scrollToCenter = useCallback(
    (position: number) => {
      const element = scroller.current
      if (element === null) return
      const length = isVertical ? element.clientHeight : element.clientWidth
      const wanted = padding + position * size - (length - size) / 2
      scrollAlong(element, isVertical, wanted)
    },
    [scroller, isVertical, padding, size],
  )
  return {
    inSight: Array.from({ length: end - first }, (_, at) => ({
      position: first + at,
      start: padding + above + at * size,
    })),
    extent: Math.min(total * size, scrollHeightMax) + 2 * padding,
    scrollToCenter,
  }
}
