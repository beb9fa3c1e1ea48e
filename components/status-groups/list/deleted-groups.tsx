'use client'

import { useTranslations } from 'next-intl'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Time } from '@/components/ui/dates/time'
import { ChangeLines } from '@/components/activity/change-lines'
import { activityQueries } from '@/lib/activity/queries'
import type { ActivityEntry } from '@/lib/activity/schema'
import { describeEntry } from '@/lib/activity/view'
import { nameKey } from '@/lib/status-groups/view'
import type { Outcome } from './outcome'
import { RecreateButton } from './recreate-button'

const shownAtOnce = 10
const pollMs = 3_000

/**
 * Groups that were deleted in Sightline, newest first. Each can be recreated at any time. Renders nothing if there are
 * none.
 */
export function DeletedGroups({
  taken,
  refusal,
  onRecreated,
}: {
  /** The names of existing groups, normalized for comparison. */
  taken: ReadonlySet<string>
  refusal: string | null
  onRecreated: (outcome: Omit<Outcome, 'id'>) => void
}) {
  const t = useTranslations('statusGroups.deleted')
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...activityQueries.list({ action: 'status-group.delete', limit: shownAtOnce }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ entries }) => entries.some(({ outcome }) => isOpen(outcome))) === true ? pollMs : false,
  })
  const entries = data?.pages.flatMap((page) => page.entries).filter(({ outcome }) => outcome !== 'failed') ?? []
  // Older deletions may follow a page of failed ones.
  if (error === null && entries.length === 0 && !hasNextPage) return null
  return (
    <section aria-labelledby="recently-deleted" className="flex flex-col gap-2 pt-2">
      <h2 id="recently-deleted" className="text-base font-semibold">
        {t('title')}
      </h2>
      {error !== null && (
        <ErrorNotice
          error={error}
          tone="attention"
          title={t('failed')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {entries.length > 0 && (
        <ul aria-label={t('title')} className="divide-y divide-line rounded border border-line bg-surface">
          {entries.map((entry) => (
            <Deleted
              key={entry.activityId}
              entry={entry}
              isThere={taken.has(nameKey(entry.objectName))}
              refusal={refusal}
              onRecreated={onRecreated}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button size="sm" className="self-start" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('actions.showOlder')}
        </Button>
      )}
    </section>
  )
}

const isOpen = (outcome: ActivityEntry['outcome']) => outcome === 'pending' || outcome === 'unknown'

function Deleted({
  entry,
  isThere,
  refusal,
  onRecreated,
}: {
  entry: ActivityEntry
  isThere: boolean
  refusal: string | null
  onRecreated: (outcome: Omit<Outcome, 'id'>) => void
}) {
  const t = useTranslations('statusGroups.deleted')
  const time = <Time value={entry.at} format="smart" />
  const lines = describeEntry(entry) ?? []
  const statuses = lines.filter(({ kind }) => kind === 'statuses')
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 text-sm md:grid-cols-[minmax(0,5fr)_minmax(0,8fr)_auto]">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{entry.objectName}</p>
        <p className="text-ink-muted">{t.rich('by', { name: entry.actorName, time: () => time })}</p>
      </div>
      <div className="min-w-0 space-y-1">
        <ChangeLines lines={statuses} />
        {entry.snapshotCount > 0 && <p className="text-ink-muted">{t('assets', { count: entry.snapshotCount })}</p>}
        {isThere && <p className="text-ink-muted">{t('nameExists')}</p>}
      </div>
      {isOpen(entry.outcome) ? (
        <Badge tone="unknown" className="self-start">
          {t('unknown')}
        </Badge>
      ) : (
        <RecreateButton
          activityId={entry.activityId}
          name={entry.objectName}
          snapshotCount={entry.snapshotCount}
          typeCount={lines.find((line) => line.kind === 'types')?.added}
          refusal={refusal}
          onDone={onRecreated}
        />
      )}
    </li>
  )
}
