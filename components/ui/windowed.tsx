'use client'

import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { followRun } from './drawn-runs'

/** Fewer rows than this are drawn at once: a page of them is light, and the browser's own search finds all. */
export const longFrom = 300
/** Rows of one run. */
const runWeight = 24

/** Whether a list is within a windowed one: then it is windowed itself as soon as it is longer than two runs. */
const WithinContext = createContext(false)

export interface WindowedProps<Item> {
  items: readonly Item[]
  /** How much a thing draws, in rows: 1 when left out. */
  weigh?: (item: Item) => number
  /** Ids of the elements that a thing draws, by which the page can go there. */
  idsOf?: (item: Item) => Iterable<string>
  /** About how high a row is before it was drawn, in pixels. */
  rowHeight: number
  /** Draws things that follow each other. `isFirst`: nothing is drawn before them. */
  children: (items: readonly Item[], isFirst: boolean) => ReactNode
}

/**
 * Draws a list of any length: near the screen its things, elsewhere empty space of about their height. Heights may differ
 * and are kept once they were measured; the browser keeps in place what one looks at. `drawn-runs.ts` draws what else is
 * wanted: the target of a link, a hit of a search, everything for paper.
 */
export function Windowed<Item>(props: WindowedProps<Item>) {
  const { items, weigh, children } = props
  const isWithin = useContext(WithinContext)
  const runs = useMemo(() => cutRuns(items, weigh, isWithin), [items, weigh, isWithin])
  if (runs === null) return children(items, true)
  return (
    <WithinContext value>
      {runs.map((run, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a run is its place: what it draws may change
        <Run key={at} {...props} run={run} at={at} />
      ))}
    </WithinContext>
  )
}

/** Divides a list into runs of about as many rows; null for one that is drawn whole. */
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
  // What a page begins with is there at once.
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
        // Whoever is in it keeps the focus.
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
      // What is drawn for paper or for a jump is not laid out before it is seen.
      className={isDrawn && !isNear ? '[content-visibility:auto] print:[content-visibility:visible]' : undefined}
      style={isNear ? undefined : isDrawn ? { containIntrinsicHeight: `auto ${height}px` } : { height }}
    >
      {isDrawn ? children(run.items, at === 0) : null}
    </div>
  )
}
