'use client'

import { useEffect, useEffectEvent, useRef } from 'react'
import { type ListPlace, takePlace } from './list-memory'

/** Scrolls back to where the person left the list, as soon as it is long enough. */
export function useListPlace(listKey: string, total: number | null, restore: (place: ListPlace) => void) {
  const isReady = total !== null && total > 0
  const apply = useEffectEvent(restore)
  const place = useRef<ListPlace>(null)
  // Taken when the list appears. Later it could be the place that somebody who is already leaving wants to return to.
  useEffect(() => {
    place.current = takePlace(listKey)
  }, [listKey])
  useEffect(() => {
    if (!isReady || place.current === null) return
    apply(place.current)
    place.current = null
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another list has another place
  }, [listKey, isReady])
}
