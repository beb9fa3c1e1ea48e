'use client'

import { type DehydratedState, HydrationBoundary, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { whenHydrated } from './hydration'

/** Data that the server is still reading when it sends the page. It follows in the same response. */
export interface LaterData {
  queryKey: QueryKey
  /** As JSON. Null: it could not be read. */
  json: Promise<string | null>
}

/** What a page has read for its queries: see `dehydrateTexts`. */
export interface PageData {
  /** A `DehydratedState` as JSON. */
  state: string
  later: readonly LaterData[]
}

/** Gives the queries below it what the server has read for them, so that they need no request. */
export function MoreData({ state, later, children }: PageData & { children: ReactNode }) {
  const queryClient = useQueryClient()
  const parsed = useMemo(() => JSON.parse(state) as DehydratedState, [state])
  useMemo(() => {
    // The HTML is sent without this data.
    if (typeof window === 'undefined') return
    for (const { queryKey, json } of later) {
      if (queryClient.getQueryState(queryKey) !== undefined) continue
      const queryFn = async (): Promise<unknown> => {
        const [text] = await Promise.all([json, whenHydrated])
        if (text === null) throw new Error('The server could not read this.')
        return JSON.parse(text)
      }
      // The page's own request, which comes next, returns the reason.
      queryClient
        .fetchQuery({ queryKey, queryFn, retry: false })
        .catch(() => queryClient.resetQueries({ queryKey, exact: true }))
    }
  }, [queryClient, later])
  return <HydrationBoundary state={parsed}>{children}</HydrationBoundary>
}
