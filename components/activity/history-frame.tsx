'use client'

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'

/** A history with every state that its reading can be in. `children` are its entries as list items, the newest first. */
export function HistoryFrame<Page>({
  query: { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage },
  isEmpty,
  emptyText,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page>>
  isEmpty: boolean
  /** What will appear here. */
  emptyText: string
  children: ReactNode
}) {
  return (
    <section aria-label="History" className="flex flex-col gap-3">
      {error !== null && (
        <ErrorNotice
          error={error}
          title="The history could not be loaded"
          kept={data === undefined ? '' : 'The entries below were loaded earlier.'}
          tone={data === undefined ? 'bad' : 'attention'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isPending && error === null && (
        <div aria-busy className="flex flex-col gap-2">
          <p className="sr-only">Loading history</p>
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      )}
      {data !== undefined && isEmpty && (
        <EmptyState icon={History} title="No changes yet">
          {emptyText}
        </EmptyState>
      )}
      {!isEmpty && (
        <ol aria-label="History" className="divide-y divide-line rounded border border-line bg-surface">
          {children}
        </ol>
      )}
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older entries
        </Button>
      )}
    </section>
  )
}
