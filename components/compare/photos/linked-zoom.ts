import { clampView, fitSize, scaleMax, type Size, type View } from '@/components/media/panes/zoom'

/** A picture and the pane that shows it; sizes in pixels. */
export interface Pane {
  picture: Size
  pane: Size
}

export type Side = 'left' | 'right'
export type Views = Readonly<Record<Side, View>>
export type Panes = Readonly<Record<Side, Pane | null>>

export const otherSide: Record<Side, Side> = { left: 'right', right: 'left' }

function fitOf({ picture, pane }: Pane): Size {
  return fitSize(picture, pane, 0)
}

/** The largest scale of a side: when linked, at most what the other side supports. */
function maxOf(panes: Panes, side: Side, isLinked: boolean): number {
  const others = isLinked ? [panes.left, panes.right] : [panes[side]]
  return Math.min(...others.flatMap((pane) => (pane === null ? [] : [scaleMax(pane.picture, fitOf(pane))])))
}

/**
 * Changes the view of one side. When linked, the other side follows: it shows the same part of its own picture at the same
 * scale, whatever the two sizes are.
 */
export function changeViews(
  views: Views,
  { panes, side, isLinked }: { panes: Panes; side: Side; isLinked: boolean },
  change: (view: View, max: number) => View,
): Views {
  const pane = panes[side]
  if (pane === null) return views
  const fit = fitOf(pane)
  const own = clampView(change(views[side], maxOf(panes, side, isLinked)), fit, pane.pane)
  const changed = { ...views, [side]: own }
  return isLinked ? followView(changed, panes, side) : changed
}

/** Makes the other side match `side`: the same part of its picture at the same scale. */
export function followView(views: Views, panes: Panes, side: Side): Views {
  const [pane, other] = [panes[side], panes[otherSide[side]]]
  if (pane === null || other === null) return views
  const [fit, otherFit] = [fitOf(pane), fitOf(other)]
  const { scale, x, y } = views[side]
  const shares = { x: fit.width > 0 ? x / fit.width : 0, y: fit.height > 0 ? y / fit.height : 0 }
  const followed = { scale, x: shares.x * otherFit.width, y: shares.y * otherFit.height, turns: 0 }
  return { ...views, [otherSide[side]]: clampView(followed, otherFit, other.pane) }
}
