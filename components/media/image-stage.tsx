'use client'

import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { Spinner } from '@/components/ui/spinner'
import { classNames } from '@/lib/browser/class-names'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { mediaHref } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import { StageButton } from './stage-button'
import { clampView, fitSize, fitted, scaleMax, type Size, type View, zoomAt } from './zoom'

const stepScale = 1.5
const closeScale = 2.5

/** A photo that can be zoomed (wheel, pinch, double click, keys), moved and turned. Nothing is saved. */
export function ImageStage({ media, onFail }: { media: ViewerMedia; onFail: () => void }) {
  const stageRef = useRef<HTMLDivElement>(null)
  const imageRef = useRef<HTMLImageElement>(null)
  const [view, setView] = useState(fitted)
  const [picture, setPicture] = useState<Size | null>(null)
  const [stage, setStage] = useState<Size>({ width: 0, height: 0 })
  const fit = picture === null ? null : fitSize(picture, stage, view.turns)
  const max = picture === null || fit === null ? 4 : scaleMax(picture, fit)

  useEffect(() => {
    const element = stageRef.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setStage({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const move = useCallback(
    (change: (view: View, max: number) => View) =>
      setView((before) => {
        if (picture === null) return before
        const after = change(before, scaleMax(picture, fitSize(picture, stage, before.turns)))
        return clampView(after, fitSize(picture, stage, after.turns), stage)
      }),
    [picture, stage],
  )
  const toggle = (point = { x: 0, y: 0 }) =>
    move((before, most) =>
      before.scale > 1 ? { ...fitted, turns: before.turns } : zoomAt(before, closeScale, point, most),
    )
  const zoomBy = (factor: number) => move((before, most) => zoomAt(before, before.scale * factor, { x: 0, y: 0 }, most))
  const rotate = () => move((before) => ({ ...fitted, turns: before.turns + 1 }))

  useWheelZoom(stageRef, move)
  const pointers = usePointers(stageRef, move)
  useShortcuts([
    {
      id: 'media.zoom',
      keys: ['z'],
      label: 'Zoom in or fit',
      group: 'Media viewer',
      inDialogs: true,
      run: () => toggle(),
    },
    {
      id: 'media.closer',
      keys: ['+', '='],
      label: 'Closer',
      group: 'Media viewer',
      inDialogs: true,
      repeats: true,
      run: () => zoomBy(stepScale),
    },
    {
      id: 'media.farther',
      keys: ['-'],
      label: 'Farther',
      group: 'Media viewer',
      inDialogs: true,
      repeats: true,
      run: () => zoomBy(1 / stepScale),
    },
    { id: 'media.rotate', keys: ['r'], label: 'Turn (view only)', group: 'Media viewer', inDialogs: true, run: rotate },
  ])

  // Set through the object model: the content security policy refuses style attributes in markup only.
  useEffect(() => {
    const image = imageRef.current
    if (image === null || fit === null) return
    image.style.width = `${fit.width}px`
    image.style.height = `${fit.height}px`
    image.style.transform = `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) rotate(${view.turns * 90}deg) scale(${view.scale})`
  })

  return (
    <>
      <div
        ref={stageRef}
        data-testid="image-stage"
        data-scale={view.scale.toFixed(2)}
        data-turns={view.turns % 4}
        onDoubleClick={(event) => toggle(pointFromCentre(event.currentTarget, event))}
        {...pointers}
        className={classNames(
          'relative size-full touch-none overflow-hidden select-none',
          view.scale > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in',
        )}
      >
        {picture === null && (
          <span className="absolute inset-0 grid place-items-center text-white/85">
            <Spinner />
          </span>
        )}
        {/* oxlint-disable-next-line next/no-img-element -- Next's optimizer is off on purpose: it would parse foreign files */}
        <img
          ref={imageRef}
          src={mediaHref(media.auditId, media.id)}
          alt={media.title}
          draggable={false}
          onLoad={(event) =>
            setPicture({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })
          }
          onError={onFail}
          className={classNames('absolute top-1/2 left-1/2 max-w-none', picture === null && 'invisible')}
        />
      </div>
      <div className="absolute bottom-2 left-1/2 flex -translate-x-1/2 items-center gap-1 rounded-md bg-black/60 p-0.5 text-white/85">
        <StageButton
          icon={ZoomOut}
          label="Farther"
          keys="-"
          disabled={view.scale <= 1}
          onClick={() => zoomBy(1 / stepScale)}
        />
        <button
          type="button"
          onClick={() => toggle()}
          aria-label={`Zoom ${Math.round(view.scale * 100)} %. Zoom in or fit`}
          className="h-9 min-w-14 rounded px-2 text-xs tabular-nums hover:bg-white/12 focus-visible:outline-white"
        >
          {view.scale === 1 ? 'Fit' : `${Math.round(view.scale * 100)} %`}
        </button>
        <StageButton
          icon={ZoomIn}
          label="Closer"
          keys="+"
          disabled={view.scale >= max}
          onClick={() => zoomBy(stepScale)}
        />
        <StageButton icon={RotateCw} label="Turn (view only)" keys="r" onClick={rotate} />
      </div>
    </>
  )
}

type Move = (change: (view: View, max: number) => View) => void

function pointFromCentre(element: Element, event: { clientX: number; clientY: number }): { x: number; y: number } {
  const box = element.getBoundingClientRect()
  return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
}

/** React listens to wheels passively, where the page cannot be kept from scrolling. */
function useWheelZoom(ref: RefObject<HTMLElement | null>, move: Move): void {
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const point = pointFromCentre(element, event)
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1
      const factor = Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 480))
      move((before, max) => zoomAt(before, before.scale * factor, point, max))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [ref, move])
}

/** One pointer moves the picture, two zoom it. */
function usePointers(ref: RefObject<HTMLElement | null>, move: Move) {
  const held = useRef(new Map<number, { x: number; y: number }>())
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
        move((before) => ({ ...before, x: before.x + to.x - from.x, y: before.y + to.y - from.y }))
        return
      }
      const middle = pointFromCentre(element, { clientX: (to.x + other.x) / 2, clientY: (to.y + other.y) / 2 })
      const ratio = distance(to, other) / Math.max(1, distance(from, other))
      move((before, max) => zoomAt(before, before.scale * ratio, middle, max))
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
