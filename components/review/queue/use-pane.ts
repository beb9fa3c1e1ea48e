'use client'

import { type RefObject, useEffect, useRef } from 'react'
import type { AuditId } from '@/lib/ids'

/** The part that scrolls. Each inspection starts at its top, and the scroll keys work without a click. */
export function usePane(current: AuditId | null): RefObject<HTMLElement | null> {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = pane.current
    if (element === null) return
    element.scrollTop = 0
    const focused = document.activeElement
    if (focused === null || focused === document.body || element.contains(focused))
      element.focus({ preventScroll: true })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when the inspection changes
  }, [current])
  return pane
}
