'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, GraduationCap } from 'lucide-react'
import { parseAsInteger, useQueryState } from 'nuqs'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListStates } from '@/components/ui/list-states'
import { formatCount } from '@/lib/browser/numbers'
import { pageSize } from '@/lib/training/schema'

/** The page of the list in the address, from 1. */
export function usePage() {
  const [page, setPage] = useQueryState('page', parseAsInteger.withDefault(1))
  return { page: Math.max(1, page), setPage: (next: number) => void setPage(next === 1 ? null : next) }
}

/** A list that the service gives page by page, in every state it can be in. */
export function PagedList<Answer extends { page: number; total: number | null }, Row>({
  query,
  rowsOf,
  noun,
  tools,
  empty,
  onPage,
  children,
}: {
  query: UseQueryResult<Answer>
  rowsOf: (answer: Answer) => readonly Row[]
  /** In the singular and the plural. */
  noun: readonly [string, string]
  /** Fields that narrow the list, beside its count. */
  tools?: ReactNode
  /** Why there may be none. */
  empty: string
  onPage: (page: number) => void
  children: (rows: readonly Row[]) => ReactNode
}) {
  const { data, isPlaceholderData } = query
  const rows = data === undefined ? [] : rowsOf(data)
  const [one, many] = noun
  const total = data?.total ?? null
  const page = data?.page ?? 1
  const first = (page - 1) * pageSize + 1
  const hasNext = total === null ? rows.length === pageSize : first + rows.length - 1 < total
  const range =
    rows.length === 0 || (page === 1 && !hasNext)
      ? `${formatCount(total ?? rows.length)} ${(total ?? rows.length) === 1 ? one : many}`
      : `${formatCount(first)} to ${formatCount(first + rows.length - 1)} of ${total === null ? 'more' : formatCount(total)} ${many}`
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {tools}
        <output aria-busy={data === undefined || isPlaceholderData} className="text-sm text-ink-muted tabular-nums">
          {data !== undefined && <span className={isPlaceholderData ? 'opacity-50' : ''}>{range}</span>}
        </output>
      </div>
      <ListStates query={query} title={`The ${many} could not be read`}>
        {rows.length === 0 && !isPlaceholderData && (
          <EmptyState icon={GraduationCap} title={`No ${many}`}>
            {empty}
          </EmptyState>
        )}
      </ListStates>
      {rows.length > 0 && (
        <div aria-busy={isPlaceholderData} className="aria-busy:opacity-60">
          {children(rows)}
        </div>
      )}
      {(page > 1 || hasNext) && (
        <nav aria-label={`Pages of ${many}`} className="flex items-center justify-center gap-3 text-sm">
          <Button size="sm" icon={ChevronLeft} disabled={page === 1} onClick={() => onPage(page - 1)}>
            Back
          </Button>
          <span className="text-ink-muted tabular-nums">
            Page {formatCount(page)}
            {total !== null && ` of ${formatCount(Math.max(1, Math.ceil(total / pageSize)))}`}
          </span>
          <Button size="sm" icon={ChevronRight} disabled={!hasNext} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </nav>
      )}
    </div>
  )
}
