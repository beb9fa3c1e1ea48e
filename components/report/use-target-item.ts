'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { itemAnchor } from '@/lib/report/view'
import { revealElement } from './find/reveal'

/** The item that the address points at (`#item=…`), or null. Scrolls to it when the report is on screen. */
export function useTargetItem(isOnScreen: boolean): string | null {
  const key = useSyncExternalStore(subscribe, readTarget, () => null)
  useEffect(() => {
    if (key === null || !isOnScreen) return
    // After this effect, because a long report renders the surroundings of the item synchronously, which React does not
    // allow within an effect.
    queueMicrotask(() => revealElement(itemAnchor(key)))
  }, [key, isOnScreen])
  return key
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** Removes the item from the address, when the person chooses another view than the one that shows it. */
export function dropTarget(): void {
  if (readTarget() === null) return
  window.history.replaceState(window.history.state, '', `${window.location.pathname}${window.location.search}`)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

/** The key in a fragment; null for a fragment with invalid encoding. */
function readTarget(): string | null {
  const match = /^#item=(.+)$/.exec(window.location.hash)
  if (match?.[1] === undefined) return null
  try {
    return decodeURIComponent(match[1])
  } catch {
    return null
  }
}
