'use client'

import { RefreshCw } from 'lucide-react'
import Link from 'next/link'
import { toneIcons } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { Time } from '@/components/ui/time'
import { classNames } from '@/lib/browser/class-names'
import { describeFreshness, type Freshness } from '@/lib/system/freshness'
import { useNow } from '@/lib/browser/now'
import { useSystemStatus } from '@/lib/system/use-system-status'
import { useLiveState } from './use-live'
import type { SyncNow } from './use-sync-now'

const tones: Record<Freshness['tone'], string> = {
  good: 'text-ink-muted',
  attention: 'bg-attention-soft text-attention!',
  bad: 'bg-bad-soft text-bad!',
  unknown: 'text-unknown!',
}

/** How old what one sees is, always in sight; its panel says why and, for who may, starts a sync. */
export function FreshnessButton({ syncNow }: { syncNow: SyncNow | null }) {
  const { status, error } = useSystemStatus()
  const now = useNow(1000)
  const isLive = useLiveState() === 'live'
  const { tone, text, short, reason } = describeFreshness(status, error === null, now)
  const Icon = toneIcons[tone]
  const isRunning = status?.sync.running === true || syncNow?.isRunning === true
  return (
    <Popover
      label="Freshness"
      className="w-72 p-3"
      trigger={
        <button
          type="button"
          aria-label={`Freshness: ${text}`}
          className={classNames(buttonClass('ghost', 'md', 'min-w-0 shrink px-2'), tones[tone])}
        >
          {tone === 'good' ? (
            <RefreshCw
              aria-hidden
              size={14}
              strokeWidth={1.75}
              className={classNames('shrink-0 text-good', isRunning && 'animate-spin')}
            />
          ) : (
            Icon !== null && <Icon aria-hidden size={14} strokeWidth={2} className="shrink-0" />
          )}
          <span className="hidden truncate tabular-nums sm:inline">{text}</span>
          <span className="truncate tabular-nums sm:hidden">{short}</span>
        </button>
      }
    >
      <p className="font-medium first-letter:uppercase">{text}</p>
      {reason !== null && <p className="mt-1 wrap-break-word text-ink-muted">{reason}</p>}
      {status !== undefined && (
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-ink-muted">
          {status.sync.asOf !== null && (
            <>
              <dt>As of</dt>
              <dd className="text-ink">
                <Time value={status.sync.asOf} format="seconds" />
              </dd>
            </>
          )}
          {status.sync.nextPassAt !== null && (
            <>
              <dt>Next</dt>
              <dd className="text-ink">
                <Time value={status.sync.nextPassAt} format="relative" />
              </dd>
            </>
          )}
          <dt>Changes</dt>
          <dd className="flex items-center gap-1.5 text-ink">
            {isLive && <span aria-hidden className="size-1.5 rounded-full bg-good" />}
            {isLive ? 'Live' : 'Asking every 5 s'}
          </dd>
        </dl>
      )}
      <div className="mt-3 flex items-center gap-3">
        {syncNow !== null && (
          <Button size="sm" icon={RefreshCw} busy={isRunning} onClick={() => syncNow.run()}>
            {isRunning ? 'Syncing' : 'Sync now'}
          </Button>
        )}
        <Link href="/system" className="text-accent-ink underline-offset-2 hover:underline">
          Details
        </Link>
      </div>
    </Popover>
  )
}
