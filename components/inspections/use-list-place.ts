'use client'

import { useEffect, useEffectEvent } from 'react'
import { takePlace } from '@/components/filters/list-memory'

/** Goes back to where the list was left, as soon as it is long enough again. */
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
