'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { useMay } from '@/lib/browser/actor'
import { formatBytes, formatCount } from '@/lib/browser/numbers'
import { bareKind, describeKind, describeKinds, stateWords } from '@/lib/webhooks/model'
import { webhookCalls, webhookQueries } from '@/lib/webhooks/queries'
import type { WholeDelivery } from '@/lib/webhooks/schema'
import { DeliveredResource } from './delivery-row'
import { stateTones } from './words'

/** One delivery whole, with its body as it came, and a way to have it worked on again. */
export function DeliveryDialog({ deliveryId, onClose }: { deliveryId: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const mayReplay = useMay('webhooks:write')
  const { data, error, isFetching, refetch } = useQuery(webhookQueries.delivery(deliveryId))
  const replay = useMutation({
    mutationFn: () => webhookCalls.replay(deliveryId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhookQueries.all }),
  })
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={data === undefined ? 'Delivery' : describeKinds(data.eventTypes)}
      footer={
        <>
          {mayReplay && data !== undefined && (
            <Button
              icon={RotateCcw}
              busy={replay.isPending}
              disabled={data.state === 'waiting'}
              onClick={() => replay.mutate()}
            >
              Replay
            </Button>
          )}
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {replay.error !== null && (
          <ErrorNotice error={replay.error} title="It was not replayed" kept="The delivery is as it was." />
        )}
        {replay.data !== undefined && data !== undefined && (
          <output className="rounded border border-line bg-raised px-3 py-2">
            {data.state === 'waiting'
              ? 'It is being worked on again.'
              : `It was worked on again: ${stateWords[data.state].toLowerCase()}.`}
          </output>
        )}
        {error !== null && (
          <ErrorNotice
            error={error}
            title="The delivery could not be read"
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
        {data !== undefined && <Whole delivery={data} />}
      </div>
    </Dialog>
  )
}

function Whole({ delivery }: { delivery: WholeDelivery }) {
  const body = writeBody(delivery.body)
  const rows: ReadonlyArray<readonly [string, ReactNode]> = [
    [
      'State',
      <span key="state" className="flex flex-wrap items-center gap-2">
        <Badge tone={stateTones[delivery.state]}>{stateWords[delivery.state]}</Badge>
        {delivery.note}
      </span>,
    ],
    ['About', <DeliveredResource key="about" delivery={delivery} />],
    [
      'Kinds',
      delivery.eventTypes.length === 0 ? (
        'None named'
      ) : (
        <ul key="kinds" className="flex flex-col">
          {delivery.eventTypes.map((kind) => (
            <li key={kind} className="wrap-anywhere">
              {describeKind(kind)} <code className="font-mono text-xs text-ink-muted">{bareKind(kind)}</code>
            </li>
          ))}
        </ul>
      ),
    ],
    [
      'Happened',
      delivery.triggeredAt === null ? 'Not told' : <Time key="at" value={delivery.triggeredAt} format="seconds" />,
    ],
    ['Received', <Time key="received" value={delivery.receivedAt} format="seconds" />],
    [
      'Worked on',
      <span key="handled">
        {delivery.handledAt === null ? 'Not yet' : <Time value={delivery.handledAt} format="seconds" />}
        {delivery.tries > 0 && `, ${formatCount(delivery.tries)} ${delivery.tries === 1 ? 'try' : 'tries'}`}
      </span>,
    ],
    ...(delivery.dueAt === null
      ? []
      : [['Next try', <Time key="due" value={delivery.dueAt} format="relative" />] as const]),
    ['Caused by', delivery.triggeredBy === null ? 'Not told' : <Mono key="by">{delivery.triggeredBy}</Mono>],
    ['Subscription', delivery.webhookId === null ? 'Not told' : <Mono key="webhook">{delivery.webhookId}</Mono>],
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
      <section aria-label="Body" className="flex flex-col gap-1">
        <h3 className="font-medium">
          Body{' '}
          <span className="font-normal text-ink-muted">
            {body === delivery.body ? 'as it came' : 'laid out for reading'}, {formatBytes(delivery.bodyBytes)}
          </span>
        </h3>
        <ScrollRegion label="Body of the delivery" className="max-h-96 overflow-auto rounded bg-raised p-3">
          <pre className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">{body}</pre>
        </ScrollRegion>
      </section>
    </>
  )
}

function Mono({ children }: { children: string }) {
  return <code className="font-mono text-xs break-all select-all">{children}</code>
}

/** JSON on lines of its own; what is none stays as it came. */
export function writeBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
