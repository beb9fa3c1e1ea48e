'use client'

import { CircleX, RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { describeError } from '@/lib/browser/describe-error'
import { useNow } from '@/lib/browser/now'
import { Button } from './button'

/**
 * Says what happened, what was kept and what happens next. If the error has `retryAfterSeconds`, it counts down and then
 * calls `onRetry`; the button calls it at once.
 */
export function ErrorNotice({
  error,
  title,
  kept,
  next,
  tone = 'bad',
  onRetry,
  isRetrying = false,
  className,
}: {
  error: unknown
  /** What could not be done: "The inspection could not be loaded". */
  title: string
  /** What was kept: "The list below is from 14:02". */
  kept?: string
  next?: string
  tone?: 'bad' | 'attention'
  onRetry?: () => void
  isRetrying?: boolean
  className?: string
}) {
  const t = useTranslations('common')
  const { message, requestId, retryAfterSeconds } = describeError(error)
  const [failure, setFailure] = useState({ error, round: 0 })
  if (failure.error !== error) setFailure({ error, round: failure.round + 1 })
  const Icon = tone === 'bad' ? CircleX : TriangleAlert
  return (
    <div
      role="alert"
      className={classNames(
        'flex gap-3 rounded border p-3 text-sm',
        tone === 'bad' ? 'border-bad/30 bg-bad-soft' : 'border-attention/30 bg-attention-soft',
        className,
      )}
    >
      <Icon
        aria-hidden
        size={16}
        strokeWidth={2}
        className={classNames('mt-0.5 shrink-0', tone === 'bad' ? 'text-bad' : 'text-attention')}
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="wrap-break-word">
          {message} {kept} {next}
        </p>
        {requestId !== null && (
          <p className="mt-1 text-xs text-ink-muted">
            {t.rich('errors.request', { id: () => <code className="font-mono select-all">{requestId}</code> })}
          </p>
        )}
      </div>
      {onRetry !== undefined && (
        <div className="flex shrink-0 flex-col items-end gap-1">
          <Button size="sm" icon={RotateCw} busy={isRetrying} onClick={onRetry}>
            {t('retry')}
          </Button>
          {retryAfterSeconds !== null && !isRetrying && (
            <RetryCountdown key={failure.round} seconds={retryAfterSeconds} onEnd={onRetry} />
          )}
        </div>
      )}
    </div>
  )
}

/** Counts down from the time when it was mounted. Each failure mounts a new countdown. */
function RetryCountdown({ seconds, onEnd }: { seconds: number; onEnd: () => void }) {
  const t = useTranslations('common.errors')
  const waitMs = Math.max(1, seconds) * 1000
  const [endsAt] = useState(() => Date.now() + waitMs)
  const now = useNow(1000)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const timer = setTimeout(() => end(), waitMs)
    return () => clearTimeout(timer)
  }, [waitMs])
  return (
    <span className="text-xs text-ink-muted tabular-nums">
      {t('retryIn', { seconds: Math.max(0, Math.min(Math.ceil(waitMs / 1000), Math.ceil((endsAt - now) / 1000))) })}
    </span>
  )
}
