'use client'

import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { readSort } from '@/components/inspections/columns/column-sort'
import type { InspectionRows } from '@/components/inspections/use-inspection-rows'
import type { ListState } from '@/components/filters/use-list-state'

export interface FreshRows {
  count: number
  /** There may be more than were counted. */
  isMore: boolean
  /** Marks the new rows as seen. */
  see: () => void
}

/**
 * The number of rows that arrived at the top since someone was there. In any other order than "newest first" new rows can
 * be anywhere, so they are not counted.
 */
export function useFreshRows(rows: InspectionRows, state: ListState, readIsTop: () => boolean): FreshRows {
  const [seen, setSeen] = useState<string | null>(null)
  const sort = readSort(state.params)
  const isByChange = sort.name === 'modified' && sort.isDescending
  const newest = rows.head[0]?.modifiedAt ?? null
  const see = useEffectEvent(() => {
    if (newest !== null && (seen === null || readIsTop())) setSeen(newest)
  })
  // Only the element knows whether the list is scrolled to its top.
  // oxlint-disable-next-line react/set-state-in-effect -- see above
  useLayoutEffect(() => see())
  const seenMs = seen === null ? Infinity : Date.parse(seen)
  const count = isByChange ? rows.head.filter((row) => Date.parse(row.modifiedAt) > seenMs).length : 0
  return { count, isMore: count > 0 && count === rows.head.length, see: () => setSeen(newest) }
}
