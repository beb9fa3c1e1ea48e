'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'

const addressMs = 200

/**
 * Leaves the page only after its address was written. The address is written a moment after a change, which would undo
 * a navigation in between.
 */
export function useAddressPace() {
  const router = useRouter()
  const changedAt = useRef(-addressMs)
  const readWaitMs = () => changedAt.current + addressMs - performance.now()
  return {
    /** Records that the address is about to be written. */
    noteChange: () => {
      changedAt.current = performance.now()
    },
    /** Time until the address is written; 0 or less if it has been written. */
    readWaitMs,
    goTo: (href: Route) => {
      const waitMs = readWaitMs()
      if (waitMs <= 0) router.push(href)
      else setTimeout(() => router.push(href), waitMs)
    },
  }
}
