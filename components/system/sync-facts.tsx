'use client'

import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Time } from '@/components/ui/dates/time'
import { describeProgress } from '@/lib/system/freshness'
import { useNow } from '@/lib/browser/now'
import { formatDuration } from '@/lib/time/time-format'
import type { SystemStatus } from '@/lib/system/schema'
import { Facts } from './facts'

/** How far the sync is, what it could not read, and its last error. */
export function SyncFacts({ status }: { status: SystemStatus }) {
  const t = useTranslations('system')
  const language = useLocale()
  const { sync } = status
  const { nextPassAt } = sync
  const tFreshness = useTranslations('shell.freshness')
  const toList = sync.rowsToList ?? 0
  return (
    <>
      <Facts
        rows={[
          [
            t('sync.asOf'),
            sync.asOf === null ? t('sync.notYet') : <Time key="asOf" value={sync.asOf} format="seconds" />,
          ],
          [t('sync.lag'), sync.asOf === null ? t('sync.lagUnknown') : <Lag key="lag" asOf={sync.asOf} />],
          [
            t('sync.checkpoint'),
            sync.checkpoint === null ? (
              t('sync.noCheckpoint')
            ) : (
              <Time key="checkpoint" value={sync.checkpoint} format="seconds" />
            ),
          ],
          [
            t('sync.now'),
            sync.running ? (
              <Badge key="running" tone="accent">
                {t('sync.running')}
              </Badge>
            ) : nextPassAt === null ? (
              t('sync.idle')
            ) : (
              <span key="next">
                {t.rich('sync.idleUntil', { time: () => <Time value={nextPassAt} format="relative" /> })}
              </span>
            ),
          ],
          [
            t('sync.documents'),
            <span key="documents" className="flex flex-col gap-1.5">
              {describeProgress(tFreshness, status, language) ?? t('sync.allLoaded', { count: sync.total })}
              {sync.hydrated < sync.total + toList && <ProgressBar value={sync.hydrated} max={sync.total + toList} />}
            </span>,
          ],
          [
            t('sync.rate'),
            sync.hydratePerMinute === null
              ? t('sync.rateIdle')
              : t('sync.ratePerMinute', { count: sync.hydratePerMinute }),
          ],
          ...(sync.secondsLeft === null
            ? []
            : [
                [
                  t('sync.timeLeft'),
                  t('sync.about', { duration: formatDuration(sync.secondsLeft * 1_000, language) }),
                ] as const,
              ]),
          [
            t('sync.lastError'),
            sync.lastError === null ? (
              t('none')
            ) : (
              <span key="error" className="flex flex-col items-start gap-1">
                <Badge tone="bad">{t('sync.failed')}</Badge>
                {sync.lastError}
              </span>
            ),
          ],
        ]}
      />
      {sync.gaps.length > 0 && (
        <div className="mt-4 rounded border border-attention/30 bg-attention-soft p-3 text-sm">
          <p className="font-medium">{t('sync.gapsTitle')}</p>
          <p>{t('sync.gaps')}</p>
          <ul className="mt-2 flex flex-col gap-1 tabular-nums">
            {sync.gaps.map((gap) => (
              <li key={gap.at}>
                {t.rich('sync.gap', {
                  known: gap.known,
                  reported: gap.reported,
                  time: () => <Time value={gap.at} format="seconds" />,
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** How old the index may be, counting up. */
function Lag({ asOf }: { asOf: string }) {
  const language = useLocale()
  const now = useNow(1000)
  return <>{formatDuration(Math.max(0, now - Date.parse(asOf)), language)}</>
}
