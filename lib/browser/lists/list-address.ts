'use client'

import type { Route } from 'next'
import { useSyncExternalStore } from 'react'
import { memoryKey } from '@/lib/browser/memory'
import { listPath } from '@/lib/browser/routes'

const storageKey = memoryKey('list-address')
const listeners = new Set<() => void>()

/**
 * Remembers for this tab what the list shows (`?…` of its address), so that the person can return from an inspection.
 */
export function keepListAddress(search: string): void {
  try {
    sessionStorage.setItem(storageKey, search)
  } catch {
    // Storage can be disabled. Then the link back leads to the whole list.
    return
  }
  for (const listener of listeners) listener()
}

function read(): string {
  try {
    const search = sessionStorage.getItem(storageKey) ?? ''
    return search.startsWith('?') ? search : ''
  } catch {
    return ''
  }
}

/** What the list showed when this tab left it (`?…`, or empty for the whole list); null when it was not opened yet. */
export function readKeptList(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/**
 * The address of the list as this tab left it. The cast is safe: any query after the `?` is valid for the page of the
 * list.
 */
export function useListAddress(): Route {
  const search = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read,
    () => '',
  )
  return `${listPath}${search}` as Route
}
