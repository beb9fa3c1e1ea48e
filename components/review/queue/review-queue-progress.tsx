'use client'

import { useQuery } from '@tanstack/react-query'
import { ListRestart } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import { announce } from '@/lib/browser/announce'
import { useZone } from '@/lib/browser/preferences/zone'
import { reviewQueries } from '@/lib/review/queries'
import { tally } from '@/components/review/session/queue-state'
import { type BatchRead, countQueue } from '@/components/review/session/use-round'

/** "14 of 63", how many inspections got each mark, and how many are new. */
export function ReviewQueueProgress({ read }: { read: BatchRead }) {
  const t = useTranslations('review.queue.progress')
  const { state } = read
  const { reviewed, followUp, left } = tally(state)
  const { beyond, count, precision } = countQueue(read)
  const [isStarting, setStarting] = useState(false)
  const again = async () => {
    setStarting(true)
    await read.startAgain().catch(() => announce(t('restartFailed')))
    setStarting(false)
  }
  return (
    <div className="shrink-0 space-y-2 border-b border-line p-3 tabular-nums">
      <div className="flex items-center justify-between gap-2">
        <p className="text-sm font-semibold">
          {state.at < state.ids.length
            ? t('position', { position: state.at + 1, count, precision })
            : t('end', { count: state.ids.length })}
        </p>
        <IconButton size="sm" icon={ListRestart} label={t('restart')} busy={isStarting} onClick={() => void again()} />
      </div>
      <ProgressBar value={reviewed + followUp} max={count} />
      <p className="text-xs text-ink-muted">
        {t('counts', { left: left + beyond, precision, reviewed, followUps: followUp })}
      </p>
      <Today />
      {read.freshCount > 0 && <p className="text-xs text-accent-ink">{t('fresh', { count: read.freshCount })}</p>}
    </div>
  )
}

/** Counts the marks of the whole day, not only of this batch. */
function Today() {
  const t = useTranslations('review.queue.progress')
  const { zone } = useZone()
  const { data } = useQuery(reviewQueries.today(zone))
  if (data === undefined || data.reviewed + data.followUps === 0) return null
  const { reviewed, followUps } = data
  return (
    <p className="text-xs text-ink-muted">
      {followUps > 0 ? t('todayWithFollowUps', { reviewed, followUps }) : t('today', { reviewed })}
    </p>
  )
}
