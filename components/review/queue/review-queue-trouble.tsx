'use client'

import { RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import { describeError } from '@/lib/browser/describe-error'
import type { ReviewState } from '@/lib/review/schema'
import type { Trouble } from '@/components/review/session/queue-state'
import { QueueStrip } from './queue-strip'

interface TroubleProps {
  trouble: Trouble
  name: string
  onRetry: () => void
  onDiscard: () => void
  /** Null for the inspection on screen. */
  onShow: (() => void) | null
}

/** A mark that was not stored: which one, and what the person can do. */
export function TroubleStrip(props: TroubleProps) {
  const { trouble, onShow } = props
  const t = useTranslations('review.queue.trouble')
  const parts = {
    wish: useWish(trouble.state, trouble.note ?? ''),
    open: onShow !== null && (
      <Button size="sm" variant="ghost" onClick={onShow}>
        {t('actions.open')}
      </Button>
    ),
  }
  return trouble.kind === 'conflict' ? <ConflictStrip {...props} {...parts} /> : <FailedStrip {...props} {...parts} />
}

/** "Follow-up, “The lock is missing”" */
function useWish(state: ReviewState, note: string): string {
  const t = useTranslations('review')
  return note === '' ? t(`states.${state}`) : t('queue.trouble.wish', { state: t(`states.${state}`), note })
}

interface Parts {
  wish: string
  open: ReactNode
}

/** Another person marked it first: shows both reviews and asks which to keep. */
function ConflictStrip({ trouble: { theirs }, name, onRetry, onDiscard, wish, open }: TroubleProps & Parts) {
  const t = useTranslations('review.queue.trouble')
  const theirWish = useWish(theirs?.state ?? 'unreviewed', theirs?.note ?? '')
  return (
    <QueueStrip
      tone="attention"
      icon={TriangleAlert}
      isAlert
      actions={
        <>
          {open}
          <Button size="sm" onClick={onDiscard}>
            {theirs === null ? t('actions.leave') : t('actions.keepTheirs', { name: theirs.reviewerName })}
          </Button>
          <Button size="sm" variant="primary" onClick={onRetry}>
            {t('actions.useMine')}
          </Button>
        </>
      }
    >
      <p className="font-medium">{t('conflict', { name })}</p>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        <dt className="text-ink-muted">{theirs === null ? t('now') : theirs.reviewerName}</dt>
        <dd>
          {theirs === null
            ? t('unreviewed')
            : t.rich('theirs', {
                wish: theirWish,
                time: () => <Time value={theirs.reviewedAt} format="relative" />,
              })}
        </dd>
        <dt className="text-ink-muted">{t('you')}</dt>
        <dd>{wish}</dd>
      </dl>
    </QueueStrip>
  )
}

/** The mark did not reach the server: says why, and that it is kept. */
function FailedStrip({ trouble, name, onRetry, onDiscard, wish, open }: TroubleProps & Parts) {
  const t = useTranslations('review.queue.trouble')
  const { code, message } = describeError(trouble.error)
  return (
    <QueueStrip
      tone="bad"
      icon={TriangleAlert}
      isAlert
      actions={
        <>
          {open}
          <Button size="sm" variant="ghost" onClick={onDiscard}>
            {t('actions.discard')}
          </Button>
          <Button size="sm" icon={RotateCw} onClick={onRetry}>
            {t('actions.retry')}
          </Button>
        </>
      }
    >
      <p className="font-medium">{t('notMarked', { name })}</p>
      <p>
        {message} {t(code === 'offline' ? 'keptOffline' : 'kept', { wish })}
      </p>
    </QueueStrip>
  )
}
