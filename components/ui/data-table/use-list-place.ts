'use client'

import { useEffect, useEffectEvent, useRef } from 'react'
import { type ListPlace, takePlace } from './list-memory'

/** Scrolls back to where the person left the list, as soon as it is long enough and measured. */
export function useListPlace(
  listKey: string,
  { total, isMeasured }: { total: number | null; isMeasured: boolean },
  restore: (place: ListPlace) => void,
) {
  const hasRows = total !== null && total > 0
  const apply = useEffectEvent(restore)
  const taken = useRef<{ listKey: string; place: ListPlace | null }>(null)
  useEffect(() => {
    if (!hasRows) return
    // Taken before the measurement: after it, storage may have the place of a row that was just opened.
    if (taken.current?.listKey !== listKey) taken.current = { listKey, place: takePlace(listKey) }
    const { place } = taken.current
    if (!isMeasured || place === null) return
    taken.current = { listKey, place: null }
    apply(place)
  }, [listKey, hasRows, isMeasured])
}
