'use client'

import { ListChecks, ListRestart, TableProperties } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { parseAsString, parseAsStringLiteral, throttle, useQueryStates } from 'nuqs'
import { useEffect, useMemo } from 'react'
import { useListState } from '@/components/filters/use-list-state'
import { readRefusals } from '@/components/filters/filter-errors'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListHead } from '@/components/ui/lists/list-page'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Tip } from '@/components/ui/tooltip'
import { useMounted } from '@/lib/browser/now'
import { writeFilterKey } from '@/lib/inspections/url-state'
import { queueOrders } from '@/lib/review/values-model'
import { FollowUpsLink } from '@/components/review/follow-ups-link'
import { MentionsLink } from '@/components/review/mentions-link'
import { queuePath, readQueueParams, writeListHref } from '@/components/review/session/queue-address'
import { currentOf } from '@/components/review/session/queue-state'
import { ReviewQueueSession } from './review-queue-session'
import { ReviewQueuePicker } from './review-queue-picker'
import { useRound } from '@/components/review/session/use-round'

/** The address names the inspection on screen for reloads and links. It is not written for every key of a fast reviewer. */
const addressMs = 500

const place = {
  order: parseAsStringLiteral(queueOrders).withDefault(queueOrders[0]),
  at: parseAsString,
}

/** The inspections of a list, one after another, marked by keyboard or touch. */
export function ReviewQueue() {
  const t = useTranslations('review')
  const { params: given, view } = useListState()
  const givenKey = writeFilterKey(given)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the value
  const params = useMemo(() => readQueueParams(given), [givenKey])
  const [{ order, at }, setPlace] = useQueryStates(place)
  const read = useRound(params, order, at)
  const isMounted = useMounted()
  const current = read.state === null ? null : currentOf(read.state)
  useEffect(() => {
    if (read.state === null) return
    void setPlace({ at: current }, { history: 'replace', limitUrlUpdates: throttle(addressMs) })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- written when the position changes, whatever else changes the address
  }, [current, read.state === null])
  const round = isMounted ? read.round : null
  const refusals = Object.entries(readRefusals(read.error))

  return (
    <div className="flex h-page flex-col">
      <ListHead
        title={t('title')}
        count={<ReviewQueuePicker given={given} params={params} viewKey={view} order={order} />}
        actions={
          <>
            <Tip content={t('queue.openInList')}>
              <ButtonLink href={writeListHref(params)} variant="ghost" icon={TableProperties} className="px-2!">
                <span className="max-md:sr-only">{t('queue.actions.list')}</span>
              </ButtonLink>
            </Tip>
            <FollowUpsLink />
            <MentionsLink isNarrow />
          </>
        }
      />
      {round !== null && read.state !== null ? (
        round.rows.size === 0 ? (
          <NothingToReview isPlain={givenKey === writeFilterKey({})} onAgain={read.startAgain} />
        ) : (
          <ReviewQueueSession read={{ ...read, round, state: read.state }} />
        )
      ) : read.error !== null ? (
        <div className="p-4 sm:p-6">
          {refusals.length > 0 ? (
            <EmptyState
              icon={ListChecks}
              title={t('queue.badFilter')}
              action={<ButtonLink href={queuePath}>{t('queue.actions.reviewAll')}</ButtonLink>}
            >
              {refusals.map(([name, problem]) => t('queue.refusal', { name, problem })).join('; ')}
            </EmptyState>
          ) : (
            <ErrorNotice
              error={read.error}
              title={t('queue.failed')}
              onRetry={read.refetch}
              isRetrying={read.isFetching}
            />
          )}
        </div>
      ) : (
        <div aria-busy className="flex min-h-0 flex-1">
          <div className="hidden w-64 shrink-0 space-y-4 border-e border-line p-4 lg:block xl:w-72">
            {[1, 2, 3, 4, 5, 6].map((key) => (
              <Skeleton key={key} className="h-8 w-full" />
            ))}
          </div>
          <div className="flex-1 space-y-4 p-4 sm:p-6">
            <Skeleton className="h-10 w-2/5" />
            <Skeleton className="h-32 w-full" />
            <Skeleton className="h-32 w-full" />
          </div>
        </div>
      )}
    </div>
  )
}

function NothingToReview({ isPlain, onAgain }: { isPlain: boolean; onAgain: () => Promise<void> }) {
  const t = useTranslations('review.queue')
  return (
    <EmptyState
      icon={ListChecks}
      title={t(isPlain ? 'allReviewed' : 'noneLeft')}
      className="flex-1"
      action={
        <>
          <Button icon={ListRestart} onClick={() => void onAgain()}>
            {t('actions.refresh')}
          </Button>
          {!isPlain && <ButtonLink href={queuePath}>{t('actions.allCompleted')}</ButtonLink>}
        </>
      }
    >
      {t(isPlain ? 'allReviewedText' : 'noneLeftText')}
    </EmptyState>
  )
}
