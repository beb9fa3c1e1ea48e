'use client'

import { useQuery } from '@tanstack/react-query'
import { Bell, BellPlus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { Time } from '@/components/ui/dates/time'
import { useMay } from '@/lib/browser/sign-in/actor'
import { describeKind } from '@/lib/webhooks/model'
import { webhookQueries } from '@/lib/webhooks/queries'
import type { Subscription, SubscriptionList } from '@/lib/webhooks/schema'
import { CopyAddress } from './copy-address'
import { SecretPanel } from './secret-panel'
import { DeleteDialog, EventsDialog, SwitchButton } from './subscription-actions'
import { describeEnabled } from './texts'

/** The subscriptions of the organization. Those that send elsewhere are shown and cannot be changed. */
export function Subscriptions() {
  const t = useTranslations('webhooks')
  const mayWrite = useMay('webhooks:write')
  const query = useQuery(webhookQueries.subscriptions())
  const { data } = query
  const [isCreating, setIsCreating] = useState(false)
  const canManage = mayWrite && data !== undefined && data.unavailable === null
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-base font-semibold">{t('subscriptions.title')}</h2>
        {canManage && (
          <Button variant="primary" icon={BellPlus} onClick={() => setIsCreating(true)}>
            {t('actions.subscribe')}
          </Button>
        )}
      </div>
      <ListStates query={query} title={t('subscriptions.failed')} />
      {data !== undefined && <List list={data} mayWrite={canManage} onCreate={() => setIsCreating(true)} />}
      <SecretPanel isAvailable={data?.unavailable === null} />
      {isCreating && <EventsDialog subscription={null} onClose={() => setIsCreating(false)} />}
    </div>
  )
}

function List({ list, mayWrite, onCreate }: { list: SubscriptionList; mayWrite: boolean; onCreate: () => void }) {
  const t = useTranslations('webhooks')
  const { unavailable, subscriptions, unreadable, receiverUrl } = list
  if (unavailable !== null)
    return (
      <div role="note" className="rounded border border-attention/30 bg-attention-soft p-4 text-sm">
        <p className="font-medium">
          {t(unavailable.reason === 'absent' ? 'subscriptions.absentTitle' : 'subscriptions.forbiddenTitle')}
        </p>
        <p className="mt-1 wrap-anywhere">{unavailable.message}</p>
        <p className="mt-2">{t('subscriptions.stillAccepted')}</p>
        <CopyAddress address={receiverUrl} />
      </div>
    )
  return (
    <>
      {unreadable > 0 && (
        <p role="note" className="rounded border border-attention/30 bg-attention-soft px-3 py-2 text-sm">
          {t('subscriptions.unreadable', { count: unreadable })}
        </p>
      )}
      {subscriptions.length === 0 ? (
        <EmptyState
          icon={Bell}
          title={t('subscriptions.emptyTitle')}
          className="rounded border border-line bg-surface"
          {...(mayWrite ? { action: <Button onClick={onCreate}>{t('actions.subscribeToChanges')}</Button> } : {})}
        >
          {t('subscriptions.empty')}
        </EmptyState>
      ) : (
        <ul
          aria-label={t('subscriptions.title')}
          className="divide-y divide-line rounded border border-line bg-surface"
        >
          {subscriptions.map((subscription) => (
            <Row key={subscription.webhookId} subscription={subscription} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
    </>
  )
}

const id = (text: ReactNode) => <code className="font-mono break-all select-all">{text}</code>

function Row({ subscription, mayWrite }: { subscription: Subscription; mayWrite: boolean }) {
  const t = useTranslations('webhooks')
  const [open, setOpen] = useState<'events' | 'delete' | null>(null)
  const { url, triggerEvents, isOurs, updatedAt, createdAt, webhookId } = subscription
  const { tone, key } = describeEnabled(subscription)
  const changedAt = updatedAt ?? createdAt
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{key === null ? t('unknown') : t(`subscriptions.${key}`)}</Badge>
          {isOurs ? (
            <span className="font-medium">{t('subscriptions.ours')}</span>
          ) : (
            <span className="text-ink-muted">{t('subscriptions.others')}</span>
          )}
        </p>
        {!isOurs && <p className="mt-1 font-mono text-xs break-all">{url}</p>}
        <details className="mt-1">
          <summary className="w-fit cursor-pointer text-ink-muted hover:text-ink">
            {t('subscriptions.events', { count: triggerEvents.length })}
          </summary>
          <ul className="mt-1 list-disc ps-5 marker:text-line-strong">
            {triggerEvents.map((kind) => (
              <li key={kind} className="wrap-anywhere">
                {describeKind(t, kind)}
              </li>
            ))}
          </ul>
        </details>
        <p className="mt-1 text-xs text-ink-muted">
          {changedAt === null
            ? id(webhookId)
            : t.rich('subscriptions.changed', {
                webhook: webhookId,
                id,
                time: () => <Time value={changedAt} format="smart" />,
              })}
        </p>
      </div>
      {mayWrite && isOurs && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setOpen('events')}>
            {t('actions.changeEvents')}
          </Button>
          <SwitchButton subscription={subscription} />
          <Button size="sm" variant="danger" onClick={() => setOpen('delete')}>
            {t('actions.delete')}
          </Button>
        </div>
      )}
      {open === 'events' && <EventsDialog subscription={subscription} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeleteDialog subscription={subscription} onClose={() => setOpen(null)} />}
    </li>
  )
}
