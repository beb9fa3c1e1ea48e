'use client'

import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { followRun } from './drawn-runs'

/** Shorter lists are rendered as a whole. They are fast, and the browser's own search finds everything in them. */
export const longFrom = 300
/** The number of rows in one run. */
const runWeight = 24

/** Whether a list is inside a windowed list. If so, it is windowed too when it is longer than two runs. */
const WithinContext = createContext(false)

export interface WindowedProps<Item> {
  items: readonly Item[]
  /** The size of an item in rows; 1 by default. */
  weigh?: (item: Item) => number
  /** Ids of the elements that an item renders, so that the page can scroll to them. */
  idsOf?: (item: Item) => Iterable<string>
  /** Estimated height of a row before it is rendered, in pixels. */
  rowHeight: number
  /** Renders consecutive items. `isFirst`: no items come before them. */
  children: (items: readonly Item[], isFirst: boolean) => ReactNode
}

/**
 * Renders a list of any length: items near the screen, and empty space of about their height elsewhere. Heights may
 * differ and are remembered when measured. The browser's scroll anchoring keeps visible rows in place. `drawn-runs.ts`
 * can also render the target of a link, a search match, or everything for print.
 */
export function Windowed<Item>(props: WindowedProps<Item>) {
  const { items, weigh, children } = props
  const isWithin = useContext(WithinContext)
  const runs = useMemo(() => cutRuns(items, weigh, isWithin), [items, weigh, isWithin])
  if (runs === null) return children(items, true)
  return (
    <WithinContext value>
      {runs.map((run, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a run is identified by its position; its content may change
        <Run key={at} {...props} run={run} at={at} />
      ))}
    </WithinContext>
  )
}

/** Divides a list into runs of about the same number of rows; null if it is rendered as a whole. */
export function cutRuns<Item>(
  items: readonly Item[],
  weigh: (item: Item) => number = () => 1,
  isWithin = false,
): Array<{ items: Item[]; weight: number }> | null {
  const runs: Array<{ items: Item[]; weight: number }> = []
  let total = 0
  for (const item of items) {
    const weight = weigh(item)
    total += weight
    const last = runs.at(-1)
    if (last === undefined || last.weight + weight > runWeight) runs.push({ items: [item], weight })
    else {
      last.items.push(item)
      last.weight += weight
    }
  }
  return total < (isWithin ? 2 * runWeight : longFrom) ? null : runs
}

function Run<Item>({
  run,
  at,
  idsOf,
  rowHeight,
  children,
}: WindowedProps<Item> & { run: { items: Item[]; weight: number }; at: number }) {
  const element = useRef<HTMLDivElement>(null)
  // The start of a list is rendered at once.
  const [isNear, setNear] = useState(at === 0)
  const [isHeld, setHeld] = useState(false)
  const [height, setHeight] = useState(run.weight * rowHeight)
  const isDrawn = isNear || isHeld
  const state = useRef({ isDrawn, run, idsOf })
  useLayoutEffect(() => {
    state.current = { isDrawn, run, idsOf }
  })
  useLayoutEffect(() => {
    const place = element.current
    if (place === null) return undefined
    return followRun({
      element: place,
      weight: state.current.run.weight,
      ids: () => new Set(state.current.run.items.flatMap((item) => [...(state.current.idsOf?.(item) ?? [])])),
      isDrawn: () => state.current.isDrawn,
      setNear: (isNow, last) => {
        // A run that contains the focus stays rendered.
        if (!isNow && place.contains(document.activeElement)) return
        if (!isNow && state.current.isDrawn) setHeight(last)
        setNear(isNow)
      },
      hold: (isNow) => {
        if (!isNow && state.current.isDrawn) setHeight(place.getBoundingClientRect().height)
        if (!isNow && place.contains(document.activeElement)) setNear(true)
        setHeld(isNow)
      },
    })
  }, [])
  return (
    <div
      ref={element}
      // Runs that are rendered for print or as a target need no layout before they are visible.
      className={isDrawn && !isNear ? '[content-visibility:auto] print:[content-visibility:visible]' : undefined}
      style={isNear ? undefined : isDrawn ? { containIntrinsicHeight: `auto ${height}px` } : { height }}
    >
      {isDrawn ? children(run.items, at === 0) : null}
    </div>
  )
}
