'use client'

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'

/** A history: loading, failed, empty or shown. `children` are its entries as list items, the newest first. */
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
  const t = useTranslations('activity')
  return (
    <section aria-label={t('history.label')} className="flex flex-col gap-3">
      {error !== null && (
        <ErrorNotice
          error={error}
          title={t('history.failed')}
          kept={data === undefined ? '' : t('loadedEarlier')}
          tone={data === undefined ? 'bad' : 'attention'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isPending && error === null && (
        <div aria-busy className="flex flex-col gap-2">
          <p className="sr-only">{t('history.loading')}</p>
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      )}
      {data !== undefined && isEmpty && (
        <EmptyState icon={History} title={t('history.none')}>
          {emptyText}
        </EmptyState>
      )}
      {!isEmpty && (
        <ol aria-label={t('history.label')} className="divide-y divide-line rounded border border-line bg-surface">
          {children}
        </ol>
      )}
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('actions.showOlder')}
        </Button>
      )}
    </section>
  )
}
