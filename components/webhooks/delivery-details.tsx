'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { ScrollRegion } from '@/components/ui/lists/scroll-region'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { useMay } from '@/lib/browser/sign-in/actor'
import { formatBytes } from '@/lib/browser/preferences/numbers'
import { bareKind, describeKind, describeKinds } from '@/lib/webhooks/model'
import { webhookCalls, webhookQueries } from '@/lib/webhooks/queries'
import type { WholeDelivery } from '@/lib/webhooks/schema'
import { DeliveredResource } from './delivered-resource'
import { stateTones } from './texts'

/** Everything about one delivery, with its body as received and a button to reprocess it. */
export function DeliveryDetails({ deliveryId }: { deliveryId: string }) {
  const t = useTranslations('webhooks')
  const queryClient = useQueryClient()
  const mayReplay = useMay('webhooks:write')
  const { data, error, isFetching, refetch } = useQuery(webhookQueries.delivery(deliveryId))
  const replay = useMutation({
    mutationFn: () => webhookCalls.replay(deliveryId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhookQueries.all }),
  })
  return (
    <div className="flex flex-col gap-4 p-4 text-sm">
      {data !== undefined && (
        <h2 className="text-lg font-semibold wrap-anywhere">{describeKinds(t, data.eventTypes)}</h2>
      )}
      {error !== null && (
        <ErrorNotice
          error={error}
          title={t('delivery.failed')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data === undefined && error === null && (
        <div aria-busy className="flex flex-col gap-3">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {mayReplay && data !== undefined && (
        <Button
          icon={RotateCcw}
          busy={replay.isPending}
          // An unreadable body stays unreadable.
          disabled={data.state === 'waiting' || data.state === 'unreadable'}
          onClick={() => replay.mutate()}
          className="self-start"
        >
          {t('actions.replay')}
        </Button>
      )}
      {replay.error !== null && (
        <ErrorNotice error={replay.error} title={t('delivery.replayFailed')} kept={t('delivery.unchanged')} />
      )}
      {replay.data !== undefined && data !== undefined && (
        <output className="rounded border border-line bg-raised px-3 py-2">
          {data.state === 'waiting'
            ? t('delivery.replaying')
            : t('delivery.replayed', { state: t(`states.${data.state}`) })}
        </output>
      )}
      {data !== undefined && <Whole delivery={data} />}
    </div>
  )
}

function Whole({ delivery }: { delivery: WholeDelivery }) {
  const t = useTranslations('webhooks')
  const language = useLocale()
  const body = writeBody(delivery.body)
  const { tries, handledAt } = delivery
  const rows: ReadonlyArray<readonly [string, ReactNode]> = [
    [
      t('delivery.state'),
      <span key="state" className="flex flex-wrap items-center gap-2">
        <Badge tone={stateTones[delivery.state]}>{t(`states.${delivery.state}`)}</Badge>
        {delivery.note}
      </span>,
    ],
    [t('delivery.about'), <DeliveredResource key="about" delivery={delivery} />],
    [
      t('delivery.events'),
      delivery.eventTypes.length === 0 ? (
        t('delivery.noEvents')
      ) : (
        <ul key="kinds" className="flex flex-col">
          {delivery.eventTypes.map((kind) => (
            <li key={kind} className="wrap-anywhere">
              {describeKind(t, kind)} <code className="font-mono text-xs text-ink-muted">{bareKind(kind)}</code>
            </li>
          ))}
        </ul>
      ),
    ],
    [
      t('delivery.happened'),
      delivery.triggeredAt === null ? t('unknown') : <Time key="at" value={delivery.triggeredAt} format="seconds" />,
    ],
    [t('delivery.received'), <Time key="received" value={delivery.receivedAt} format="seconds" />],
    [
      t('delivery.processed'),
      handledAt === null
        ? t('delivery.notProcessed', { tries })
        : t.rich('delivery.processedAt', { tries, time: () => <Time value={handledAt} format="seconds" /> }),
    ],
    ...(delivery.dueAt === null
      ? []
      : [[t('delivery.nextTry'), <Time key="due" value={delivery.dueAt} format="relative" />] as const]),
    [
      t('delivery.causedBy'),
      delivery.triggeredBy === null ? t('unknown') : <Mono key="by">{delivery.triggeredBy}</Mono>,
    ],
    [
      t('delivery.subscription'),
      delivery.webhookId === null ? t('unknown') : <Mono key="webhook">{delivery.webhookId}</Mono>,
    ],
    ['SHA-256', <Mono key="digest">{delivery.bodyDigest}</Mono>],
  ]
  return (
    <>
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="min-w-0 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-label={t('delivery.body')} className="flex flex-col gap-1">
        <h3 className="font-medium">
          {t.rich(body === delivery.body ? 'delivery.bodyAsReceived' : 'delivery.bodyFormatted', {
            size: formatBytes(delivery.bodyBytes, language),
            info: (text) => <span className="font-normal text-ink-muted">{text}</span>,
          })}
        </h3>
        <ScrollRegion label={t('delivery.bodyRegion')} className="max-h-96 overflow-auto rounded bg-raised p-3">
          <pre className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">{body}</pre>
        </ScrollRegion>
      </section>
    </>
  )
}

function Mono({ children }: { children: string }) {
  return <code className="font-mono text-xs break-all select-all">{children}</code>
}

/** Indented JSON; anything else stays as received. */
export function writeBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
