'use client'

import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import type { inspectionHref } from '@/lib/browser/routes'

const addressMs = 200

/**
 * Leaves the page only when its address is written: that happens a moment after a change, and would call back what has
 * left by then.
 */
export function useAddressPace() {
  const router = useRouter()
  const changedAt = useRef(-addressMs)
  const readWaitMs = () => changedAt.current + addressMs - performance.now()
  return {
    /** The address is being changed now. */
    noteChange: () => {
      changedAt.current = performance.now()
    },
    /** How long until it is written; 0 or less: it is. */
    readWaitMs,
    goTo: (href: ReturnType<typeof inspectionHref>) => {
      const waitMs = readWaitMs()
      if (waitMs <= 0) router.push(href)
      else setTimeout(() => router.push(href), waitMs)
    },
  }
}
