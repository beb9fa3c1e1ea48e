'use client'

import { RefreshCw } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import type { Freshness } from '@/lib/system/freshness'
import type { SystemStatus } from '@/lib/system/schema'
import type { SyncNow } from './use-sync-now'

const pollSeconds = 5

/** The content of the panel: why the data is as fresh as it is, and a way to start a sync. */
export function FreshnessPanel({
  text,
  reason,
  status,
  isLive,
  isRunning,
  syncNow,
  onClose,
}: Pick<Freshness, 'text' | 'reason'> & {
  status: SystemStatus | undefined
  /** Changes arrive at once. */
  isLive: boolean
  isRunning: boolean
  /** Null for people who may not start a sync. */
  syncNow: SyncNow | null
  onClose: () => void
}) {
  const t = useTranslations('shell.freshness')
  return (
    <>
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
          onClick={onClose}
          className="text-accent-ink underline-offset-2 hover:underline"
        >
          {t('details')}
        </Link>
      </div>
    </>
  )
}
