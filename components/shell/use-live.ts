'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { startLive, type Live } from '@/lib/browser/live/live'
import { createRefresher } from '@/lib/browser/live/refresh'
import type * as LiveQueries from './live-queries'
import { readLiveState, setLiveState, subscribeLiveState, type LiveState } from '@/lib/browser/live/state'

/** How often everything that events refresh is refetched while no events arrive. */
const downEveryMs = 60_000
/** A little longer than the server keeps a cheap count, so that it has counted again. */
const countsAgeMs = 2_500

/**
 * Refreshes the queries of all pages. The code is loaded with the first event, because a page does not need it to
 * start. Calls run in the order of the events.
 */
const show = (run: (queries: typeof LiveQueries) => void) => void import('./live-queries').then(run)

let current: Live | null = null

/** Ends the person's event stream in all tabs, after they sign out. */
export function endLive(): void {
  current?.end()
}

function begin(name: string, queryClient: QueryClient): () => void {
  const refresher = createRefresher(queryClient)
  const showAll = () => show(({ showEvent }) => showEvent(refresher, { kind: 'reset', ids: null }))
  const polling = setInterval(() => {
    if (readLiveState() !== 'live') showAll()
  }, downEveryMs)
  let counting: ReturnType<typeof setTimeout> | undefined
  const live = startLive({
    name,
    onEvent: (event) => {
      show(({ showEvent }) => showEvent(refresher, event))
      if (event.kind !== 'inspections' && event.kind !== 'reviews' && event.kind !== 'reset') return
      counting ??= setTimeout(() => {
        counting = undefined
        show(({ showCounts }) => showCounts(refresher))
      }, countsAgeMs)
    },
    onState: (state) => {
      const before = readLiveState()
      setLiveState(state)
      // Without this, polling would start with its next request, up to a minute later.
      if (before === 'live' && state !== 'live') showAll()
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
    clearInterval(polling)
    live.stop()
    refresher.stop()
    if (current === live) current = null
    setLiveState('off')
  }
}

/** Keeps the data on screen current while the frame is mounted. Tabs of one person share one event stream. */
export function useLive(userId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let end: (() => void) | null = begin(userId, queryClient)
    // A page in the back/forward cache must not keep the stream from the other tabs.
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

/** Whether changes arrive as live events. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribeLiveState, readLiveState, () => 'off')
}
