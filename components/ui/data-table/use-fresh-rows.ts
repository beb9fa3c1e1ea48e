'use client'

import { useEffectEvent, useLayoutEffect, useState } from 'react'

export interface FreshRows {
  count: number
  /** Whether there may be more new rows than were counted. */
  isMore: boolean
  /** Marks the new rows as seen. */
  see: () => void
}

/** The first rows of a list that is sorted by time, the newest first. */
export interface NewestRows<Row> {
  head: readonly Row[]
  timeOf: (row: Row) => number
}

/**
 * The number of rows that arrived at the top since the person was there. In other orders than "newest first", new rows
 * can be anywhere, so they are not counted: `newest` is null.
 */
export function useFreshRows<Row>(newest: NewestRows<Row> | null, readIsTop: () => boolean): FreshRows {
  const [seenMs, setSeenMs] = useState<number | null>(null)
  const [first] = newest?.head ?? []
  const newestMs = newest === null || first === undefined ? null : newest.timeOf(first)
  const see = useEffectEvent(() => {
    if (newestMs !== null && (seenMs === null || readIsTop())) setSeenMs(newestMs)
  })
  // Only the element knows whether the list is scrolled to its top.
  // oxlint-disable-next-line react/set-state-in-effect -- see above
  useLayoutEffect(() => see())
  const count = newest === null ? 0 : newest.head.filter((row) => newest.timeOf(row) > (seenMs ?? Infinity)).length
  return { count, isMore: count > 0 && count === newest?.head.length, see: () => setSeenMs(newestMs) }
}
