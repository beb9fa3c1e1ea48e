'use client'

import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TableRows } from '@/components/ui/data-table/table-types'
import { useAtRest } from '@/lib/browser/lists/use-at-rest'
import { inspectionPageRows, inspectionQueries } from '@/lib/inspections/queries'
import type { InspectionPage, ListParams, InspectionRow } from '@/lib/inspections/schema'

export interface InspectionRows extends TableRows<InspectionRow> {
  /** The parameters of the list. */
  params: ListParams
  /** The current first rows. */
  head: readonly InspectionRow[]
  totalAll: number | null
  asOf: string | null
  /** The first failure among the visible blocks. */
  error: unknown
  isFetching: boolean
  retry: () => void
}

const settleMs = 60
const neighborDelayMs = 150
const noRows: readonly InspectionRow[] = []

/**
 * The rows around `first`..`end`, in blocks by position. After a jump they are loaded at once; while the scrollbar is
 * dragged, new blocks are loaded only where it stops.
 */
export function useInspectionRows(params: ListParams, first: number, end: number): InspectionRows {
  const from = Math.floor(first / inspectionPageRows)
  const to = Math.max(from, Math.floor(Math.max(first, end - 1) / inspectionPageRows))
  const isSettled = useAtRest(`${from}-${to}`, settleMs)
  // The first block is always loaded: it has the totals and the new rows.
  const blocks = [...new Set([0, ...Array.from({ length: to - from + 1 }, (_, index) => from + index)])]
  const results = useQueries({
    queries: blocks.map((block) =>
      Object.assign(inspectionQueries.block(params, block), { enabled: block === 0 || isSettled }),
    ),
  })
  const queryClient = useQueryClient()
  const newest = results.reduce((best, result) => (result.dataUpdatedAt > best.dataUpdatedAt ? result : best))
  const inSight = results.filter((_, index) => (blocks[index] ?? 0) >= from)
  const failed = inSight.find((result) => result.isError) ?? results.find((result) => result.isError)
  const shown = useWholeAnswers(
    params,
    new Map(blocks.map((block, index) => [block, results[index]?.data])),
    inSight.some((result) => result.isFetching && result.data !== undefined),
  )
  const estimate = newest.data
  const counts = useQuery({ ...inspectionQueries.counts(params), enabled: estimate?.totalIsExact === false })
  const exact = estimate?.totalIsExact === false && counts.data?.totalIsExact === true ? counts.data.total : null
  useNeighbors(params, from, to, isSettled && inSight.every((result) => result.data !== undefined), estimate?.total)
  return {
    params,
    read: (position) => shown.get(Math.floor(position / inspectionPageRows))?.rows[position % inspectionPageRows],
    version: shown,
    load: (low, high) => loadRows(queryClient, params, { low, high }),
    head: results[0]?.data?.rows ?? noRows,
    total: exact ?? estimate?.total ?? null,
    totalIsExact: exact !== null || estimate?.totalIsExact !== false,
    totalAll: estimate?.totalAll ?? null,
    asOf: estimate?.asOf ?? null,
    error: failed?.error ?? null,
    isFetching: results.some((result) => result.isFetching),
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
  }
}

/** The rows from `low` to `high`, both included. */
async function loadRows(
  queryClient: QueryClient,
  params: ListParams,
  { low, high }: { low: number; high: number },
): Promise<readonly InspectionRow[]> {
  const first = Math.floor(low / inspectionPageRows)
  const blocks: Array<Promise<readonly InspectionRow[]>> = []
  for (let block = first; block * inspectionPageRows <= high; block += 1)
    blocks.push(queryClient.fetchQuery(inspectionQueries.block(params, block)).then((page) => page.rows))
  const rows = (await Promise.all(blocks)).flat()
  return rows.slice(low - first * inspectionPageRows, high + 1 - first * inspectionPageRows)
}

type Answers = ReadonlyMap<number, InspectionPage>

/**
 * Refreshed blocks arrive one by one, and a row that moved between two blocks could be listed twice or not at all. So the
 * visible blocks change together, when the last one has arrived.
 */
function useWholeAnswers(
  params: ListParams,
  answers: ReadonlyMap<number, InspectionPage | undefined>,
  isReadingAgain: boolean,
): Answers {
  const [kept, setKept] = useState<{ params: ListParams; answers: Answers }>({ params, answers: new Map() })
  const before: Answers = kept.params === params ? kept.answers : new Map()
  const next = new Map<number, InspectionPage>()
  for (const [block, answer] of answers) {
    const chosen = (isReadingAgain ? before.get(block) : undefined) ?? answer
    if (chosen !== undefined) next.set(block, chosen)
  }
  const isSame = next.size === before.size && [...next].every(([block, answer]) => before.get(block) === answer)
  if (isSame && kept.params === params) return before
  setKept({ params, answers: next })
  return next
}

/** Loads the blocks before and after the visible ones, so that scrolling shows rows at once. */
function useNeighbors(
  params: ListParams,
  from: number,
  to: number,
  isReady: boolean,
  total: number | null | undefined,
) {
  const queryClient = useQueryClient()
  const last = Math.ceil((total ?? 0) / inspectionPageRows) - 1
  useEffect(() => {
    if (!isReady) return undefined
    const timer = setTimeout(() => {
      for (const block of [to + 1, from - 1])
        if (block > 0 && block <= last) void queryClient.prefetchQuery(inspectionQueries.block(params, block))
    }, neighborDelayMs)
    return () => clearTimeout(timer)
  }, [queryClient, params, from, to, isReady, last])
}
