export interface View {
  /** 1 = the whole picture fits. */
  scale: number
  /** Offset of the center in pixels. */
  x: number
  y: number
  /** Quarter turns, clockwise. */
  turns: number
}

export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

export const fitted: View = { scale: 1, x: 0, y: 0, turns: 0 }

/** Size of the unrotated picture in the pane at scale 1: never larger than its own size. */
export function fitSize(picture: Size, pane: Size, turns: number): Size {
  const lying = turns % 2 !== 0
  const [width, height] = lying ? [picture.height, picture.width] : [picture.width, picture.height]
  if (width <= 0 || height <= 0) return { width: 0, height: 0 }
  const share = Math.min(pane.width / width, pane.height / height, 1)
  return { width: picture.width * share, height: picture.height * share }
}

/** The scale at which a pixel of the picture is a pixel of the page (100%). At least 1, as small pictures are not scaled. */
export function fullScale(picture: Size, fit: Size): number {
  return fit.width > 0 ? picture.width / fit.width : 1
}

/** The largest scale: four times the size that fits, or two screen pixels per picture pixel, whichever is more. */
export function scaleMax(picture: Size, fit: Size): number {
  return Math.max(4, fullScale(picture, fit) * 2)
}

/** The scale after a double click or z on the whole picture: 100%, but at least twice and at most four times its size. */
export function closeScale(picture: Size, fit: Size): number {
  return Math.min(4, Math.max(2, fullScale(picture, fit)))
}

/** Zooms to `scale` and keeps the point under the pointer (relative to the pane's center) in place. */
export function zoomAt(view: View, scale: number, point: Point, max: number): View {
  const next = Math.min(max, Math.max(1, scale))
  const ratio = next / view.scale
  return {
    ...view,
    scale: next,
    x: point.x - (point.x - view.x) * ratio,
    y: point.y - (point.y - view.y) * ratio,
  }
}

/** Keeps the picture in the pane: no edge moves inside the pane's edge, and a picture that fits is centered. */
export function clampView(view: View, fit: Size, pane: Size): View {
  const lying = view.turns % 2 !== 0
  const width = (lying ? fit.height : fit.width) * view.scale
  const height = (lying ? fit.width : fit.height) * view.scale
  const roomX = Math.max(0, (width - pane.width) / 2)
  const roomY = Math.max(0, (height - pane.height) / 2)
  return {
    ...view,
    x: Math.min(roomX, Math.max(-roomX, view.x)),
    y: Math.min(roomY, Math.max(-roomY, view.y)),
  }
}

/** Rotates the picture by quarter turns and resets the zoom. `turns` stays 0 to 3. */
export function turnView(view: View, by: 1 | -1): View {
  return { ...fitted, turns: (view.turns + by + 4) % 4 }
}

/** The CSS of the picture: its center at the offset, rotated and scaled. */
export function transformOf({ x, y, turns, scale }: View): string {
  return `translate(-50%, -50%) translate(${x}px, ${y}px) rotate(${turns * 90}deg) scale(${scale})`
}

/**
 * The zoom factor of one wheel event. A notch of a mouse is about a quarter more. A trackpad pinch sends many small steps
 * with `ctrlKey`. The factor is at most 1.5, whatever the device sends.
 * @param event `deltaMode` 0 pixels, 1 lines, 2 pages
 */
export function wheelFactor(event: { deltaY: number; deltaMode: number; ctrlKey: boolean }): number {
  const pixels = event.deltaY * ([1, 20, 240][event.deltaMode] ?? 1)
  return Math.min(1.5, Math.max(1 / 1.5, Math.exp(-pixels / (event.ctrlKey ? 120 : 480))))
}
