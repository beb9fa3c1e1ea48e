'use client'

import { useRef, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { distance, pointFromCenter, type Move } from '@/components/media/panes/gestures'
import { zoomAt, type Point } from '@/components/media/panes/zoom'

/** One pointer moves the picture, two zoom it. */
export function usePinchAndDrag(ref: RefObject<HTMLElement | null>, change: Move) {
  const held = useRef(new Map<number, Point>())
  const release = (event: ReactPointerEvent) => {
    held.current.delete(event.pointerId)
  }
  return {
    onPointerDown(event: ReactPointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove(event: ReactPointerEvent) {
      const from = held.current.get(event.pointerId)
      const element = ref.current
      if (from === undefined || element === null) return
      const to = { x: event.clientX, y: event.clientY }
      const other = [...held.current].find(([id]) => id !== event.pointerId)?.[1]
      held.current.set(event.pointerId, to)
      if (other === undefined) {
        change((view) => ({ ...view, x: view.x + to.x - from.x, y: view.y + to.y - from.y }))
        return
      }
      const middle = pointFromCenter(element, { clientX: (to.x + other.x) / 2, clientY: (to.y + other.y) / 2 })
      const ratio = distance(to, other) / Math.max(1, distance(from, other))
      change((view, max) => zoomAt(view, view.scale * ratio, middle, max))
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}
