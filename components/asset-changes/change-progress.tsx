'use client'

import { inkText, linkTo } from '@/components/status/rich'
import { useTranslations } from 'next-intl'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import type { AssetChange } from '@/lib/asset-changes/schema'
import { useKeptFocus } from '@/lib/browser/lists/kept-focus'
import { ChangeActions } from './change-actions'
import { ChangeBar, ChangeNumbers } from './change-bar'
import { ChangeItems } from './change-items'
import { changeHref } from './links'
import { useChangeEnd, useChangeTitle } from './use-change-end'
import { listReasons } from './texts'

const reasonsMax = 6

/**
 * The progress of a change: bar, numbers, a result per step, and buttons to cancel, retry, undo and restore. It needs only
 * the id, so it is the same after a reload.
 */
export function ChangeProgress({
  changeId,
  onEnded,
  hasActions = true,
}: {
  changeId: string
  onEnded?: () => void
  /** False: its buttons are shown elsewhere. */
  hasActions?: boolean
}) {
  const t = useTranslations('assetChanges.progress')
  const { data: change, error, isFetching, refetch } = useQuery(assetChangeQueries.one(changeId))
  useChangeTitle(change)
  useChangeEnd(change, onEnded)
  // A change of state replaces the buttons, so the focus is kept here.
  const place = useKeptFocus<HTMLElement>(
    change === undefined ? undefined : `${change.open === 0} ${change.failed} ${change.unknown} ${change.cancelled}`,
  )
  if (change === undefined)
    return error === null ? (
      <div aria-busy className="flex flex-col gap-3">
        <Skeleton className="h-1.5 w-full" />
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-10 w-full" />
      </div>
    ) : (
      <ErrorNotice
        error={error}
        title={t('failed')}
        kept={t('failedKept')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  return (
    <section aria-label={t('title', { title: change.title })} {...place} className="flex flex-col gap-4 outline-none">
      {error !== null && (
        <ErrorNotice
          tone="attention"
          error={error}
          title={t('updateFailed')}
          kept={t('updateFailedKept')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      <div className="flex flex-col gap-3">
        <ChangeBar change={change} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <ChangeNumbers change={change} />
          {hasActions && (
            <div className="flex flex-wrap gap-2">
              <ChangeActions change={change} />
            </div>
          )}
        </div>
        <Remarks change={change} />
      </div>
      <ChangeItems change={change} />
    </section>
  )
}

/** What the numbers alone do not say: reasons, cleared statuses, and which change it undoes. */
function Remarks({ change }: { change: AssetChange }) {
  const t = useTranslations('assetChanges.progress')
  const tally = useTranslations('assetChanges.tally')
  const { open, cancelledAt, unknown, snapshotCount, kind, ofChangeId } = change
  const cancelledTime = cancelledAt !== null && <Time value={cancelledAt} format="smart" />
  const reasons = listReasons(change)
  return (
    <div className="flex max-w-[100ch] flex-col gap-1 text-sm text-ink-muted empty:hidden">
      {open > 0 && <p>{t('running')}</p>}
      {cancelledAt !== null && <p>{t.rich('canceled', { time: () => cancelledTime })}</p>}
      {reasons.length > 0 && (
        <ul aria-label={t('reasons')} className="flex flex-col gap-0.5">
          {reasons.slice(0, reasonsMax).map(({ state, note, count }) => (
            <li key={`${state} ${note}`} className="wrap-anywhere">
              {t.rich('reason', {
                tally: tally(state, { count }),
                note,
                strong: inkText,
              })}
            </li>
          ))}
          {reasons.length > reasonsMax && <li>{t('moreReasons', { count: reasons.length - reasonsMax })}</li>}
        </ul>
      )}
      {unknown > 0 && <p>{t('unknown', { count: unknown })}</p>}
      {open === 0 && snapshotCount > 0 && <p>{t('cleared', { count: snapshotCount })}</p>}
      {ofChangeId !== null && (
        <p>
          {t.rich(kind === 'restore-statuses' ? 'restores' : 'undoes', {
            link: linkTo(changeHref(ofChangeId)),
          })}
        </p>
      )}
    </div>
  )
}
