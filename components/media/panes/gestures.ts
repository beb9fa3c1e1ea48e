import {
  type MouseEvent as ReactMouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { type Point, type View, wheelFactor, zoomAt } from './zoom'

export type Move = (change: (view: View, max: number) => View) => void

/** The position of a pointer event, relative to the center of the element. */
export function pointFromCenter(element: Element, event: { clientX: number; clientY: number }): Point {
  const box = element.getBoundingClientRect()
  return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
}

/** Zooms toward the pointer by wheel or trackpad pinch. React's wheel listeners are passive and cannot prevent page zoom. */
export function useWheelZoom(ref: RefObject<HTMLElement | null>, move: Move): void {
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      if (event.deltaY === 0) return
      const point = pointFromCenter(element, event)
      const factor = wheelFactor(event)
      move((before, max) => zoomAt(before, before.scale * factor, point, max))
    }
    // Safari's own events for a trackpad pinch. Touch comes as pointer events.
    let last = 1
    const onGesture = (event: Event & { scale?: number; clientX?: number; clientY?: number }) => {
      event.preventDefault()
      if (matchMedia('(pointer: coarse)').matches) return
      const scale = event.scale ?? 1
      const point = pointFromCenter(element, { clientX: event.clientX ?? 0, clientY: event.clientY ?? 0 })
      const factor = event.type === 'gesturestart' ? 1 : scale / last
      last = event.type === 'gesturestart' ? 1 : scale
      move((before, max) => zoomAt(before, before.scale * factor, point, max))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    element.addEventListener('gesturestart', onGesture)
    element.addEventListener('gesturechange', onGesture)
    return () => {
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('gesturestart', onGesture)
      element.removeEventListener('gesturechange', onGesture)
    }
  }, [ref, move])
}

const tapMs = 300
/** Some browsers send a double click in addition to two taps. A double click within this time is ignored. */
const touchedMs = 700
const tapPx = 24
const swipePx = 56

interface Held extends Point {
  start: Point
}

/**
 * One pointer moves the picture, two zoom it. On touch, a double tap zooms like a double click, and a swipe over the whole
 * picture opens the next or previous file.
 */
export function usePointers(
  ref: RefObject<HTMLElement | null>,
  does: { isZoomed: boolean; move: Move; toggle: (point: Point) => void; swipe: (step: 1 | -1) => void },
) {
  const held = useRef(new Map<number, Held>())
  const wasPinched = useRef(false)
  const tap = useRef<(Point & { at: number }) | null>(null)
  const touchedAt = useRef(Number.NEGATIVE_INFINITY)

  const onTap = useEffectEvent((event: ReactPointerEvent<HTMLElement>) => {
    const before = tap.current
    const here = { x: event.clientX, y: event.clientY, at: event.timeStamp }
    if (before !== null && here.at - before.at < tapMs && distance(before, here) < tapPx) {
      tap.current = null
      does.toggle(pointFromCenter(event.currentTarget, event))
    } else tap.current = here
  })
  return {
    onPointerDown(event: ReactPointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const here = { x: event.clientX, y: event.clientY }
      held.current.set(event.pointerId, { ...here, start: here })
      wasPinched.current = held.current.size > 1
    },
    onPointerMove(event: ReactPointerEvent) {
      const from = held.current.get(event.pointerId)
      const element = ref.current
      if (from === undefined || element === null) return
      const to = { x: event.clientX, y: event.clientY }
      const other = [...held.current].find(([id]) => id !== event.pointerId)?.[1]
      held.current.set(event.pointerId, { ...to, start: from.start })
      if (other === undefined) {
        does.move((before) => ({ ...before, x: before.x + to.x - from.x, y: before.y + to.y - from.y }))
        return
      }
      // The point that was between the fingers stays between them.
      const middle = { clientX: (from.x + other.x) / 2, clientY: (from.y + other.y) / 2 }
      const point = pointFromCenter(element, middle)
      const ratio = distance(to, other) / Math.max(1, distance(from, other))
      // The middle of two fingers moves by half the distance that one of them moves.
      const [byX, byY] = [(to.x - from.x) / 2, (to.y - from.y) / 2]
      does.move((before, max) => {
        const after = zoomAt(before, before.scale * ratio, point, max)
        return { ...after, x: after.x + byX, y: after.y + byY }
      })
    },
    onPointerUp(event: ReactPointerEvent<HTMLElement>) {
      const from = held.current.get(event.pointerId)
      held.current.delete(event.pointerId)
      if (event.pointerType === 'touch') touchedAt.current = event.timeStamp
      if (from === undefined || event.pointerType !== 'touch' || wasPinched.current) return
      const by = { x: event.clientX - from.start.x, y: event.clientY - from.start.y }
      if (distance(by, { x: 0, y: 0 }) < tapPx) {
        onTap(event)
        return
      }
      tap.current = null
      const isSwipe = Math.abs(by.x) > swipePx && Math.abs(by.x) > 2 * Math.abs(by.y)
      if (isSwipe && !does.isZoomed) does.swipe(by.x < 0 ? 1 : -1)
    },
    onDoubleClick(event: ReactMouseEvent<HTMLElement>) {
      if (event.timeStamp - touchedAt.current < touchedMs) return
      does.toggle(pointFromCenter(event.currentTarget, event))
    },
    onPointerCancel(event: ReactPointerEvent) {
      held.current.delete(event.pointerId)
    },
  }
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
