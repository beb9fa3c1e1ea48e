'use client'

import { type RefObject, useEffect, useState } from 'react'

/**
 * How many children of an element stand in its first line. The element wraps and shows one line only, so what does not
 * fit is below its edge; nothing has to be measured in advance.
 */
export function useFit(holder: RefObject<HTMLElement | null>): number {
  const [fits, setFits] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    const element = holder.current
    if (element === null) return undefined
    const count = () => setFits(countFirstLine(element))
    // It tells at once, before anything is painted.
    const ofWidth = new ResizeObserver(count)
    ofWidth.observe(element)
    const ofContent = new MutationObserver(count)
    ofContent.observe(element, { childList: true, subtree: true, characterData: true })
    return () => {
      ofWidth.disconnect()
      ofContent.disconnect()
    }
  }, [holder])
  return fits
}

function countFirstLine(element: HTMLElement): number {
  const children = [...element.children].filter((child) => child instanceof HTMLElement)
  const top = children[0]?.offsetTop ?? 0
  const below = children.findIndex((child) => child.offsetTop > top)
  return below === -1 ? Number.POSITIVE_INFINITY : below
}
