import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { StageKeySlot } from '@/components/media/stages/stage-keys'
import type { ViewerMedia } from '@/lib/media/schema'

/** Shows another file: the one beside it, or the one at a position. */
export type Go = (to: 'next' | 'previous' | number) => void

/**
 * Steps from where the last step went, not from what is drawn: however fast keys are pressed and however late the page
 * takes a step over, each press is one file.
 */
export function useGo(
  media: readonly ViewerMedia[],
  index: number,
  onMove: (mediaId: string, file: ViewerMedia) => void,
): Go {
  const asked = useRef<ViewerMedia | null>(null)
  const here = media[index]
  useEffect(() => {
    // Arrived, or closed: what is drawn counts again.
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

/** Gives a key to the stage, or leafs by it through `count` files; true when it did something. */
export function takeKey(event: KeyboardEvent, keys: StageKeySlot, go: Go, count: number): boolean {
  const target = event.target as Element
  // Arrows belong to what is being typed or chosen.
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || target.closest('input,select')) return false
  if (keys.act(event)) return true
  if (event.key === 'ArrowRight') go('next')
  else if (event.key === 'ArrowLeft') go('previous')
  // In a document these go to its own ends.
  else if (target.closest('[role=document],aside') !== null) return false
  else if (event.key === 'Home') go(0)
  else if (event.key === 'End') go(count - 1)
  else return false
  return true
}
