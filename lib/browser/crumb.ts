'use client'

import { useEffect, useSyncExternalStore } from 'react'

let current: string | null = null
const listeners = new Set<() => void>()

function change(next: string | null) {
  current = next
  for (const listener of listeners) listener()
}

/** Sets the name of what the page shows, for the end of the breadcrumb; null while the name is unknown. */
export function useCrumb(name: string | null): void {
  useEffect(() => {
    change(name)
    return () => change(null)
  }, [name])
}

/** The name that the page has set. */
export function useCurrentCrumb(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
    () => null,
  )
}
