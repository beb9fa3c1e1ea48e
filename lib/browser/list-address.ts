'use client'

import type { Route } from 'next'
import { useSyncExternalStore } from 'react'
import { listPath } from './routes'

const storageKey = 'sightline.list-address'
const listeners = new Set<() => void>()

/** Remembers for this tab what the list shows (`?…` of its address), for the way back from an inspection. */
export function keepListAddress(search: string): void {
  try {
    sessionStorage.setItem(storageKey, search)
  } catch {
    // Storage can be switched off: the way back then leads to the whole list.
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

/** What the list showed when it was left in this tab (`?…`, or nothing for the whole list); null when it was not open yet. */
export function readKeptList(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** The list as it was left. The cast is safe: whatever stands behind the `?`, it is the page of the list. */
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
