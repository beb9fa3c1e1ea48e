'use client'

import { useQuery } from '@tanstack/react-query'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { ReadError } from '@/components/ui/lists/list-states'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { formatDuration } from '@/lib/time/time-format'
import { refusingVerdicts, verdictKeys } from '@/lib/webhooks/model'
import { webhookQueries } from '@/lib/webhooks/queries'
import type { WebhookStatus } from '@/lib/webhooks/schema'
import { receiverVerdicts } from '@/lib/webhooks/values-model'
import { CopyAddress } from './copy-address'

/** Whether Sightline can receive deliveries, and how it responded to them. */
export function ReceiverPanel() {
  const t = useTranslations('webhooks.receiver')
  const query = useQuery(webhookQueries.status())
  const { data, error } = query
  return (
    <section aria-labelledby="receiver" className="flex flex-col gap-4 rounded border border-line bg-surface p-4">
      <h2 id="receiver" className="text-base font-semibold">
        {t('title')}
      </h2>
      <ReadError query={query} title={t('failed')} />
      {data === undefined ? error === null && <Waiting /> : <Facts status={data} />}
    </section>
  )
}

function Waiting() {
  return (
    <div aria-busy className="flex flex-col gap-3">
      <Skeleton className="h-3 w-2/5" />
      <Skeleton className="h-3 w-3/5" />
      <Skeleton className="h-3 w-1/2" />
    </div>
  )
}

function Facts({ status }: { status: WebhookStatus }) {
  const t = useTranslations('webhooks')
  const format = useFormatter()
  const language = useLocale()
  const { secret: known, verdicts, waiting, oldestWaitingSeconds, failed } = status
  const { since, previousUntil } = known
  return (
    <>
      <dl className="grid gap-x-8 gap-y-4 text-sm md:grid-cols-2 xl:grid-cols-3">
        <Fact name={t('receiver.address')}>
          <CopyAddress address={status.receiverUrl} />
        </Fact>
        <Fact name={t('receiver.secret.label')}>
          <span className="flex flex-wrap items-center gap-2">
            {known.source === 'none' ? (
              <Badge tone="attention">{t('receiver.secret.missing')}</Badge>
            ) : (
              <Badge tone="good">{t('receiver.secret.set')}</Badge>
            )}
            {since !== null && (
              <span className="text-ink-muted">
                {t.rich('receiver.secret.since', { time: () => <Time value={since} format="smart" /> })}
              </span>
            )}
          </span>
          <p className="mt-1 text-ink-muted">
            {t.rich(`receiver.secret.${secretKey(status)}`, { time: () => <Time value={previousUntil ?? ''} /> })}
          </p>
        </Fact>
        <Fact name={t('receiver.check.label')}>
          <span className="wrap-anywhere">
            {t(status.scheme === 'hmac-sha256' ? 'receiver.check.hmac' : 'receiver.check.header', {
              header: status.header,
            })}
          </span>
        </Fact>
        <Fact name={t('receiver.lastDelivery')}>
          {status.lastAcceptedAt === null ? (
            t('receiver.noDelivery')
          ) : (
            <Time value={status.lastAcceptedAt} format="smart" />
          )}
        </Fact>
        <Fact name={t('receiver.waiting')}>
          {waiting === 0
            ? t('none')
            : oldestWaitingSeconds === null
              ? format.number(waiting)
              : t.rich('receiver.waitingFor', {
                  count: waiting,
                  age: formatDuration(oldestWaitingSeconds * 1_000, language),
                  info: (text) => <span className="text-ink-muted">{text}</span>,
                })}
        </Fact>
        <Fact name={t('receiver.failedCount')}>{failed === 0 ? t('none') : format.number(failed)}</Fact>
      </dl>
      <div className="flex flex-col gap-2 border-t border-line pt-3 text-sm">
        <p className="text-ink-muted">
          {t.rich('receiver.counted', { time: () => <Time value={status.countedSince} format="smart" /> })}
        </p>
        <ul aria-label={t('receiver.responses')} className="flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
          {receiverVerdicts
            .filter((verdict) => verdict === 'accepted' || (verdicts[verdict] ?? 0) > 0)
            .map((verdict) => (
              <li key={verdict} className="flex items-center gap-1.5">
                <b className="font-medium">{format.number(verdicts[verdict] ?? 0)}</b>
                {refusingVerdicts.has(verdict) ? (
                  <Badge tone="attention">{t(`verdicts.${verdictKeys[verdict]}`)}</Badge>
                ) : (
                  <span className="text-ink-muted">{t(`verdicts.${verdictKeys[verdict]}`)}</span>
                )}
              </li>
            ))}
        </ul>
        {status.refusals.length > 0 && <Refusals status={status} />}
      </div>
    </>
  )
}

/** The message that says which secrets are accepted. */
function secretKey({ secret: { source, hasPrevious, previousUntil } }: WebhookStatus) {
  if (source === 'none') return 'none'
  if (source === 'setting') return hasPrevious ? 'settingAndPrevious' : 'setting'
  if (!hasPrevious) return 'service'
  return previousUntil === null ? 'serviceAndPrevious' : 'serviceAndPreviousUntil'
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd className="mt-0.5 min-w-0 tabular-nums">{children}</dd>
    </div>
  )
}

function Refusals({ status: { refusals } }: { status: WebhookStatus }) {
  const t = useTranslations('webhooks')
  return (
    <details>
      <summary className="w-fit cursor-pointer text-ink-muted hover:text-ink">
        {t('receiver.refusals', { count: refusals.length })}
      </summary>
      <ul className="mt-2 flex flex-col gap-1">
        {refusals.map(({ verdict, at, address }) => (
          <li key={`${at} ${verdict} ${address}`} className="flex flex-wrap gap-x-3">
            <Time value={at} format="seconds" className="text-ink-muted" />
            <span>{t(`verdicts.${verdictKeys[verdict]}`)}</span>
            <span className="font-mono text-xs leading-5 break-all">{address}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
