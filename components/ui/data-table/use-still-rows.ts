'use client'

import { useLayoutEffect, useRef, useState } from 'react'
import { compareSight } from '@/lib/browser/lists/row-window'
import type { TableRows } from './table-types'

interface Held<Row> {
  /** The held rows, by position. */
  rows: ReadonlyMap<number, Row>
}

export interface StillRows<Row> {
  /** The row to show at a position. */
  read: (position: number) => Row | undefined
  /** Whether the visible rows are held in place although the list has changed. */
  isHeld: boolean
  /** The latest value, for layout effects that run after this one. */
  readIsHeld: () => boolean
  /** Shows the current list. @returns by how many positions the visible rows moved */
  release: () => number
}

/**
 * Keeps rows in place while somebody uses them. When all visible rows moved together after a refresh, `onShift` is
 * called, and scrolling by the same amount keeps them in place. When only some of them moved (a changed row went to the
 * top), they are held in place with their new content until somebody scrolls or updates the list.
 */
export function useStillRows<Row>(
  { rows, idOf }: { rows: TableRows<Row>; idOf: (row: Row) => string },
  { first, end, firstVisible }: { first: number; end: number; firstVisible: number },
  /** Whether somebody is using the rows. Otherwise they may move. */
  isEngaged: () => boolean,
  onShift: (shift: number) => void,
): StillRows<Row> {
  const [held, setHeld] = useState<Held<Row> | null>(null)
  const seen = useRef<{ version: unknown; rows: ReadonlyMap<number, Row> }>({
    version: null,
    rows: new Map(),
  })
  const isHeldNow = useRef(false)
  const live = (position: number) => rows.read(position)
  const readLiveId = (position: number) => {
    const row = live(position)
    return row === undefined ? undefined : idOf(row)
  }
  const fresh = held === null ? null : indexById(rows.read, idOf, { first, end })
  const read = (position: number) => {
    const row = held?.rows.get(position)
    return row === undefined ? live(position) : (fresh?.get(idOf(row)) ?? row)
  }
  const idsInSight = (of: ReadonlyMap<number, Row>) =>
    new Map([...of].filter(([position]) => position >= firstVisible).map(([position, row]) => [position, idOf(row)]))

  // After every render and before painting: compares the rows on screen with the new ones. Only the page knows the scroll
  // position and the pointer.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above; sets state only when the list was loaded again
  useLayoutEffect(() => {
    const before = seen.current
    const isReadAgain = before.version !== rows.version && before.rows.size > 0
    let rowsNow: Map<number, Row> = new Map()
    for (let position = first; position < end; position += 1) {
      const row = read(position)
      if (row !== undefined) rowsNow.set(position, row)
    }
    if (isReadAgain) {
      const { by, isTogether } = compareSight(idsInSight(before.rows), readLiveId)
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
      const { by } = compareSight(idsInSight(held.rows), readLiveId)
      setHeld(null)
      isHeldNow.current = false
      seen.current = { version: rows.version, rows: new Map() }
      return by
    },
  }
}

/** Rows in and around the visible part, by id, so that held rows show their current content. */
function indexById<Row>(
  read: (position: number) => Row | undefined,
  idOf: (row: Row) => string,
  { first, end }: { first: number; end: number },
): ReadonlyMap<string, Row> {
  const reach = 200
  const index = new Map<string, Row>()
  for (let position = Math.max(0, first - reach); position < end + reach; position += 1) {
    const row = read(position)
    if (row !== undefined) index.set(idOf(row), row)
  }
  return index
}
