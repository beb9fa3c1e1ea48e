'use client'

import { useEffect, useState } from 'react'

/** Whether a value has been stable for a while. The first change after a stable time counts at once. */
export function useAtRest(value: string, delayMs: number): boolean {
  const [settled, setSettled] = useState({ value, at: 0 })
  useEffect(() => {
    if (settled.value === value) return undefined
    const isAfterRest = performance.now() - settled.at > 4 * delayMs
    const timer = setTimeout(() => setSettled({ value, at: performance.now() }), isAfterRest ? 0 : delayMs)
    return () => clearTimeout(timer)
  }, [value, settled, delayMs])
  return settled.value === value
}
