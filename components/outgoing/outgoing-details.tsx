'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import { ErrorNotice } from '@/components/ui/error-notice'
import { ScrollRegion } from '@/components/ui/lists/scroll-region'
import { Skeleton } from '@/components/ui/skeleton'
import { outgoingCalls, outgoingQueries } from '@/lib/outgoing/queries'
import type { WholeOutgoingDelivery } from '@/lib/outgoing/schema'
import { OutgoingState } from './outgoing-state'

/** Everything about one delivery, with its body and a button to send it again. */
export function OutgoingDetails({ deliveryId }: { deliveryId: string }) {
  const t = useTranslations('outgoing')
  const queryClient = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(outgoingQueries.delivery(deliveryId))
  const replay = useMutation({
    mutationFn: () => outgoingCalls.replay(deliveryId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: outgoingQueries.all }),
  })
  return (
    <div className="flex flex-col gap-4 p-4 text-sm">
      {error !== null && (
        <ErrorNotice
          error={error}
          title={t('delivery.failed')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data === undefined && error === null && <Skeleton className="h-24 w-full" />}
      {data !== undefined && (
        <>
          <h2 className="text-lg font-semibold wrap-anywhere">{data.event.subject?.name ?? t('test')}</h2>
          {data.hasTarget ? (
            <Button
              icon={RotateCcw}
              busy={replay.isPending}
              disabled={data.state === 'waiting'}
              onClick={() => replay.mutate()}
              className="self-start"
            >
              {t('actions.replay')}
            </Button>
          ) : (
            <p className="text-ink-muted">{t('delivery.targetDeleted')}</p>
          )}
          {replay.error !== null && <ErrorNotice error={replay.error} title={t('delivery.replayFailed')} />}
          <Whole delivery={data} />
        </>
      )}
    </div>
  )
}

function Whole({ delivery }: { delivery: WholeOutgoingDelivery }) {
  const t = useTranslations('outgoing')
  const { handledAt, nextAt, status } = delivery
  const rows: ReadonlyArray<readonly [string, ReactNode]> = [
    [
      t('deliveries.columns.state'),
      <span key="state" className="flex flex-wrap items-center gap-2">
        <OutgoingState state={delivery.state} />
        {delivery.note}
      </span>,
    ],
    [t('deliveries.columns.target'), delivery.targetName],
    [t('deliveries.columns.created'), <Time key="created" value={delivery.createdAt} format="seconds" />],
    ...(handledAt === null
      ? []
      : [[t('deliveries.columns.handled'), <Time key="handled" value={handledAt} format="seconds" />] as const]),
    ...(nextAt === null
      ? []
      : [[t('deliveries.columns.next'), <Time key="next" value={nextAt} format="relative" />] as const]),
    [t('deliveries.columns.tries'), delivery.tries],
    ...(status === null ? [] : [[t('deliveries.columns.status'), status] as const]),
    [
      t('deliveries.columns.id'),
      <code key="id" className="font-mono text-xs break-all select-all">
        {delivery.deliveryId}
      </code>,
    ],
  ]
  return (
    <>
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="min-w-0 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-label={t('delivery.body')} className="flex flex-col gap-1">
        <h3 className="font-medium">{t('delivery.body')}</h3>
        <ScrollRegion label={t('delivery.body')} className="max-h-96 overflow-auto rounded bg-raised p-3">
          <pre className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {JSON.stringify(JSON.parse(delivery.body), null, 2)}
          </pre>
        </ScrollRegion>
      </section>
    </>
  )
}
