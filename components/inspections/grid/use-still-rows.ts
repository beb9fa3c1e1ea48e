'use client'

import { useLayoutEffect, useRef, useState } from 'react'
import type { InspectionRow } from '@/lib/inspections/schema'
import { compareSight } from '@/lib/browser/row-window'
import type { InspectionRows } from '@/components/inspections/use-inspection-rows'

interface Held {
  /** The rows as they stood, by position. */
  rows: ReadonlyMap<number, InspectionRow>
}

export interface StillRows {
  /** The row to show at a position. */
  read: (position: number) => InspectionRow | undefined
  /** Rows in sight stand as they did, though the list has changed between them. */
  isHeld: boolean
  /** The same as of the latest reading, for layout effects that follow this one. */
  readIsHeld: () => boolean
  /** Lets the rows stand as the list is now. @returns by how many places those in sight moved */
  release: () => number
}

/**
 * Rows never move under somebody's eyes or pointer. When the list was read again and all rows in sight moved together,
 * `onShift` is told, and scrolling by as much leaves them where they are. When they moved apart (one of them went to the
 * top because it was changed), they are held as they stood, with what is new in each, until somebody scrolls or asks.
 */
export function useStillRows(
  rows: InspectionRows,
  { first, end, firstVisible }: { first: number; end: number; firstVisible: number },
  /** Whether anybody looks closely; else rows come as they please. */
  isEngaged: () => boolean,
  onShift: (shift: number) => void,
): StillRows {
  const [held, setHeld] = useState<Held | null>(null)
  const seen = useRef<{ version: unknown; rows: ReadonlyMap<number, InspectionRow> }>({
    version: null,
    rows: new Map(),
  })
  const isHeldNow = useRef(false)
  const live = (position: number) => rows.read(position)
  const fresh = held === null ? null : indexById(rows.read, first, end)
  const read = (position: number) => {
    const row = held?.rows.get(position)
    return row === undefined ? live(position) : (fresh?.get(row.auditId) ?? row)
  }
  const idsInSight = (of: ReadonlyMap<number, InspectionRow>) =>
    new Map([...of].filter(([position]) => position >= firstVisible).map(([position, row]) => [position, row.auditId]))

  // After every render, before anything is painted: what was on screen is compared with what would be, and where the
  // page is scrolled to and the pointer rests only the page knows.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above; it sets state only when the list was read again
  useLayoutEffect(() => {
    const before = seen.current
    const isReadAgain = before.version !== rows.version && before.rows.size > 0
    let rowsNow: Map<number, InspectionRow> = new Map()
    for (let position = first; position < end; position += 1) {
      const row = read(position)
      if (row !== undefined) rowsNow.set(position, row)
    }
    if (isReadAgain) {
      const { by, isTogether } = compareSight(idsInSight(before.rows), (position) => live(position)?.auditId)
      isHeldNow.current = isEngaged() && !isTogether
      if (!isEngaged()) {
        // oxlint-disable-next-line react/set-state-in-effect -- see above
        if (held !== null) setHeld(null)
      } else if (!isTogether) {
        setHeld({ rows: before.rows })
        rowsNow = new Map(before.rows)
      } else {
        if (held !== null) setHeld(null)
        if (by !== 0) {
          rowsNow = new Map([...before.rows].map(([position, row]) => [position + by, row]))
          onShift(by)
        }
      }
    }
    seen.current = { version: rows.version, rows: rowsNow }
  })

  return {
    read,
    isHeld: held !== null,
    readIsHeld: () => isHeldNow.current,
    release: () => {
      if (held === null) return 0
      const { by } = compareSight(idsInSight(held.rows), (position) => live(position)?.auditId)
      setHeld(null)
      isHeldNow.current = false
      seen.current = { version: rows.version, rows: new Map() }
      return by
    },
  }
}

/** Rows around those in sight by id: a held row shows what is known of it now. */
function indexById(
  read: (position: number) => InspectionRow | undefined,
  first: number,
  end: number,
): ReadonlyMap<string, InspectionRow> {
  const reach = 200
  const index = new Map<string, InspectionRow>()
  for (let position = Math.max(0, first - reach); position < end + reach; position += 1) {
    const row = read(position)
    if (row !== undefined) index.set(row.auditId, row)
  }
  return index
}
