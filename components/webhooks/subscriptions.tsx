'use client'

import { useQuery } from '@tanstack/react-query'
import { Bell, BellPlus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListStates } from '@/components/ui/list-states'
import { Time } from '@/components/ui/time'
import { useMay } from '@/lib/browser/actor'
import { formatCount } from '@/lib/browser/numbers'
import { describeKind } from '@/lib/webhooks/model'
import { webhookQueries } from '@/lib/webhooks/queries'
import type { Subscription, SubscriptionList } from '@/lib/webhooks/schema'
import { CopyAddress } from './copy-address'
import { SecretPanel } from './secret-panel'
import { DeleteDialog, EventsDialog, SwitchButton } from './subscription-actions'
import { describeEnabled } from './words'

/** What the service was asked to tell, and to whom. Those of others are shown and left alone. */
export function Subscriptions() {
  const mayWrite = useMay('webhooks:write')
  const query = useQuery(webhookQueries.subscriptions())
  const { data } = query
  const [isCreating, setIsCreating] = useState(false)
  const canManage = mayWrite && data !== undefined && data.unavailable === null
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-base font-semibold">What the service is asked to tell</h2>
        {canManage && (
          <Button variant="primary" icon={BellPlus} onClick={() => setIsCreating(true)}>
            Subscribe
          </Button>
        )}
      </div>
      <ListStates query={query} title="The subscriptions could not be read" lines={2} />
      {data !== undefined && <List list={data} mayWrite={canManage} onCreate={() => setIsCreating(true)} />}
      <SecretPanel isAvailable={data?.unavailable === null} />
      {isCreating && <EventsDialog subscription={null} onClose={() => setIsCreating(false)} />}
    </div>
  )
}

function List({ list, mayWrite, onCreate }: { list: SubscriptionList; mayWrite: boolean; onCreate: () => void }) {
  const { unavailable, subscriptions, unreadable, receiverUrl } = list
  if (unavailable !== null)
    return (
      <div role="note" className="rounded border border-attention/30 bg-attention-soft p-4 text-sm">
        <p className="font-medium">
          {unavailable.reason === 'absent'
            ? 'This service does not manage webhooks by its interface'
            : 'The token may not manage webhooks'}
        </p>
        <p className="mt-1 wrap-anywhere">{unavailable.message}</p>
        <p className="mt-2">Deliveries are accepted all the same, once the service sends them to this address:</p>
        <CopyAddress address={receiverUrl} />
      </div>
    )
  return (
    <>
      {unreadable > 0 && (
        <p role="note" className="rounded border border-attention/30 bg-attention-soft px-3 py-2 text-sm">
          The service has {formatCount(unreadable)} more that cannot be read: they have no usable id.
        </p>
      )}
      {subscriptions.length === 0 ? (
        <EmptyState
          icon={Bell}
          title="There is no subscription"
          className="rounded border border-line bg-surface"
          {...(mayWrite ? { action: <Button onClick={onCreate}>Subscribe to changes</Button> } : {})}
        >
          The service tells nobody. Changes come in with the scheduled sync.
        </EmptyState>
      ) : (
        <ul aria-label="Subscriptions" className="divide-y divide-line rounded border border-line bg-surface">
          {subscriptions.map((subscription) => (
            <Row key={subscription.webhookId} subscription={subscription} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
    </>
  )
}

function Row({ subscription, mayWrite }: { subscription: Subscription; mayWrite: boolean }) {
  const [open, setOpen] = useState<'events' | 'delete' | null>(null)
  const { url, triggerEvents, isOurs, updatedAt, createdAt, webhookId } = subscription
  const { tone, words } = describeEnabled(subscription)
  const changedAt = updatedAt ?? createdAt
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{words}</Badge>
          {isOurs ? (
            <span className="font-medium">Sends to this console</span>
          ) : (
            <span className="text-ink-muted">Sends elsewhere, and is left alone here</span>
          )}
        </p>
        {!isOurs && <p className="mt-1 font-mono text-xs break-all">{url}</p>}
        <details className="mt-1">
          <summary className="w-fit cursor-pointer text-ink-muted hover:text-ink">
            {triggerEvents.length === 1 ? '1 kind of event' : `${formatCount(triggerEvents.length)} kinds of events`}
          </summary>
          <ul className="mt-1 list-disc pl-5 marker:text-line-strong">
            {triggerEvents.map((kind) => (
              <li key={kind} className="wrap-anywhere">
                {describeKind(kind)}
              </li>
            ))}
          </ul>
        </details>
        <p className="mt-1 text-xs text-ink-muted">
          <code className="font-mono break-all select-all">{webhookId}</code>
          {changedAt !== null && (
            <>
              , changed <Time value={changedAt} format="smart" />
            </>
          )}
        </p>
      </div>
      {mayWrite && isOurs && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setOpen('events')}>
            Change events
          </Button>
          <SwitchButton subscription={subscription} />
          <Button size="sm" variant="danger" onClick={() => setOpen('delete')}>
            Delete
          </Button>
        </div>
      )}
      {open === 'events' && <EventsDialog subscription={subscription} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeleteDialog subscription={subscription} onClose={() => setOpen(null)} />}
    </li>
  )
}
