'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { RestoreButton } from '@/components/asset-changes/restore-button'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { actionWords } from '@/lib/activity/model'
import { activityQueries } from '@/lib/activity/queries'
import type { ActivityEntry } from '@/lib/activity/schema'
import { describeEntry, outcomeWords } from '@/lib/activity/view'
import { formatCount } from '@/lib/browser/numbers'
import { ChangeLines } from './change-lines'

const pollMs = 3_000

const tones: Record<ActivityEntry['outcome'], Tone> = {
  pending: 'accent',
  done: 'good',
  failed: 'bad',
  unknown: 'unknown',
}

/** What people did to one thing, the newest first: who, when, before and after, outcome, and what can be restored. */
export function ObjectHistory({ objectKind, objectId }: { objectKind: string; objectId: string }) {
  const { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      ...activityQueries.list({ objectKind, objectId }),
      // What is under way or not known yet ends by itself.
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ entries }) => entries.some(isOpen)) === true ? pollMs : false,
    })
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <section aria-label="History" className="flex flex-col gap-3">
      {error !== null && (
        <ErrorNotice
          error={error}
          title="The history could not be read"
          kept={data === undefined ? '' : 'What stands below was read before.'}
          tone={data === undefined ? 'bad' : 'attention'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isPending && error === null && (
        <div aria-busy className="flex flex-col gap-2">
          <p className="sr-only">Reading the history</p>
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      )}
      {data !== undefined && entries.length === 0 && (
        <EmptyState icon={History} title="Nothing was done to it here">
          What people do in this console is written down from then on. What is done elsewhere, in the service itself, is
          not known here.
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
          Show older ones
        </Button>
      )}
    </section>
  )
}

function isOpen({ outcome }: ActivityEntry): boolean {
  return outcome === 'pending' || outcome === 'unknown'
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const lines = describeEntry(entry)
  const words = actionWords[entry.action]
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium">{entry.actorName}</span>{' '}
          {words ?? <code className="font-mono text-xs">{entry.action}</code>}
        </span>
        {entry.outcome !== 'done' && <Badge tone={tones[entry.outcome]}>{outcomeWords[entry.outcome]}</Badge>}
        <span className="ml-auto text-ink-muted">
          <Time value={entry.at} format="smart" />
        </span>
      </p>
      {entry.outcomeNote !== null && <p className="text-sm wrap-anywhere text-ink-muted">{entry.outcomeNote}</p>}
      {lines === null ? <Raw entry={entry} /> : lines.length > 0 && <ChangeLines lines={lines} />}
      {entry.snapshotCount > 0 && (
        <div className="flex flex-wrap items-center gap-2 pt-1 text-sm text-ink-muted">
          <span>
            The {entry.snapshotCount === 1 ? 'status' : 'statuses'} of {formatCount(entry.snapshotCount)}{' '}
            {entry.snapshotCount === 1 ? 'asset' : 'assets'} from before {entry.snapshotCount === 1 ? 'is' : 'are'}{' '}
            kept.
          </span>
          {entry.outcome !== 'failed' && (
            <RestoreButton source={{ activityId: entry.activityId }} count={entry.snapshotCount} />
          )}
        </div>
      )}
    </li>
  )
}

/** An entry that this version has no words for. */
function Raw({ entry }: { entry: ActivityEntry }) {
  if (entry.before == null && entry.after == null) return null
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer text-ink-muted">Before and after, as they were kept</summary>
      <div className="mt-2 grid gap-2 md:grid-cols-2">
        {(['before', 'after'] as const).map((side) => (
          <div key={side} className="min-w-0">
            <p className="text-xs font-medium text-ink-muted capitalize">{side}</p>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable without a pointer */}
            <pre tabIndex={0} className="max-h-64 overflow-auto rounded bg-raised p-2 font-mono text-xs">
              {JSON.stringify(entry[side], null, 2)}
            </pre>
          </div>
        ))}
      </div>
    </details>
  )
}
