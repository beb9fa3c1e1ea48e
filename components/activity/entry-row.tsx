'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { activityQueries } from '@/lib/activity/queries'
import type { ActivityEntry, ActivityFilter } from '@/lib/activity/schema'
import { classNames } from '@/lib/browser/class-names'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { formatDateTime, formatOffset, formatTime } from '@/lib/time/time-format'
import { EntryDetails } from './entry-details'
import { isOpenEntry, OutcomeBadge } from './outcome'
import { EntrySentence } from './sentence'

const stepsPollMs = 3_000
/** A row with more matching steps than this is closed at first. */
const openedMax = 10

/** A row that opens to its details and to the steps of its bulk change. */
export function EntryRow({ entry, zone, filter }: { entry: ActivityEntry; zone: string; filter: ActivityFilter }) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const detailsId = useId()
  const wordsId = useId()
  const { steps = null } = entry
  const matching = steps?.matching ?? 0
  // The row opens by itself if a search finds some of its steps.
  const isOpen = chosen ?? (matching > 0 && matching <= openedMax)
  return (
    <li>
      <div className="relative flex items-start gap-x-3 px-3 py-2 hover:bg-raised/50 sm:px-4">
        {/* Covers the whole row; the link of the object is above it. */}
        <button
          type="button"
          data-entry
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          aria-labelledby={wordsId}
          onClick={() => setChosen(!isOpen)}
          className="absolute inset-0 -outline-offset-2"
        />
        <ChevronRight
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className={classNames('mt-0.5 shrink-0 text-ink-muted transition-transform', isOpen && 'rotate-90')}
        />
        <Clock at={Date.parse(entry.at)} zone={zone} />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <EntrySentence id={wordsId} entry={entry} />
          {steps !== null && (
            <Badge tone="neutral">
              <StepCount steps={steps} />
            </Badge>
          )}
          {entry.outcome !== 'done' && <OutcomeBadge outcome={entry.outcome} action={entry.action} />}
        </div>
      </div>
      {isOpen && (
        <div id={detailsId}>
          {steps !== null && <EntrySteps entry={entry} steps={steps} zone={zone} filter={filter} />}
          <EntryDetails entry={entry} />
        </div>
      )}
    </li>
  )
}

/** The steps of a bulk change: those that match the filter, or all of them. */
export function EntrySteps({
  entry: { activityId },
  steps,
  zone,
  filter,
}: {
  entry: ActivityEntry
  steps: NonNullable<ActivityEntry['steps']>
  zone: string
  filter: ActivityFilter
}) {
  const t = useTranslations('activity')
  const [isWhole, setWhole] = useState(false)
  const isPart = steps.matching !== null && steps.matching < steps.total && !isWhole
  const { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      ...activityQueries.list({ ...(isPart ? filter : {}), parentId: activityId }),
      refetchInterval: ({ state }) =>
        state.data?.pages.some((page) => page.entries.some(isOpenEntry)) === true ? stepsPollMs : false,
    })
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <div className="flex flex-col gap-2 border-t border-line bg-canvas py-2 pe-3 ps-6 sm:pe-4 sm:ps-10">
      {error !== null && (
        <ErrorNotice
          error={error}
          title={t('steps.failed')}
          tone={data === undefined ? 'bad' : 'attention'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isPending && error === null && <p className="text-sm text-ink-muted">{t('steps.loading')}</p>}
      {entries.length > 0 && (
        <ol
          aria-label={t('steps.label')}
          className="divide-y divide-line overflow-clip rounded border border-line bg-surface"
        >
          {entries.map((step) => (
            <EntryRow key={step.activityId} entry={step} zone={zone} filter={filter} />
          ))}
        </ol>
      )}
      {(isPart || hasNextPage) && (
        <div className="flex flex-wrap gap-2">
          {hasNextPage && (
            <Button size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('actions.showMoreSteps')}
            </Button>
          )}
          {isPart && (
            <Button size="sm" onClick={() => setWhole(true)}>
              {t('actions.showAllSteps', { count: steps.total })}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** "21 steps", and "1 of 21 steps" where a filter finds some of them. */
function StepCount({ steps: { total, matching } }: { steps: NonNullable<ActivityEntry['steps']> }) {
  const t = useTranslations('activity.steps')
  return matching === null || matching === total ? t('all', { total }) : t('matching', { matching, total })
}

function Clock({ at, zone }: { at: number; zone: string }) {
  const style = useTimeStyle()
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={`${formatDateTime(at, zone, style, true)} ${formatOffset(at, zone)}`}
      className="mt-px shrink-0 text-sm text-ink-muted tabular-nums"
    >
      {formatTime(at, zone, style)}
    </time>
  )
}
