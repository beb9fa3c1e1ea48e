'use client'

import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { describeFreshness, describeProgress } from '@/lib/system/freshness'
import { useNow } from '@/lib/browser/now'
import { useSystemStatus } from '@/lib/system/use-system-status'

/** How fresh the index is, how far the first sync is, and how many requests are left this minute. */
export function SyncPanel() {
  const t = useTranslations('overview.sync')
  const { status, error } = useSystemStatus({ showsBudget: true })
  const now = useNow(1000)
  const tFreshness = useTranslations('shell.freshness')
  const language = useLocale()
  const { tone, text, reason } = describeFreshness(tFreshness, {
    status,
    isReachable: error === null,
    now,
    language,
  })
  const nextAt = status?.sync.nextPassAt ?? null
  const nextSync = nextAt === null ? null : <Time value={nextAt} format="relative" />
  const progress = status === undefined ? null : describeProgress(tFreshness, status, language)
  const used = status?.service.budget
    .filter((entry) => entry.remaining < entry.limit || entry.queuedPerson + entry.queuedBackground > 0)
    .toSorted((a, b) => a.remaining / a.limit - b.remaining / b.limit)
    .slice(0, 5)
  return (
    <section aria-labelledby="sync-heading" className="h-fit rounded border border-line bg-surface p-4">
      <div className="flex items-center justify-between gap-2">
        <h2 id="sync-heading" className="text-base font-semibold">
          {t('title')}
        </h2>
        <Link href="/system" className="text-sm text-accent-ink underline-offset-2 hover:underline">
          {t('system')}
        </Link>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={tone}>{text}</Badge>
        {nextSync !== null && <span className="text-ink-muted">{t.rich('next', { time: () => nextSync })}</span>}
      </div>
      {reason !== null && reason !== progress && <p className="mt-2 text-sm text-ink-muted">{reason}</p>}
      {status !== undefined && progress !== null && (
        <div className="mt-3">
          <ProgressBar value={status.sync.hydrated} max={status.sync.total} />
          <p className="mt-1 text-sm text-ink-muted tabular-nums">{progress}</p>
        </div>
      )}
      <h3 className="mt-4 mb-1 text-xs font-medium text-ink-muted">{t('left')}</h3>
      {used === undefined ? (
        <Skeleton className="h-16" />
      ) : used.length === 0 ? (
        <p className="text-sm text-ink-muted">{t('unused')}</p>
      ) : (
        <ul className="flex flex-col gap-2 text-sm tabular-nums">
          {used.map((entry) => (
            <li key={entry.bucket} className="flex flex-col gap-1">
              <span className="flex justify-between gap-4">
                <span className="truncate font-mono text-xs">{entry.bucket}</span>
                <span className="shrink-0 text-ink-muted">
                  {t('remaining', { remaining: entry.remaining, limit: entry.limit })}
                </span>
              </span>
              <ProgressBar value={entry.remaining} max={entry.limit} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
