'use client'

import { RefreshCw } from 'lucide-react'
import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { toneIcons } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/lib/browser/button-class'
import { Popover } from '@/components/ui/popover'
import { Time } from '@/components/ui/dates/time'
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

const pollSeconds = 5

/** Always visible: how fresh the data is. Its panel says why and lets people with permission start a sync. */
export function FreshnessButton({ syncNow }: { syncNow: SyncNow | null }) {
  const t = useTranslations('shell.freshness')
  const language = useLocale()
  const { status, error } = useSystemStatus()
  const now = useNow(1000)
  const [isOpen, setOpen] = useState(false)
  const isLive = useLiveState() === 'live'
  const { tone, text, short, reason } = describeFreshness(t, { status, isReachable: error === null, now, language })
  const Icon = toneIcons[tone]
  const isRunning = status?.sync.running === true || syncNow?.isRunning === true
  return (
    <Popover
      label={t('label')}
      className="w-72 p-3"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          aria-label={t('named', { text })}
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
      <p className="font-medium">{text}</p>
      {reason !== null && <p className="mt-1 wrap-break-word text-ink-muted">{reason}</p>}
      {status !== undefined && (
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-ink-muted">
          {status.sync.asOf !== null && (
            <>
              <dt>{t('lastSync')}</dt>
              <dd className="text-ink">
                <Time value={status.sync.asOf} format="seconds" />
              </dd>
            </>
          )}
          {status.sync.nextPassAt !== null && (
            <>
              <dt>{t('nextSync')}</dt>
              <dd className="text-ink">
                <Time value={status.sync.nextPassAt} format="relative" />
              </dd>
            </>
          )}
          <dt>{t('updates')}</dt>
          <dd className="flex items-center gap-1.5 text-ink">
            {isLive && <span aria-hidden className="size-1.5 rounded-full bg-good" />}
            {isLive ? t('live') : t('polling', { seconds: pollSeconds })}
          </dd>
        </dl>
      )}
      <div className="mt-3 flex items-center gap-3">
        {syncNow !== null && (
          <Button size="sm" icon={RefreshCw} busy={isRunning} onClick={() => syncNow.run()}>
            {t(isRunning ? 'syncing' : 'syncNow')}
          </Button>
        )}
        <Link
          href="/system"
          // The bar stays when the page changes, so an open panel would cover the next page.
          onClick={() => setOpen(false)}
          className="text-accent-ink underline-offset-2 hover:underline"
        >
          {t('details')}
        </Link>
      </div>
    </Popover>
  )
}
