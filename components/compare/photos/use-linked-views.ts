'use client'

import { useCallback, useMemo, useState } from 'react'
import { fitted, type Point, type View, zoomAt } from '@/components/media/panes/zoom'
import { changeViews, followView, otherSide, type Pane, type Panes, type Side, type Views } from './linked-zoom'

type Change = (view: View, max: number) => View

/** Actions of one pane: changes of its view, and a switch between fitted and zoomed. */
interface PaneHandlers {
  onChange: (how: Change) => void
  onToggle: (point: Point) => void
  onMeasure: (pane: Pane | null) => void
}

export interface LinkedViews {
  views: Views
  /** Scale of the side that the keys act on. */
  scale: number
  isLinked: boolean
  handlers: Readonly<Record<Side, PaneHandlers>>
  /** The other actions apply to the side touched last. */
  toggle: () => void
  zoomBy: (factor: number) => void
  /** Moves the picture by pixels. */
  pan: (by: Point) => void
  toggleLink: () => void
}

const closeScale = 2.5
const center: Point = { x: 0, y: 0 }
const unmeasured: Panes = { left: null, right: null }
const bothFitted: Views = { left: fitted, right: fitted }

function ofBothSides<Value>(of: (side: Side) => Value): Record<Side, Value> {
  return { left: of('left'), right: of('right') }
}

/** Zoom and position of a pair of pictures, which move together until they are unlinked. Each pair starts fitted. */
export function useLinkedViews(pairKey: string | undefined): LinkedViews {
  const [isLinked, setLinked] = useState(true)
  const [panes, setPanes] = useState(unmeasured)
  const [active, setActive] = useState<Side>('left')
  const [shown, setShown] = useState({ key: pairKey, views: bothFitted })
  if (shown.key !== pairKey) setShown({ key: pairKey, views: bothFitted })
  const { views } = shown
  // Keys apply to the side touched last, if it has a picture.
  const side = panes[active] === null ? otherSide[active] : active

  const change = useCallback(
    (on: Side, how: Change) =>
      setShown((before) => ({ ...before, views: changeViews(before.views, { panes, side: on, isLinked }, how) })),
    [panes, isLinked],
  )
  const toggle = useCallback(
    (on: Side, point: Point) =>
      change(on, (view, max) => (view.scale > 1 ? fitted : zoomAt(view, closeScale, point, max))),
    [change],
  )
  // A stable function, because panes observe their size for as long as it is the same.
  const measure = useMemo(
    () => ofBothSides((on) => (pane: Pane | null) => setPanes((before) => ({ ...before, [on]: pane }))),
    [],
  )
  const handlers = useMemo(
    () =>
      ofBothSides((on) => ({
        onChange: (how: Change) => {
          setActive(on)
          change(on, how)
        },
        onToggle: (point: Point) => toggle(on, point),
        onMeasure: measure[on],
      })),
    [change, toggle, measure],
  )
  return {
    views,
    scale: views[side].scale,
    isLinked,
    handlers,
    toggle: () => toggle(side, center),
    zoomBy: (factor) => change(side, (view, max) => zoomAt(view, view.scale * factor, center, max)),
    pan: (by) => change(side, (view) => ({ ...view, x: view.x + by.x, y: view.y + by.y })),
    toggleLink: () => {
      if (!isLinked) setShown((before) => ({ ...before, views: followView(before.views, panes, side) }))
      setLinked(!isLinked)
    },
  }
}
