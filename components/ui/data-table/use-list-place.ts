'use client'

import { useEffect, useEffectEvent } from 'react'
import { takePlace } from './list-memory'

/** Scrolls back to where the person left the list, as soon as it is long enough. */
export function useListPlace(
  listKey: string,
  total: number | null,
  restore: (place: { scrollTop: number; active: number }) => void,
) {
  const isReady = total !== null && total > 0
  const apply = useEffectEvent(restore)
  useEffect(() => {
    const place = isReady ? takePlace(listKey) : null
    if (place !== null) apply(place)
  }, [listKey, isReady])
}
