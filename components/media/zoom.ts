export interface View {
  /** 1 = the whole picture fits. */
  scale: number
  /** Offset of the centre in pixels. */
  x: number
  y: number
  /** Quarter turns. */
  turns: number
}

export interface Size {
  width: number
  height: number
}

export const fitted: View = { scale: 1, x: 0, y: 0, turns: 0 }

/** Size of the picture on the stage at scale 1, before it is turned: never larger than itself. */
export function fitSize(picture: Size, stage: Size, turns: number): Size {
  const lying = turns % 2 !== 0
  const [width, height] = lying ? [picture.height, picture.width] : [picture.width, picture.height]
  if (width <= 0 || height <= 0) return { width: 0, height: 0 }
  const share = Math.min(stage.width / width, stage.height / height, 1)
  return { width: picture.width * share, height: picture.height * share }
}

/** The largest scale: four screens, or two screen pixels for one of the picture, whichever is more. */
export function scaleMax(picture: Size, fit: Size): number {
  return Math.max(4, fit.width > 0 ? (picture.width / fit.width) * 2 : 4)
}

/** Zooms to `scale` so that the point under the pointer (from the stage's centre) stays where it is. */
export function zoomAt(view: View, scale: number, point: { x: number; y: number }, max: number): View {
  const next = Math.min(max, Math.max(1, scale))
  const ratio = next / view.scale
  return {
    ...view,
    scale: next,
    x: point.x - (point.x - view.x) * ratio,
    y: point.y - (point.y - view.y) * ratio,
  }
}

/** Keeps the picture on the stage: no edge is pulled past the stage's own, and what fits stays in the middle. */
export function clampView(view: View, fit: Size, stage: Size): View {
  const lying = view.turns % 2 !== 0
  const width = (lying ? fit.height : fit.width) * view.scale
  const height = (lying ? fit.width : fit.height) * view.scale
  const roomX = Math.max(0, (width - stage.width) / 2)
  const roomY = Math.max(0, (height - stage.height) / 2)
  return {
    ...view,
    x: Math.min(roomX, Math.max(-roomX, view.x)),
    y: Math.min(roomY, Math.max(-roomY, view.y)),
  }
}
