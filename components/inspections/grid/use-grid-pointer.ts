'use client'

import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import type { AuditId } from '@/lib/ids'
import type { RowHandlers } from './inspection-row'
import type { Selecting } from './selection-range'
import { doubleClickMs } from '@/components/inspections/sheet/side-sheet'
import type { ActiveRow } from './use-active-row'
import type { StillRows } from './use-still-rows'

/** The last click on a row: where, when, and on which inspection. */
export interface Picked {
  x: number
  y: number
  time: number
  id: AuditId | null
}

interface PointerInput {
  still: StillRows
  selecting: Selecting
  row: ActiveRow
  onChoose: () => void
}

/** What mouse and touch do to rows. */
export function useGridPointer({ still, selecting, row, onChoose }: PointerInput): {
  handlers: RowHandlers
  picked: RefObject<Picked>
} {
  const picked = useRef<Picked>({ x: 0, y: 0, time: -1e9, id: null })
  const handlers = useLatestHandlers({
    onPick: (position, at) => {
      const { time, id } = picked.current
      const clicked = still.read(position)?.auditId ?? null
      picked.current = { ...at, time: performance.now(), id: clicked }
      // The second click of a double click may arrive before the first one is in the address.
      if (clicked !== null && clicked === id && performance.now() - time < doubleClickMs) row.open(position)
      else row.peek(position)
    },
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
      onToggle: (position, isRange) => latest.current.onToggle(position, isRange),
      onPoint: (position) => latest.current.onPoint(position),
      onLongPress: (position) => latest.current.onLongPress(position),
    }),
    [],
  )
}
