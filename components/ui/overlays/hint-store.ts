import type { ReactNode } from 'react'

export interface ShownHint {
  /** Of the `Tip`. */
  id: string
  anchor: HTMLElement
  content: ReactNode
}

/** After one hint, the next one needs no delay for this long: somebody is reading them. */
const readingMs = 400
/** Time to move the pointer from the element to its hint, which must stay readable while the pointer is on it. */
const graceMs = 100

let shown: ShownHint | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let hiddenAt = 0
const listeners = new Set<() => void>()

function set(next: ShownHint | null): void {
  clearTimeout(timer)
  if (shown === next) return
  if (next === null) hiddenAt = performance.now()
  shown = next
  for (const listener of listeners) listener()
}

/** The one hint of a page. */
export const hints = {
  read: () => shown,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  show: set,
  showSoon(next: ShownHint, delayMs: number): void {
    clearTimeout(timer)
    if (shown?.id === next.id) return
    const isReading = shown !== null || performance.now() - hiddenAt < readingMs
    if (isReading) set(next)
    else timer = setTimeout(() => set(next), delayMs)
  },
  /** Hides it, or no longer shows it. Does nothing while another one is shown. */
  hide(id: string): void {
    if (shown === null) clearTimeout(timer)
    else if (shown.id === id) set(null)
  },
  hideSoon(id: string): void {
    clearTimeout(timer)
    if (shown?.id === id) timer = setTimeout(() => set(null), graceMs)
  },
  /** The pointer is on the hint. */
  hold(): void {
    clearTimeout(timer)
  },
}
