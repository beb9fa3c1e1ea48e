'use client'

import { CircleCheck, Flag, ListRestart } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import type { AuditId } from '@/lib/ids'
import { queueMax } from '@/lib/review/schema'
import { followUpsPath } from '@/components/review/session/queue-address'
import { lastActs, tally, type QueueTally } from '@/components/review/session/queue-state'
import { count, nameRow } from '@/components/review/review-words'
import type { PassRead } from '@/components/review/session/use-round'

const leftShown = 20

/** The end of a pass: how many were marked as what, which were left open, and how many are new. */
export function ReviewQueueEnd({ read, onOpen }: { read: PassRead; onOpen: (auditId: AuditId) => void }) {
  const { round, state, freshCount } = read
  const numbers = tally(state)
  const acts = lastActs(state)
  const open = state.ids.filter((id) => (acts.get(id)?.state ?? 'unreviewed') === 'unreviewed')
  const beyond = round.total - state.ids.length
  const waiting = freshCount + Math.max(0, beyond)
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6 py-6 sm:py-12">
      <div className="flex flex-col items-center gap-2 text-center">
        <CircleCheck aria-hidden size={28} strokeWidth={1.5} className="text-good" />
        <h2 className="text-lg font-semibold">
          {numbers.left === 0
            ? 'All of this round is reviewed'
            : `This is the end of the round, ${formatCount(numbers.left)} left open`}
        </h2>
        <p className="text-sm text-ink-muted">
          {waiting === 0
            ? 'Nothing new came in since you began.'
            : [
                freshCount > 0 ? `${formatCount(freshCount)} new since you began` : null,
                beyond > 0 ? `${round.totalIsExact ? '' : 'about '}${formatCount(beyond)} more are waiting` : null,
              ]
                .filter((part) => part !== null)
                .join(', ')}
        </p>
      </div>
      <Numbers numbers={numbers} />
      <WaysOn waiting={waiting} openCount={open.length} onAgain={read.startAgain} />
      {open.length > 0 && <LeftOpen read={read} ids={open} onOpen={onOpen} />}
    </div>
  )
}

function Numbers({ numbers: { reviewed, followUp, left } }: { numbers: QueueTally }) {
  return (
    <dl className="grid grid-cols-3 overflow-hidden rounded border border-line bg-surface text-center">
      {[
        { name: 'Reviewed', value: reviewed, icon: CircleCheck, ink: 'text-good' },
        { name: 'Follow-up', value: followUp, icon: Flag, ink: 'text-attention' },
        { name: 'Left open', value: left, icon: null, ink: '' },
      ].map(({ name, value, icon: Icon, ink }) => (
        <div key={name} className="flex flex-col-reverse border-line p-4 not-last:border-r">
          <dt className="flex items-center justify-center gap-1 text-sm text-ink-muted">
            {Icon !== null && <Icon aria-hidden size={14} className={ink} />}
            {name}
          </dt>
          <dd className="text-xl font-semibold tabular-nums">{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The next round, the follow-ups, or the overview. */
function WaysOn({
  waiting,
  openCount,
  onAgain,
}: {
  /** Inspections that are not in this round. */
  waiting: number
  /** Inspections of this round that are not marked. */
  openCount: number
  onAgain: () => Promise<void>
}) {
  const toast = useToast()
  const [isStarting, setStarting] = useState(false)
  const nextRound = useRef<HTMLDivElement>(null)
  // Enter goes on.
  useEffect(() => nextRound.current?.querySelector('button')?.focus({ preventScroll: true }), [])
  const start = async () => {
    setStarting(true)
    try {
      await onAgain()
    } catch (error) {
      toast.show({ tone: 'bad', title: 'The next round could not be read', description: describeError(error).message })
    }
    setStarting(false)
  }
  return (
    <div ref={nextRound} className="flex flex-wrap justify-center gap-2">
      {(waiting > 0 || openCount > 0) && (
        <Button variant="primary" icon={ListRestart} busy={isStarting} onClick={() => void start()}>
          {waiting > 0
            ? `Review the next ${formatCount(Math.min(queueMax, waiting + openCount))}`
            : 'Go through what is left'}
        </Button>
      )}
      <ButtonLink href={followUpsPath} icon={Flag}>
        Follow-ups
      </ButtonLink>
      <ButtonLink href="/">Overview</ButtonLink>
    </div>
  )
}

/** The inspections of this round that are not marked, to open one. */
function LeftOpen({
  read: { round, claims },
  ids,
  onOpen,
}: {
  read: PassRead
  ids: readonly AuditId[]
  onOpen: (auditId: AuditId) => void
}) {
  return (
    <section aria-labelledby="left-open">
      <h3 id="left-open" className="mb-2 text-sm font-semibold">
        Left open
      </h3>
      <ul className="divide-y divide-line rounded border border-line bg-surface">
        {ids.slice(0, leftShown).map((id) => {
          const row = round.rows.get(id)
          const claim = claims.get(id)
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => onOpen(id)}
                className="flex min-h-11 w-full items-center gap-3 px-3 py-2 text-left text-sm outline-offset-[-2px] hover:bg-raised"
              >
                <span className="min-w-0 flex-1 truncate">{nameRow(row)}</span>
                {claim !== undefined && !claim.isMine && (
                  <span className="shrink-0 text-xs text-attention">{claim.userName} has it open</span>
                )}
                {row !== undefined && row.failedCount !== null && row.failedCount > 0 && (
                  <span className="shrink-0 text-xs text-bad tabular-nums">
                    {count(row.failedCount, 'failed', 'failed')}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
      {ids.length > leftShown && (
        <p className="mt-1 text-xs text-ink-muted">and {formatCount(ids.length - leftShown)} more</p>
      )}
    </section>
  )
}
