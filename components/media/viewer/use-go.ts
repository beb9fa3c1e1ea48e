import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { PaneKeySlot } from '@/components/media/panes/pane-keys'
import type { ViewerMedia } from '@/lib/media/schema'

/** Shows another file: the next, the previous, or one at a position. */
export type Go = (to: 'next' | 'previous' | number) => void

/**
 * Steps from the result of the last step, not from what is rendered. So each key press moves by one file, however fast keys
 * are pressed and however late the page renders.
 */
export function useGo(
  media: readonly ViewerMedia[],
  index: number,
  onMove: (mediaId: string, file: ViewerMedia) => void,
): Go {
  const asked = useRef<ViewerMedia | null>(null)
  const here = media[index]
  useEffect(() => {
    // The page has caught up or the viewer was closed, so the rendered file counts again.
    if (here === undefined || isSame(asked.current, here)) asked.current = null
  }, [here])
  return (to) => {
    const pending = asked.current === null ? -1 : media.findIndex((file) => isSame(asked.current, file))
    const from = pending === -1 ? index : pending
    const next = to === 'next' ? from + 1 : to === 'previous' ? (from === -1 ? 0 : from - 1) : to
    const file = media[next]
    if (file === undefined || next === from) return
    asked.current = file
    onMove(file.id, file)
  }
}

function isSame(a: ViewerMedia | null, b: ViewerMedia): boolean {
  return a !== null && a.id === b.id && a.auditId === b.auditId
}

/** Passes a key to the pane, or moves between `count` files with it. Returns true if it did something. */
export function takeKey(event: KeyboardEvent, keys: PaneKeySlot, go: Go, count: number): boolean {
  const target = event.target as Element
  // Fields and choices use the arrow keys themselves.
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || target.closest('input,select')) return false
  if (keys.act(event)) return true
  if (event.key === 'ArrowRight') go('next')
  else if (event.key === 'ArrowLeft') go('previous')
  // Home and End scroll a focused PDF or info panel, so they must not change the file there.
  else if (target.closest('[role=document],aside') !== null) return false
  else if (event.key === 'Home') go(0)
  else if (event.key === 'End') go(count - 1)
  else return false
  return true
}
