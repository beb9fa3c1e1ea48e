'use client'

import { type RefObject, useEffect, useRef } from 'react'
import type { AuditId } from '@/lib/ids'

/** The part that scrolls: each inspection begins at its top, and the keys that scroll work without a click into it. */
export function usePane(current: AuditId | null): RefObject<HTMLElement | null> {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = pane.current
    if (element === null) return
    element.scrollTop = 0
    const focused = document.activeElement
    if (focused === null || focused === document.body || element.contains(focused))
      element.focus({ preventScroll: true })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another inspection is what it is about
  }, [current])
  return pane
}
