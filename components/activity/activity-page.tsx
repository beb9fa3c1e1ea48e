'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { activityQueries } from '@/lib/activity/queries'
import type { ActivityPage as Page } from '@/lib/activity/schema'
import type { Translator } from '@/lib/messages/translator'
import { classNames } from '@/lib/browser/class-names'
import { ActivityFilters } from './activity-filters'
import { ActivityList } from './activity-list'
import { ExportMenu } from './export-menu'
import { isOpenEntry } from './outcome'
import { useActivityState } from './use-activity-state'
import { useEntryKeys } from './use-entry-keys'

/** Entries without an outcome get one later, and not every change sends an event. */
const openPollMs = 3_000

/** The activity log. Steps of a bulk change are under the entry that started it. */
export function ActivityPage() {
  const t = useTranslations('activity')
  const state = useActivityState()
  const list = useRef<HTMLDivElement>(null)
  useEntryKeys(list)
  const {
    data,
    error,
    isPending,
    isFetching,
    isPlaceholderData,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useInfiniteQuery({
    ...activityQueries.page(state.filter),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.pages.some(({ entries }) => entries.some(isOpenEntry)) === true ? openPollMs : false,
  })
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const counts = data?.pages[0]?.counts ?? null
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <ExportMenu filter={state.filter} total={counts?.matching.isExact === true ? counts.matching.total : null} />
        }
      />
      <ActivityFilters state={state} />
      <p aria-live="polite" className="text-sm text-ink-muted tabular-nums">
        {counts === null ? '\u00a0' : writeCounts(t, counts, state.isFiltered)}
      </p>
      {error !== null && (
        <ErrorNotice
          error={error}
          title={t('failed')}
          kept={data === undefined ? t('noneLost') : t('loadedEarlier')}
          tone={data === undefined ? 'bad' : 'attention'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isPending && error === null && (
        <div aria-busy className="flex flex-col gap-4 rounded border border-line bg-surface p-4">
          <p className="sr-only">{t('loading')}</p>
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      )}
      {data !== undefined && entries.length === 0 && <Nothing isFiltered={state.isFiltered} onClear={state.clear} />}
      {entries.length > 0 && (
        <div
          ref={list}
          aria-busy={isPlaceholderData || undefined}
          className={classNames(isPlaceholderData && 'opacity-60')}
        >
          <ActivityList entries={entries} filter={state.filter} />
        </div>
      )}
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('actions.showOlder')}
        </Button>
      )}
    </div>
  )
}

const yesNo = (is: boolean) => (is ? 'yes' : 'no')

/** "37 of 12,904 entries" */
function writeCounts(
  t: Translator<'activity'>,
  { matching, all }: NonNullable<Page['counts']>,
  isFiltered: boolean,
): string {
  return isFiltered
    ? t('counts.matching', {
        isExact: yesNo(matching.isExact),
        matching: matching.total,
        isTotalExact: yesNo(all.isExact),
        total: all.total,
      })
    : t('counts.all', { isExact: yesNo(all.isExact), total: all.total })
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const t = useTranslations('activity')
  return isFiltered ? (
    <EmptyState
      title={t('empty.filteredTitle')}
      action={<Button onClick={onClear}>{t('actions.showEverything')}</Button>}
      className="rounded border border-line bg-surface"
    >
      {t('empty.filtered')}
    </EmptyState>
  ) : (
    <EmptyState icon={History} title={t('empty.title')} className="rounded border border-line bg-surface">
      {t('empty.text')}
    </EmptyState>
  )
}
