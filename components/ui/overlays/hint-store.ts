import type { ReactNode } from 'react'

export interface ShownHint {
  /** The id of the `Tip`. */
  id: string
  anchor: HTMLElement
  content: ReactNode
}

/** For this long after one hint, the next hint appears without delay, because somebody is reading hints. */
const readingMs = 400
/** Time to move the pointer from the element to its hint. The hint must stay while the pointer is on it. */
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

/** The only hint that a page shows at a time. */
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
  /** Hides the hint, or cancels it before it is shown. Does nothing while another hint is shown. */
  hide(id: string): void {
    if (shown === null) clearTimeout(timer)
    else if (shown.id === id) set(null)
  },
  hideSoon(id: string): void {
    clearTimeout(timer)
    if (shown?.id === id) timer = setTimeout(() => set(null), graceMs)
  },
  /** Keeps the hint while the pointer is on it. */
  hold(): void {
    clearTimeout(timer)
  },
}
