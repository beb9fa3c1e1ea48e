'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { activityQueries } from '@/lib/activity/queries'
import { useBoardCache } from '@/components/status-groups/board-cache'
import type { Outcome } from './outcome'

/** Whether a write was done. If its response was lost, checks the log until it has the outcome. */
export function useOutcomeState({ written }: Outcome) {
  const wasLost = written?.outcome === 'unknown'
  const { data: entry } = useQuery({ ...activityQueries.entry(written?.activityId ?? ''), enabled: wasLost })
  const cache = useBoardCache()
  const found = entry?.outcome === 'done' || entry?.outcome === 'failed' ? entry.outcome : 'unknown'
  const hasEnded = wasLost && found !== 'unknown'
  const settle = useEffectEvent(() => void cache.settle())
  useEffect(() => {
    if (hasEnded) settle()
  }, [hasEnded])
  return { state: wasLost ? found : 'done', wasLost, entry } as const
}
