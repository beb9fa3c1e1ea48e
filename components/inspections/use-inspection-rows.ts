'use client'

import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { inspectionPageRows, inspectionQueries } from '@/lib/inspections/queries'
import type { InspectionFilter, InspectionRow } from '@/lib/inspections/schema'

export interface InspectionRows {
  /** The row at a position; undefined while its block is not here. */
  read: (position: number) => InspectionRow | undefined
  /** Rows that match the filter; null until the first answer. */
  total: number | null
  totalAll: number | null
  asOf: string | null
  /** The first failure among the blocks in sight. */
  error: unknown
  isFetching: boolean
  retry: () => void
}

const settleMs = 80

/**
 * The rows around `first`..`end`, in blocks by position. While the scrollbar is being dragged, blocks that are not
 * known yet are not asked for: only where it rests.
 */
export function useInspectionRows(filter: InspectionFilter, first: number, end: number): InspectionRows {
  const from = Math.floor(first / inspectionPageRows)
  const to = Math.max(from, Math.floor(Math.max(first, end - 1) / inspectionPageRows))
  const settled = useSettled(`${from}-${to}`, settleMs)
  const isSettled = settled === `${from}-${to}`
  // The first block is always there: it tells the totals, and new rows arrive in it.
  const blocks = [...new Set([0, ...Array.from({ length: to - from + 1 }, (_, index) => from + index)])]
  const results = useQueries({
    queries: blocks.map((block) =>
      Object.assign(inspectionQueries.block(filter, block), { enabled: block === 0 || isSettled }),
    ),
  })
  const newest = results.reduce((best, result) => (result.dataUpdatedAt > best.dataUpdatedAt ? result : best))
  const inSight = results.filter((_, index) => (blocks[index] ?? 0) >= from)
  const failed = inSight.find((result) => result.isError) ?? results.find((result) => result.isError)
  return {
    read: (position) =>
      results[blocks.indexOf(Math.floor(position / inspectionPageRows))]?.data?.rows[position % inspectionPageRows],
    total: newest.data?.total ?? null,
    totalAll: newest.data?.totalAll ?? null,
    asOf: newest.data?.asOf ?? null,
    error: failed?.error ?? null,
    isFetching: results.some((result) => result.isFetching),
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
  }
}

/** A value once it has stayed the same for a while; the first one at once. */
function useSettled(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
