'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { startLive, type Live } from '@/lib/browser/live/live'
import { createRefresher } from '@/lib/browser/live/refresh'
import { readLiveState, setLiveState, subscribeLiveState, type LiveState } from '@/lib/browser/live/state'
import { showCounts, showEvent } from './live-queries'

/** For how long the console may answer with a number that was cheap to count; a little more, so that it has counted anew. */
const countsAgeMs = 2_500

let current: Live | null = null

/** Ends the stream of this person in all tabs: they have signed out. */
export function endLive(): void {
  current?.end()
}

function begin(name: string, queryClient: QueryClient): () => void {
  const refresher = createRefresher(queryClient)
  let counting: ReturnType<typeof setTimeout> | undefined
  const live = startLive({
    name,
    onEvent: (event) => {
      showEvent(refresher, event)
      if (event.kind !== 'inspections' && event.kind !== 'reviews' && event.kind !== 'reset') return
      counting ??= setTimeout(() => {
        counting = undefined
        showCounts(refresher)
      }, countsAgeMs)
    },
    onState: (state) => {
      const before = readLiveState()
      setLiveState(state)
      // Polls go on from their next answer, which would be a minute away.
      if (before === 'live' && state !== 'live') showEvent(refresher, { kind: 'reset', ids: null })
    },
  })
  current = live
  const retry = () => {
    if (document.visibilityState === 'visible') live.retry()
  }
  window.addEventListener('online', retry)
  document.addEventListener('visibilitychange', retry)
  return () => {
    window.removeEventListener('online', retry)
    document.removeEventListener('visibilitychange', retry)
    clearTimeout(counting)
    live.stop()
    refresher.stop()
    if (current === live) current = null
    setLiveState('off')
  }
}

/** Keeps what is on screen as the console has it, for as long as the frame is there. Tabs of one person share a stream. */
export function useLive(userId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let end: (() => void) | null = begin(userId, queryClient)
    // A page that is put aside for "back" must not hold the stream for the others.
    const leave = () => {
      end?.()
      end = null
    }
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) end ??= begin(userId, queryClient)
    }
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
      leave()
    }
  }, [userId, queryClient])
}

/** Whether changes are told at once. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribeLiveState, readLiveState, () => 'off')
}
