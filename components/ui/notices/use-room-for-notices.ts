'use client'

import { type RefObject, useEffect } from 'react'

/** The bars on screen, each with the room that it needs. */
const rooms = new Map<symbol, number>()

function apply(): void {
  const { style } = document.documentElement
  const rem = Math.max(0, ...rooms.values())
  if (rem === 0) style.removeProperty('--foot-height')
  else style.setProperty('--foot-height', `${rem}rem`)
}

/** Between a bar and the notice above it, beyond the usual distance of notices from the end of the page. */
const gapRem = 0.5

/**
 * Notices appear in the corner at the end of the page, where they would cover the buttons of a bar. This moves them
 * above the bar while it is on screen; with several bars, above the tallest.
 *
 * @param rem the room that the bar needs; 0 while there is no bar
 * @param bar the bar, if its buttons wrap into more lines on phones
 */
export function useRoomForNotices(rem: number, bar?: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (rem === 0) return undefined
    const id = Symbol('bar')
    const measure = () => {
      const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      rooms.set(id, Math.max(rem, (bar?.current?.offsetHeight ?? 0) / rootPx + gapRem))
      apply()
    }
    measure()
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('resize', measure)
      rooms.delete(id)
      apply()
    }
  }, [rem, bar])
}

/** Moves notices above a card that floats in their corner, whatever its height. */
export function useNoticesAbove(card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--card-height', `calc(${card.current?.offsetHeight ?? 0}px + ${gapRem}rem)`),
    )
    if (card.current !== null) observer.observe(card.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--card-height')
    }
  }, [card])
}
