'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { activityQueries } from '@/lib/activity/queries'
import type { ActivityEntry } from '@/lib/activity/schema'
import { describeSentence, tellsChange } from '@/lib/activity/sentence-model'
import { describeEntry } from '@/lib/activity/view'
import { ChangeLines } from './change-lines'
import { KeptStatuses } from './kept-statuses'
import { isOpenEntry, OutcomeBadge } from './outcome'
import { RawEntry } from './raw-entry'
import { EntrySentence } from './sentence'

const pollMs = 3_000

/** What people did to one thing, the newest first: who, when, before and after, outcome, and what can be restored. */
export function ObjectHistory({ objectKind, objectId }: { objectKind: string; objectId: string }) {
  const { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      ...activityQueries.list({ objectKind, objectId }),
      // What is under way or not known yet ends by itself.
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ entries }) => entries.some(isOpenEntry)) === true ? pollMs : false,
    })
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <section aria-label="History" className="flex flex-col gap-3">
      {error !== null && (
        <ErrorNotice
          error={error}
          title="The history could not be loaded"
          kept={data === undefined ? '' : 'The entries below were loaded before.'}
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
      {data !== undefined && entries.length === 0 && (
        <EmptyState icon={History} title="No changes yet">
          Changes in Sightline appear here. What people do in SafetyCulture itself is not recorded.
        </EmptyState>
      )}
      {entries.length > 0 && (
        <ol aria-label="History" className="divide-y divide-line rounded border border-line bg-surface">
          {entries.map((entry) => (
            <Entry key={entry.activityId} entry={entry} />
          ))}
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

function Entry({ entry }: { entry: ActivityEntry }) {
  const lines = describeEntry(entry)
  const isTold = tellsChange(describeSentence(entry))
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <EntrySentence entry={entry} />
        {entry.outcome !== 'done' && <OutcomeBadge outcome={entry.outcome} action={entry.action} />}
        <span className="ml-auto text-ink-muted">
          <Time value={entry.at} format="smart" />
        </span>
      </div>
      {entry.outcomeNote !== null && <p className="text-sm wrap-anywhere text-ink-muted">{entry.outcomeNote}</p>}
      {lines === null ? (
        <RawEntry entry={entry} />
      ) : (
        lines.length > 0 && !(isTold && lines.length === 1) && <ChangeLines lines={lines} />
      )}
      <KeptStatuses entry={entry} />
    </li>
  )
}
