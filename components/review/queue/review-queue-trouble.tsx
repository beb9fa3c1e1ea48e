'use client'

import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { stateLooks } from '@/components/review/review-words'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/time'
import { describeError } from '@/lib/browser/describe-error'
import type { Trouble } from '@/components/review/session/queue-state'
import { QueueStrip } from './queue-strip'

interface TroubleProps {
  trouble: Trouble
  name: string
  onRetry: () => void
  onDiscard: () => void
  /** Null when it is the inspection on screen. */
  onShow: (() => void) | null
}

/** A mark that is not stored: what was wanted, and what can be done about it. */
export function TroubleStrip(props: TroubleProps) {
  const { trouble, onShow } = props
  const { words } = stateLooks[trouble.state]
  const parts = {
    wish: (
      <>
        {words}
        {trouble.note !== undefined && trouble.note !== '' && <>, “{trouble.note}”</>}
      </>
    ),
    open: onShow !== null && (
      <Button size="sm" variant="ghost" onClick={onShow}>
        Open
      </Button>
    ),
  }
  return trouble.kind === 'conflict' ? <ConflictStrip {...props} {...parts} /> : <FailedStrip {...props} {...parts} />
}

interface Parts {
  wish: ReactNode
  open: ReactNode
}

/** Somebody else marked it in the meantime: shows both reviews and asks which to keep. */
function ConflictStrip({ trouble: { theirs }, name, onRetry, onDiscard, wish, open }: TroubleProps & Parts) {
  return (
    <QueueStrip
      tone="attention"
      icon={TriangleAlert}
      isAlert
      actions={
        <>
          {open}
          <Button size="sm" onClick={onDiscard}>
            {theirs === null ? 'Leave it' : `Keep ${theirs.reviewerName}’s`}
          </Button>
          <Button size="sm" variant="primary" onClick={onRetry}>
            Use mine
          </Button>
        </>
      }
    >
      <p className="font-medium">{name}: somebody was faster</p>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        <dt className="text-ink-muted">{theirs === null ? 'Now' : theirs.reviewerName}</dt>
        <dd>
          {theirs === null ? (
            'Its review was taken back'
          ) : (
            <>
              {stateLooks[theirs.state].words}
              {theirs.note !== '' && <>, “{theirs.note}”</>} · <Time value={theirs.reviewedAt} format="relative" />
            </>
          )}
        </dd>
        <dt className="text-ink-muted">You</dt>
        <dd>{wish}</dd>
      </dl>
    </QueueStrip>
  )
}

/** It did not arrive: why, and that it is kept. */
function FailedStrip({ trouble, name, onRetry, onDiscard, wish, open }: TroubleProps & Parts) {
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
            Discard
          </Button>
          <Button size="sm" icon={RotateCw} onClick={onRetry}>
            Try again
          </Button>
        </>
      }
    >
      <p className="font-medium">{name} was not marked</p>
      <p>
        {message} Your mark is kept here ({wish})
        {code === 'offline' ? ' and sent by itself when the connection is back.' : '.'}
      </p>
    </QueueStrip>
  )
}
