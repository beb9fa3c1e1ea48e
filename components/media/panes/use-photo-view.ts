import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { ViewerMedia } from '@/lib/media/schema'
import type { Move } from './gestures'
import { readTurns, rememberTurns } from './rotation'
import {
  clampView,
  closeScale,
  fitSize,
  fitted,
  fullScale,
  type Point,
  scaleMax,
  type Size,
  turnView,
  type View,
  zoomAt,
} from './zoom'

/** The view of a photo in its pane, and every way to change it. */
export interface PhotoView {
  view: View
  /** Size at scale 1; null until the size of the photo is known. */
  fit: Size | null
  pane: Size
  /** The largest scale. */
  max: number
  move: Move
  /** Zooms in at a point, or shows the whole photo if it is zoomed. */
  toggle: (point?: Point) => void
  zoomBy: (factor: number) => void
  showWhole: () => void
  /** Shows one pixel of the photo as one pixel of the page. */
  showFull: () => void
  /** Rotates by a quarter turn. This browser remembers it for the file. */
  turn: (by: 1 | -1) => void
}

const center: Point = { x: 0, y: 0 }
/** Used until the size of the photo is known. */
const usualMax = 4

/** Zoom, position and rotation of a photo of this size (null: not known yet) in the pane of `paneRef`. */
export function usePhotoView(
  media: ViewerMedia,
  picture: Size | null,
  paneRef: RefObject<HTMLElement | null>,
): PhotoView {
  const [view, setView] = useState<View>(() => ({ ...fitted, turns: readTurns(media) }))
  const pane = useElementSize(paneRef)
  const fit = picture === null ? null : fitSize(picture, pane, view.turns)
  const move = useCallback(
    (change: (view: View, max: number, picture: Size, fit: Size) => View) =>
      setView((before) => {
        if (picture === null) return before
        const at = fitSize(picture, pane, before.turns)
        const after = change(before, scaleMax(picture, at), picture, at)
        return clampView(after, fitSize(picture, pane, after.turns), pane)
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- compared by value, because `picture` is a new object each time
    [picture?.width, picture?.height, pane],
  )
  return {
    view,
    fit,
    pane,
    max: picture === null || fit === null ? usualMax : scaleMax(picture, fit),
    move,
    toggle: (point = center) =>
      move((before, max, size, at) =>
        before.scale > 1 ? { ...fitted, turns: before.turns } : zoomAt(before, closeScale(size, at), point, max),
      ),
    zoomBy: (factor) => move((before, max) => zoomAt(before, before.scale * factor, center, max)),
    showWhole: () => move((before) => ({ ...fitted, turns: before.turns })),
    showFull: () => move((before, max, size, at) => zoomAt(before, fullScale(size, at), center, max)),
    turn: (by) => {
      const next = turnView(view, by)
      setView(next)
      rememberTurns(media, next.turns)
    },
  }
}

function useElementSize(ref: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}
