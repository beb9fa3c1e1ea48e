'use client'

import { CircleCheck, Flag, ListRestart } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import type { AuditId } from '@/lib/ids'
import { queueMax } from '@/lib/review/values-model'
import { followUpsPath } from '@/components/review/session/queue-address'
import { lastActs, tally, type QueueTally } from '@/components/review/session/queue-state'
import { nameRow } from '@/components/review/review-texts'
import type { BatchRead } from '@/components/review/session/use-round'

const leftShown = 20

/** The end of a batch: how many inspections got each mark, how many got none, and how many are new. */
export function ReviewQueueEnd({ read, onOpen }: { read: BatchRead; onOpen: (auditId: AuditId) => void }) {
  const t = useTranslations('review.queue.end')
  const format = useFormatter()
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
        <h2 className="text-lg font-semibold">{numbers.left === 0 ? t('done') : t('open', { count: numbers.left })}</h2>
        <p className="text-sm text-ink-muted">
          {waiting === 0
            ? t('nothingNew')
            : format.list(
                [
                  ...(freshCount > 0 ? [t('fresh', { count: freshCount })] : []),
                  ...(beyond > 0 ? [t(round.totalIsExact ? 'beyond' : 'aboutBeyond', { count: beyond })] : []),
                ],
                { type: 'unit' },
              )}
        </p>
      </div>
      <Numbers numbers={numbers} />
      <WaysOn waiting={waiting} openCount={open.length} onAgain={read.startAgain} />
      {open.length > 0 && <LeftOpen read={read} ids={open} onOpen={onOpen} />}
    </div>
  )
}

function Numbers({ numbers: { reviewed, followUp, left } }: { numbers: QueueTally }) {
  const t = useTranslations('review.queue.end')
  const format = useFormatter()
  return (
    <dl className="grid grid-cols-3 overflow-hidden rounded border border-line bg-surface text-center">
      {[
        { name: t('reviewed'), value: reviewed, icon: CircleCheck, ink: 'text-good' },
        { name: t('followUp'), value: followUp, icon: Flag, ink: 'text-attention' },
        { name: t('left'), value: left, icon: null, ink: '' },
      ].map(({ name, value, icon: Icon, ink }) => (
        <div key={name} className="flex flex-col-reverse border-line p-4 not-last:border-e">
          <dt className="flex items-center justify-center gap-1 text-sm text-ink-muted">
            {Icon !== null && <Icon aria-hidden size={14} className={ink} />}
            {name}
          </dt>
          <dd className="text-xl font-semibold tabular-nums">{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Leads to the next batch, the follow-ups, or the overview. */
function WaysOn({
  waiting,
  openCount,
  onAgain,
}: {
  /** Number of inspections outside this batch. */
  waiting: number
  /** Number of inspections in this batch without a mark. */
  openCount: number
  onAgain: () => Promise<void>
}) {
  const t = useTranslations('review.queue.end')
  const toast = useToast()
  const [isStarting, setStarting] = useState(false)
  const nextRound = useRef<HTMLDivElement>(null)
  // With the focus here, Enter continues.
  useEffect(() => nextRound.current?.querySelector('button')?.focus({ preventScroll: true }), [])
  const start = async () => {
    setStarting(true)
    try {
      await onAgain()
    } catch (error) {
      toast.show({ tone: 'bad', title: t('restartFailed'), description: describeError(error).message })
    }
    setStarting(false)
  }
  return (
    <div ref={nextRound} className="flex flex-wrap justify-center gap-2">
      {(waiting > 0 || openCount > 0) && (
        <Button variant="primary" icon={ListRestart} busy={isStarting} onClick={() => void start()}>
          {waiting > 0
            ? t('actions.next', { count: Math.min(queueMax, waiting + openCount) })
            : t('actions.rest', { count: openCount })}
        </Button>
      )}
      <ButtonLink href={followUpsPath} icon={Flag}>
        {t('actions.followUps')}
      </ButtonLink>
      <ButtonLink href="/">{t('actions.overview')}</ButtonLink>
    </div>
  )
}

/** The inspections of this batch without a mark, as links. */
function LeftOpen({
  read: { round, claims },
  ids,
  onOpen,
}: {
  read: BatchRead
  ids: readonly AuditId[]
  onOpen: (auditId: AuditId) => void
}) {
  const t = useTranslations('review.queue.end')
  const names = useTranslations('reportNames')
  return (
    <section aria-labelledby="left-open">
      <h3 id="left-open" className="mb-2 text-sm font-semibold">
        {t('left')}
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
                className="flex min-h-11 w-full items-center gap-3 px-3 py-2 text-start text-sm outline-offset-[-2px] hover:bg-raised"
              >
                <span className="min-w-0 flex-1 truncate">{nameRow(names, row)}</span>
                {claim !== undefined && !claim.isMine && (
                  <span className="shrink-0 text-xs text-attention">{t('openBy', { name: claim.userName })}</span>
                )}
                {row !== undefined && row.failedCount !== null && row.failedCount > 0 && (
                  <span className="shrink-0 text-xs text-bad tabular-nums">
                    {t('failed', { count: row.failedCount })}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
      {ids.length > leftShown && (
        <p className="mt-1 text-xs text-ink-muted">{t('more', { count: ids.length - leftShown })}</p>
      )}
    </section>
  )
}
