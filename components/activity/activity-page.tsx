'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { activityQueries } from '@/lib/activity/queries'
import type { ActivityPage as Page } from '@/lib/activity/schema'
import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'
import { ActivityFilters } from './activity-filters'
import { ActivityList } from './activity-list'
import { ExportMenu } from './export-menu'
import { isOpenEntry } from './outcome'
import { useActivityState } from './use-activity-state'
import { useEntryKeys } from './use-entry-keys'

/** What is under way or not known yet ends by itself, also where no event tells of it. */
const openPollMs = 3_000

/** All that people did here. Steps of a bulk change are under the entry that started it. */
export function ActivityPage() {
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
        title="Activity"
        description="Every change and sign-in. Entries cannot be edited or deleted."
        actions={
          <ExportMenu filter={state.filter} total={counts?.matching.isExact === true ? counts.matching.total : null} />
        }
      />
      <ActivityFilters state={state} />
      <p aria-live="polite" className="text-sm text-ink-muted tabular-nums">
        {counts === null ? '\u00a0' : tellCounts(counts, state.isFiltered)}
      </p>
      {error !== null && (
        <ErrorNotice
          error={error}
          title="Activity could not be loaded"
          kept={data === undefined ? 'No entry is lost.' : 'The entries below were loaded before.'}
          tone={data === undefined ? 'bad' : 'attention'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isPending && error === null && (
        <div aria-busy className="flex flex-col gap-4 rounded border border-line bg-surface p-4">
          <p className="sr-only">Loading activity</p>
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
          Show older entries
        </Button>
      )}
    </div>
  )
}

const tell = ({ total, isExact }: { total: number; isExact: boolean }) =>
  `${isExact ? '' : 'about '}${formatCount(total)}`

/** "37 of 12,904 entries" */
function tellCounts({ matching, all }: NonNullable<Page['counts']>, isFiltered: boolean): string {
  const noun = all.total === 1 ? 'entry' : 'entries'
  return isFiltered ? `${tell(matching)} of ${tell(all)} ${noun}` : `${tell(all)} ${noun}`
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      title="No entries match"
      action={<Button onClick={onClear}>Show everything</Button>}
      className="rounded border border-line bg-surface"
    >
      Choose another person, action or time above.
    </EmptyState>
  ) : (
    <EmptyState icon={History} title="No activity yet" className="rounded border border-line bg-surface">
      Changes and sign-ins in Sightline appear here. What people do in SafetyCulture itself is not recorded.
    </EmptyState>
  )
}
