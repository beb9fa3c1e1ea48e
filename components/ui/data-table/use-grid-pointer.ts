'use client'

import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import type { ActiveRow, RowHandlers } from './table-types'
import type { Selecting } from './selection/use-selecting'
import type { StillRows } from './use-still-rows'

/** Maximum time of a double click. Its second click may hit the preview that has just covered the row. */
export const doubleClickMs = 400

/** The last click on a row: where, when, and on which row. */
export interface Picked {
  x: number
  y: number
  time: number
  id: string | null
}

interface PointerInput<Row> {
  still: StillRows<Row>
  idOf: (row: Row) => string
  selecting: Selecting<Row>
  row: ActiveRow
  /** Whether rows have their own pages, which clicks on their names open. */
  hasPages: boolean
  onChoose: () => void
}

/** Handles mouse and touch on rows. */
export function useGridPointer<Row>({ still, idOf, selecting, row, hasPages, onChoose }: PointerInput<Row>): {
  handlers: RowHandlers
  picked: RefObject<Picked>
} {
  const picked = useRef<Picked>({ x: 0, y: 0, time: -1e9, id: null })
  const pick: RowHandlers['onPick'] = (position, at) => {
    const { time, id } = picked.current
    const shown = still.read(position)
    const clicked = shown === undefined ? null : idOf(shown)
    picked.current = { ...at, time: performance.now(), id: clicked }
    // The second click of a double click may arrive before the address shows the first click.
    if (clicked !== null && clicked === id && performance.now() - time < doubleClickMs) row.open(position)
    else row.peek(position)
  }
  const handlers = useLatestHandlers({
    onPick: pick,
    onName: hasPages ? row.open : pick,
    onToggle: (position, isRange) => {
      row.point(position)
      row.focus()
      if (isRange) selecting.extend(position, row.active === -1 ? position : row.active)
      else selecting.toggle(position)
    },
    onPoint: row.point,
    onLongPress: (position) => {
      onChoose()
      selecting.toggle(position)
    },
  })
  return { handlers, picked }
}

/** Keeps the handlers stable, so that a row renders only when it changes. */
function useLatestHandlers(handlers: RowHandlers): RowHandlers {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  return useMemo(
    () => ({
      onPick: (position, at) => latest.current.onPick(position, at),
      onName: (position, at) => latest.current.onName(position, at),
      onToggle: (position, isRange) => latest.current.onToggle(position, isRange),
      onPoint: (position) => latest.current.onPoint(position),
      onLongPress: (position) => latest.current.onLongPress(position),
    }),
    [],
  )
}
