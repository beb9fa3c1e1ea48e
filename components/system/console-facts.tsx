'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { ErrorNotice } from '@/components/ui/error-notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Time } from '@/components/ui/dates/time'
import { useNow } from '@/lib/browser/now'
import { formatBytes } from '@/lib/browser/preferences/numbers'
import { formatDuration } from '@/lib/time/time-format'
import { systemQueries } from '@/lib/system/queries'
import type { PageLanguage } from '@/lib/messages/languages'
import type { Translator } from '@/lib/messages/translator'
import type { SystemDetails, SystemStatus } from '@/lib/system/schema'
import { webhookQueries } from '@/lib/webhooks/queries'
import { Facts } from './facts'
import { Waiting } from './panel'

/** What Sightline runs on, and since when. */
export function ConsoleFacts({ status: { database, version } }: { status: SystemStatus }) {
  const { data, error } = useQuery(systemQueries.details())
  const now = useNow(30_000)
  const t = useTranslations('system')
  const format = useFormatter()
  const language = useLocale()
  const missing = t(error === null ? 'loading' : 'notLoaded')
  const connections = data?.connections
  return (
    <Facts
      rows={[
        ['Sightline', version],
        [
          t('console.running'),
          data === undefined ? missing : formatDuration(Math.max(0, now - Date.parse(data.startedAt)), language),
        ],
        ['Node', data?.versions.node ?? missing],
        ['Next', data?.versions.next ?? missing],
        [t('console.database'), t(database.kind === 'embedded' ? 'console.embedded' : 'console.external')],
        ['PostgreSQL', database.version],
        [t('console.size'), formatBytes(database.sizeBytes, language)],
        [t('console.migrations'), format.number(database.migrations)],
        [
          t('console.freeDisk'),
          data === undefined
            ? missing
            : data.diskFreeBytes === null
              ? t('unknown')
              : formatBytes(data.diskFreeBytes, language),
        ],
        [
          t('console.connections'),
          connections === undefined
            ? missing
            : connections === null
              ? t('console.notCounted')
              : t('console.connectionCount', { ...connections, busy: connections.open - connections.idle }),
        ],
        ...(data?.replica == null ? [] : [[t('console.replica'), describeReplica(t, data.replica, language)] as const]),
      ]}
    />
  )
}

function describeReplica(
  t: Translator<'system'>,
  { behindBytes, reads, readsThere }: NonNullable<SystemDetails['replica']>,
  language: PageLanguage,
): string {
  if (behindBytes === null) return t('console.replicaAway')
  if (behindBytes > 0) return t('console.replicaBehind', { size: formatBytes(behindBytes, language) })
  return t('console.replicaCurrent', { reads, readsThere })
}

/** Thumbnails stored on the disk of the server. */
export function ThumbnailFacts() {
  const t = useTranslations('system.thumbnails')
  const format = useFormatter()
  const language = useLocale()
  const { data, error, refetch, isFetching } = useQuery(systemQueries.details())
  if (data === undefined)
    return error === null ? (
      <Waiting />
    ) : (
      <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} isRetrying={isFetching} />
    )
  const { files, bytes, bytesMax, hits, misses } = data.thumbnails
  const asked = hits + misses
  return (
    <Facts
      rows={[
        [t('files'), files === null ? t('counting') : format.number(files)],
        [
          t('onDisk'),
          <span key="bytes" className="flex flex-col gap-1.5">
            {bytes === null
              ? t('counting')
              : t('used', { used: formatBytes(bytes, language), most: formatBytes(bytesMax, language) })}
            <ProgressBar value={bytes ?? 0} max={bytesMax} />
          </span>,
        ],
        [
          t('hitRate'),
          asked === 0
            ? t('noRequests')
            : t('hits', { rate: format.number(hits / asked, { style: 'percent' }), count: asked }),
        ],
      ]}
    />
  )
}

/** Webhook deliveries in short; they have a page of their own. */
export function DeliveryFacts() {
  const t = useTranslations('system')
  const format = useFormatter()
  const { data, error, refetch, isFetching } = useQuery(webhookQueries.status())
  if (data === undefined)
    return error === null ? (
      <Waiting />
    ) : (
      <ErrorNotice error={error} title={t('webhooks.failed')} onRetry={() => void refetch()} isRetrying={isFetching} />
    )
  const { accepted, repeated } = data.verdicts
  return (
    <Facts
      rows={[
        [t('webhooks.secret'), t(data.secret.source === 'none' ? 'webhooks.secretMissing' : 'webhooks.secretSet')],
        [
          t('webhooks.last'),
          data.lastAcceptedAt === null ? (
            t('webhooks.noneYet')
          ) : (
            <Time key="last" value={data.lastAcceptedAt} format="relative" />
          ),
        ],
        [t('webhooks.accepted'), t('webhooks.acceptedCount', { accepted, repeated })],
        [t('webhooks.waiting'), data.waiting === 0 ? t('none') : format.number(data.waiting)],
        [
          t('webhooks.failedCount'),
          data.failed === 0 ? (
            t('none')
          ) : (
            <Link key="failed" href="/webhooks?state=failed" className="text-accent-ink underline underline-offset-2">
              {format.number(data.failed)}
            </Link>
          ),
        ],
      ]}
    />
  )
}
