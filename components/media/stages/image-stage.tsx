'use client'

import { Maximize, RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Spinner } from '@/components/ui/spinner'
import { classNames } from '@/lib/browser/class-names'
import { useShortcuts } from '@/lib/browser/shortcuts'
import type { ViewerMedia } from '@/lib/media/schema'
import { usePointers, useWheelZoom } from './gestures'
import { StageBar, StageButton, StageNote } from './stage-button'
import { type StageKeySlot, useStageKeys } from './stage-keys'
import { readTurns, rememberTurns } from './turns'
import {
  clampView,
  closeScale,
  fitSize,
  fitted,
  fullScale,
  type Point,
  scaleMax,
  type Size,
  transformOf,
  turnView,
  type View,
  zoomAt,
} from './zoom'

const stepScale = 1.5
const panPx = 80
/** Longest side of a preview; a shorter one has all pixels of its file. */
const previewPx = 1600
const pans: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: panPx, y: 0 },
  ArrowRight: { x: -panPx, y: 0 },
  ArrowUp: { x: 0, y: panPx },
  ArrowDown: { x: 0, y: -panPx },
}

/**
 * A photo that can be zoomed (wheel, pinch, double click, keys), moved and turned. Nothing is saved. The preview stands
 * in its place until the original is decoded.
 */
export function ImageStage({
  media,
  preview,
  original,
  note,
  keys,
  onSwipe,
  onDecoded,
  onFail,
}: {
  media: ViewerMedia
  preview: string | null
  original: string | null
  note: string | null
  keys: StageKeySlot
  onSwipe: (step: 1 | -1) => void
  /** The original is on screen; these are its pixels. */
  onDecoded: (size: Size) => void
  onFail: () => void
}) {
  const stageRef = useRef<HTMLDivElement>(null)
  const boxRef = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>(() => ({ ...fitted, turns: readTurns(media) }))
  const [previewSize, setPreviewSize] = useState<Size | null>(null)
  const [originalSize, setOriginalSize] = useState<Size | null>(null)
  const [stage, setStage] = useState<Size>({ width: 0, height: 0 })
  const picture = originalSize ?? (previewSize === null ? null : guessOriginal(previewSize))
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
    (change: (view: View, max: number, picture: Size, fit: Size) => View) =>
      setView((before) => {
        if (picture === null) return before
        const at = fitSize(picture, stage, before.turns)
        const after = change(before, scaleMax(picture, at), picture, at)
        return clampView(after, fitSize(picture, stage, after.turns), stage)
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- by value: `picture` is a new object each time
    [picture?.width, picture?.height, stage],
  )
  const toggle = (point: Point = { x: 0, y: 0 }) =>
    move((before, most, size, at) =>
      before.scale > 1 ? { ...fitted, turns: before.turns } : zoomAt(before, closeScale(size, at), point, most),
    )
  const zoomBy = (factor: number) => move((before, most) => zoomAt(before, before.scale * factor, { x: 0, y: 0 }, most))
  const showWhole = () => move((before) => ({ ...fitted, turns: before.turns }))
  const showFull = () => move((before, most, size, at) => zoomAt(before, fullScale(size, at), { x: 0, y: 0 }, most))
  const turn = (by: 1 | -1) => {
    const next = turnView(view, by)
    setView(next)
    rememberTurns(media, next.turns)
  }

  useWheelZoom(stageRef, move)
  const pointers = usePointers(stageRef, { isZoomed: view.scale > 1, move, toggle, swipe: onSwipe })
  useStageKeys(keys, (event) => {
    const by = pans[event.key]
    if (by === undefined || view.scale <= 1) return false
    move((before) => ({ ...before, x: before.x + by.x, y: before.y + by.y }))
    return true
  })
  const shortcut = { group: 'Media viewer', inDialogs: true }
  useShortcuts([
    { ...shortcut, id: 'media.zoom', keys: ['z'], label: 'Zoom in or fit', run: () => toggle() },
    {
      ...shortcut,
      id: 'media.closer',
      keys: ['+', '='],
      label: 'Closer',
      repeats: true,
      run: () => zoomBy(stepScale),
    },
    {
      ...shortcut,
      id: 'media.farther',
      keys: ['-'],
      label: 'Farther',
      repeats: true,
      run: () => zoomBy(1 / stepScale),
    },
    { ...shortcut, id: 'media.fit', keys: ['0'], label: 'Whole photo', run: showWhole },
    { ...shortcut, id: 'media.full', keys: ['1'], label: 'Photo at 100 %', run: showFull },
    { ...shortcut, id: 'media.turn', keys: ['r'], label: 'Turn right (view only)', run: () => turn(1) },
    { ...shortcut, id: 'media.turn-back', keys: ['shift+r'], label: 'Turn left (view only)', run: () => turn(-1) },
  ])

  // Set through the object model: the content security policy refuses style attributes in markup only.
  useEffect(() => {
    const box = boxRef.current
    if (box === null || fit === null) return
    box.style.width = `${fit.width}px`
    box.style.height = `${fit.height}px`
    // The stage may have become smaller since the photo was moved.
    box.style.transform = transformOf(clampView(view, fit, stage))
  })

  const percent = originalSize === null || fit === null ? null : (100 * view.scale) / fullScale(originalSize, fit)
  const notes = [note, view.turns === 0 ? null : 'Turned, view only'].filter((text) => text !== null)
  return (
    <>
      <div
        ref={stageRef}
        data-testid="image-stage"
        data-scale={view.scale.toFixed(2)}
        data-turns={view.turns}
        data-shows={originalSize === null ? (previewSize === null ? 'nothing' : 'preview') : 'original'}
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
        <div ref={boxRef} className={classNames('absolute top-1/2 left-1/2', picture === null && 'invisible')}>
          {preview !== null && originalSize === null && (
            <Picture src={preview} alt={media.title} onDecoded={setPreviewSize} />
          )}
          {original !== null && (
            <Picture
              src={original}
              alt={media.title}
              isHidden={originalSize === null}
              onDecoded={(size) => {
                setOriginalSize(size)
                onDecoded(size)
              }}
              onFail={onFail}
            />
          )}
        </div>
      </div>
      {notes.length > 0 && <StageNote>{notes.join(' · ')}</StageNote>}
      <StageBar>
        <StageButton
          icon={ZoomOut}
          label="Farther"
          keys="-"
          disabled={view.scale <= 1}
          onClick={() => zoomBy(1 / stepScale)}
        />
        <button
          type="button"
          onClick={showFull}
          aria-label={`${describeZoom(view.scale, percent)}. Show at 100 %`}
          aria-keyshortcuts="1"
          className="h-9 min-w-16 rounded px-2 text-xs whitespace-nowrap tabular-nums hover:bg-white/12 focus-visible:outline-white"
        >
          {describeZoom(view.scale, percent)}
        </button>
        <StageButton
          icon={ZoomIn}
          label="Closer"
          keys="+"
          disabled={view.scale >= max}
          onClick={() => zoomBy(stepScale)}
        />
        <StageButton icon={Maximize} label="Whole photo" keys="0" disabled={view.scale <= 1} onClick={showWhole} />
        <StageButton icon={RotateCcw} label="Turn left (view only)" keys="shift+r" onClick={() => turn(-1)} />
        <StageButton icon={RotateCw} label="Turn right (view only)" keys="r" onClick={() => turn(1)} />
      </StageBar>
    </>
  )
}

/** A preview of full length may come of a larger file, which then fills the stage; a shorter one is as large as its file. */
function guessOriginal(preview: Size): Size {
  const isCut = Math.max(preview.width, preview.height) >= previewPx
  return isCut ? { width: preview.width * 4, height: preview.height * 4 } : preview
}

/** "Fit · 23 %", "150 %"; before the original tells how many pixels there are, "2.0 ×". */
function describeZoom(scale: number, percent: number | null): string {
  if (percent === null) return scale === 1 ? 'Fit' : `${scale.toFixed(1)} ×`
  return `${scale === 1 ? 'Fit · ' : ''}${Math.round(percent)} %`
}

function Picture({
  src,
  alt,
  isHidden = false,
  onDecoded,
  onFail,
}: {
  src: string
  alt: string
  isHidden?: boolean
  onDecoded: (size: Size) => void
  onFail?: () => void
}) {
  return (
    // oxlint-disable-next-line next/no-img-element -- Next's optimizer is off on purpose: it would parse foreign files
    <img
      src={src}
      alt={alt}
      draggable={false}
      onLoad={(event) => {
        const image = event.currentTarget
        const tell = () => onDecoded({ width: image.naturalWidth, height: image.naturalHeight })
        // Shown only when it can be painted at once, so that nothing flashes between preview and original.
        if (typeof image.decode === 'function') image.decode().then(tell, () => onFail?.())
        else tell()
      }}
      onError={onFail}
      // White, as ink of signatures and drawings stands on nothing.
      className={classNames('absolute inset-0 size-full max-w-none bg-white', isHidden && 'invisible')}
    />
  )
}
