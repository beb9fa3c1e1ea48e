'use client'

import {
  type DehydratedState,
  HydrationBoundary,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query'
import { type ReactNode, use, useMemo } from 'react'
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
  // While it renders, before the queries below it would send requests.
  const parsed = useMemo(() => {
    for (const each of later) waitFor(queryClient, each)
    return JSON.parse(state) as DehydratedState
  }, [queryClient, state, later])
  return <HydrationBoundary state={parsed}>{children}</HydrationBoundary>
}

/** Like `MoreData`, while the server still reads: it already renders what is below. */
export function PromisedData({ data, children }: { data: Promise<PageData>; children: ReactNode }) {
  return <MoreData {...use(data)}>{children}</MoreData>
}

/** Makes a query wait for its data. If it cannot be read, the query sends its own request, which returns the reason. */
function waitFor(queryClient: QueryClient, { queryKey, json }: LaterData): void {
  // The HTML is sent without this data.
  if (typeof window === 'undefined' || queryClient.getQueryState(queryKey) !== undefined) return
  const queryFn = async (): Promise<unknown> => {
    const [text] = await Promise.all([json, whenHydrated])
    if (text === null) throw new Error('The server could not read this.')
    return JSON.parse(text)
  }
  queryClient
    .fetchQuery({ queryKey, queryFn, retry: false })
    .catch(() => queryClient.resetQueries({ queryKey, exact: true }))
}
