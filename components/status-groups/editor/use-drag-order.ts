'use client'

import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** A drag in progress: the dragged item, and its new position. */
interface Drag {
  key: string
  to: number
}

/**
 * Reorders by dragging: `start` on a handle, and the rows of `list` (its children, in the order of `keys`) follow. Nothing
 * changes before the drop. Escape, or a canceled pointer, restores the order.
 */
export function useDragOrder(
  keys: readonly string[],
  list: RefObject<HTMLElement | null>,
  onMove: (key: string, to: number) => void,
): { held: string | null; order: readonly string[]; start: (key: string, event: ReactPointerEvent) => void } {
  const [drag, setDrag] = useState<Drag | null>(null)
  const others = keys.filter((key) => key !== drag?.key)
  const order = drag === null ? keys : others.toSpliced(drag.to, 0, drag.key)

  /** The number of rows whose middle is above the pointer. */
  const findPlace = (y: number, held: string): number => {
    const rows = [...(list.current?.children ?? [])].filter((_row, index) => order[index] !== held)
    return rows.filter((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2 < y
    }).length
  }

  const follow = useEffectEvent((event: PointerEvent) => {
    if (drag === null) return
    const to = findPlace(event.clientY, drag.key)
    if (to !== drag.to) setDrag({ key: drag.key, to })
  })
  const drop = useEffectEvent(() => {
    if (drag === null) return
    setDrag(null)
    if (keys.indexOf(drag.key) !== drag.to) onMove(drag.key, drag.to)
  })
  const isDragging = drag !== null
  useEffect(() => {
    if (!isDragging) return undefined
    const cancel = () => setDrag(null)
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      cancel()
    }
    const onFollow = (event: PointerEvent) => follow(event)
    const onDrop = () => drop()
    // The window has the listeners, because the dragged row moves in the document and would lose the pointer.
    window.addEventListener('pointermove', onFollow)
    window.addEventListener('pointerup', onDrop)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', onKey, true)
    return () => {
      window.removeEventListener('pointermove', onFollow)
      window.removeEventListener('pointerup', onDrop)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', onKey, true)
    }
  }, [isDragging])

  return {
    held: drag?.key ?? null,
    order,
    start: (key, event) => {
      if (event.button !== 0) return
      event.preventDefault()
      setDrag({ key, to: keys.indexOf(key) })
    },
  }
}
