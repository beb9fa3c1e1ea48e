'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import type { AssetChange } from '@/lib/asset-changes/schema'
import { formatCount } from '@/lib/browser/numbers'
import { useKeptFocus } from '@/lib/browser/kept-focus'
import { ChangeActions } from './change-actions'
import { ChangeBar, ChangeNumbers } from './change-bar'
import { ChangeSteps } from './change-steps'
import { changeHref } from './links'
import { useChangeEnd, useChangeTitle } from './use-change-end'
import { countStatuses, listReasons, stateLooks } from './words'

const reasonsMax = 6

/**
 * A change as it goes on: bar, numbers, a result per step, cancel, retry of what failed, and what can be restored or
 * taken back. Lives on after a reload: all it needs is the id.
 */
export function ChangeProgress({
  changeId,
  onEnded,
  hasActions = true,
}: {
  changeId: string
  onEnded?: () => void
  /** False: its buttons are beside it. */
  hasActions?: boolean
}) {
  const { data: change, error, isFetching, refetch } = useQuery(assetChangeQueries.one(changeId))
  useChangeTitle(change)
  useChangeEnd(change, onEnded)
  // Its buttons come and go with how it stands.
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
        title="How far the change is could not be read"
        kept="It goes on whether or not this page shows it."
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  return (
    <section aria-label={`Progress: ${change.title}`} {...place} className="flex flex-col gap-4 outline-none">
      {error !== null && (
        <ErrorNotice
          tone="attention"
          error={error}
          title="The change could not be read again"
          kept="What stands below was read before; the change goes on whether or not this page shows it."
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
      <ChangeSteps change={change} />
    </section>
  )
}

/** What the numbers alone do not say: reasons, what was cleared, what it takes back. */
function Remarks({ change }: { change: AssetChange }) {
  const { open, cancelledAt, unknown, snapshotCount, kind, ofChangeId } = change
  const reasons = listReasons(change)
  return (
    <div className="flex max-w-[100ch] flex-col gap-1 text-sm text-ink-muted empty:hidden">
      {open > 0 && <p>It goes on when this page is left or loaded again, and when the console starts anew.</p>}
      {cancelledAt !== null && (
        <p>
          Cancelled <Time value={cancelledAt} format="smart" />. Nothing more of it was sent; what was done stays done.
        </p>
      )}
      {reasons.length > 0 && (
        <ul aria-label="Reasons" className="flex flex-col gap-0.5">
          {reasons.slice(0, reasonsMax).map(({ state, note, count }) => (
            <li key={`${state} ${note}`} className="wrap-anywhere">
              <span className="text-ink tabular-nums">
                {formatCount(count)} {stateLooks[state].label.toLowerCase()}:
              </span>{' '}
              {note}
            </li>
          ))}
          {reasons.length > reasonsMax && (
            <li>And {formatCount(reasons.length - reasonsMax)} other reasons, each beside its step.</li>
          )}
        </ul>
      )}
      {unknown > 0 && (
        <p>
          What is not known was sent, and its answer was lost. The console looks at the service until it tells; nothing
          of it is sent a second time before that.
        </p>
      )}
      {open === 0 && snapshotCount > 0 && (
        <p>
          {countStatuses(snapshotCount)} {snapshotCount === 1 ? 'was' : 'were'} cleared. Sightline has a record of which
          asset had which status.
        </p>
      )}
      {ofChangeId !== null && (
        <p>
          {kind === 'restore-statuses' ? 'It restores what was cleared by' : 'It undoes'}{' '}
          <Link href={changeHref(ofChangeId)} className="text-accent-ink underline underline-offset-2">
            an earlier change
          </Link>
          .
        </p>
      )}
    </div>
  )
}
