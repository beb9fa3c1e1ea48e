'use client'

import { useQuery } from '@tanstack/react-query'
import { ListRestart } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import { announce } from '@/lib/browser/announce'
import { formatCount } from '@/lib/browser/numbers'
import { useZone } from '@/lib/browser/zone'
import { reviewQueries } from '@/lib/review/queries'
import { count } from '@/components/review/review-words'
import { tally } from '@/components/review/session/queue-state'
import type { PassRead } from '@/components/review/session/use-round'

/** "14 of 63", how many are marked as what, and what came in since. */
export function ReviewQueueProgress({ read }: { read: PassRead }) {
  const { state } = read
  const { reviewed, followUp, left } = tally(state)
  const beyond = read.round.total - state.ids.length
  const [isStarting, setStarting] = useState(false)
  const again = async () => {
    setStarting(true)
    await read.startAgain().catch(() => announce('The queue could not be read again'))
    setStarting(false)
  }
  return (
    <div className="shrink-0 space-y-2 border-b border-line p-3 tabular-nums">
      <div className="flex items-center justify-between gap-2">
        <p className="text-sm font-semibold">
          {state.at < state.ids.length ? formatCount(state.at + 1) : 'End'} of {formatCount(state.ids.length)}
        </p>
        <IconButton
          size="sm"
          icon={ListRestart}
          label="Begin again with what is open now"
          busy={isStarting}
          onClick={() => void again()}
        />
      </div>
      <ProgressBar value={reviewed + followUp} max={state.ids.length} />
      <p className="text-xs text-ink-muted">
        {formatCount(left)} left · {formatCount(reviewed)} reviewed · {count(followUp, 'follow-up', 'follow-ups')}
      </p>
      <Today />
      {beyond > 0 && (
        <p className="text-xs text-ink-muted">
          {read.round.totalIsExact ? '' : 'About '}
          {formatCount(beyond)} more wait for the next round
        </p>
      )}
      {read.freshCount > 0 && (
        <p className="text-xs text-accent-ink">{formatCount(read.freshCount)} new since you began, in the next round</p>
      )}
    </div>
  )
}

/** Of the day, not of this round: it survives a reload. */
function Today() {
  const { zone } = useZone()
  const { data } = useQuery(reviewQueries.today(zone))
  if (data === undefined || data.reviewed + data.followUps === 0) return null
  const { reviewed, followUps } = data
  return (
    <p className="text-xs text-ink-muted">
      Today: {formatCount(reviewed)} reviewed
      {followUps > 0 && <> · {count(followUps, 'follow-up', 'follow-ups')}</>}
    </p>
  )
}
