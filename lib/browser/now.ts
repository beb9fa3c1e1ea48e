'use client'

import { createContext, useContext, useSyncExternalStore } from 'react'

/** The time at which the server rendered. Hydration must repeat it before the page's own clock takes over. */
export const RenderedAtContext = createContext(0)

let now = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    now = Date.now()
    timer = setInterval(tick, 1000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/**
 * The current time in milliseconds, rounded down to `stepMs`, so that a component re-renders only when its step passes.
 * One timer serves the whole page.
 */
export function useNow(stepMs = 1000): number {
  const renderedAt = useContext(RenderedAtContext)
  const round = (at: number) => Math.floor(at / stepMs) * stepMs
  return useSyncExternalStore(
    subscribe,
    () => round(now === 0 ? (now = Date.now()) : now),
    () => round(renderedAt),
  )
}

const neverChanges = () => () => {}

/** False on the server and during hydration, true afterwards. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
