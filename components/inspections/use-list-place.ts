'use client'

import { useEffect, useEffectEvent } from 'react'
import { takePlace } from '@/components/filters/list-memory'

/** Scrolls back to where the person left the list, as soon as it is long enough. */
export function useListPlace(
  filterKey: string,
  total: number | null,
  restore: (place: { scrollTop: number; active: number }) => void,
) {
  const isReady = total !== null && total > 0
  const apply = useEffectEvent(restore)
  useEffect(() => {
    const place = isReady ? takePlace(filterKey) : null
    if (place !== null) apply(place)
  }, [filterKey, isReady])
}
