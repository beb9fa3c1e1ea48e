'use client'

import { type RefObject, useEffect, useState } from 'react'

/**
 * The number of children in the first line of an element. The element wraps and shows one line, so the others are below
 * its edge.
 */
export function useFit(holder: RefObject<HTMLElement | null>): number {
  const [fits, setFits] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    const element = holder.current
    if (element === null) return undefined
    const count = () => setFits(countFirstLine(element))
    // It reports once at the start, before painting.
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
