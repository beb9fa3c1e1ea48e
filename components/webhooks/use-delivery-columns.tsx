'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { Badge } from '@/components/ui/badge'
import { IdCell, NoValue } from '@/components/ui/data-table/records/record-cells'
import { wordFacet } from '@/components/ui/data-table/records/record-model'
import type { RecordColumn } from '@/components/ui/data-table/records/record-types'
import type { Translator } from '@/lib/messages/translator'
import { describeKinds } from '@/lib/webhooks/model'
import type { Delivery } from '@/lib/webhooks/schema'
import { deliveryStates } from '@/lib/webhooks/values-model'
import { DeliveredResource } from './delivered-resource'
import { stateTones } from './texts'

const stateOf = ({ state }: Delivery) => state

/** The columns of the log of deliveries. The filters by status and event are above it: they apply to all deliveries. */
export function useDeliveryColumns(): ReadonlyArray<RecordColumn<Delivery>> {
  const t = useTranslations('webhooks')
  return useMemo((): ReadonlyArray<RecordColumn<Delivery>> => {
    return [
      {
        id: 'events',
        label: t('deliveries.columns.events'),
        widthPx: 220,
        minWidthPx: 150,
        isShownFirst: true,
        isSearched: true,
        value: ({ eventTypes }) => describeKinds(t, eventTypes),
        facet: { noun: t('deliveries.nouns.events'), isGroupOnly: true },
      },
      {
        id: 'status',
        label: t('deliveries.columns.status'),
        widthPx: 112,
        isShownFirst: true,
        value: ({ state }) => t(`states.${state}`),
        cell: (delivery) => <DeliveryState delivery={delivery} />,
        badges: deliveryStates.map((state) => t(`states.${state}`)),
        facet: {
          ...wordFacet(t('deliveries.nouns.status'), deliveryStates, stateOf, (state) => t(`states.${state}`)),
          isGroupOnly: true,
        },
      },
      ...listContentColumns(t),
      {
        id: 'received',
        label: t('deliveries.columns.received'),
        kind: 'time',
        widthPx: 112,
        isShownFirst: true,
        value: ({ receivedAt }) => ({ time: receivedAt }),
      },
      {
        id: 'handled',
        label: t('deliveries.columns.handled'),
        kind: 'time',
        widthPx: 112,
        value: ({ handledAt }) => (handledAt === null ? null : { time: handledAt }),
      },
      {
        id: 'id',
        label: t('deliveries.columns.id'),
        widthPx: 300,
        minWidthPx: 160,
        isSearched: true,
        value: ({ deliveryId }) => deliveryId,
        cell: ({ deliveryId }) => <IdCell id={deliveryId} />,
      },
    ]
  }, [t])
}

/** What a delivery is about, and what was done. */
function listContentColumns(t: Translator<'webhooks'>): Array<RecordColumn<Delivery>> {
  return [
    {
      id: 'about',
      label: t('deliveries.columns.about'),
      widthPx: 280,
      minWidthPx: 150,
      isShownFirst: true,
      isSearched: true,
      value: ({ inspectionTitle, inspectionId, resourceId }) => inspectionTitle ?? inspectionId ?? resourceId,
      cell: (delivery) =>
        delivery.inspectionId === null && delivery.resourceId === null && delivery.resourceType === null ? (
          <NoValue />
        ) : (
          <span className="min-w-0 truncate *:truncate">
            <DeliveredResource delivery={delivery} />
          </span>
        ),
    },
    {
      id: 'resource-id',
      label: t('deliveries.columns.resourceId'),
      widthPx: 300,
      minWidthPx: 160,
      isSearched: true,
      value: ({ resourceId }) => resourceId,
      cell: ({ resourceId }) => (resourceId === null ? <NoValue /> : <IdCell id={resourceId} />),
    },
    {
      id: 'note',
      label: t('deliveries.columns.note'),
      widthPx: 260,
      minWidthPx: 120,
      isShownFirst: true,
      isFolded: true,
      isSearched: true,
      value: ({ note }) => note,
    },
    {
      id: 'attempts',
      label: t('deliveries.columns.attempts'),
      kind: 'number',
      widthPx: 88,
      isShownFirst: true,
      isFolded: true,
      value: ({ tries }) => tries,
    },
  ]
}

export function DeliveryState({ delivery: { state } }: { delivery: Delivery }) {
  return <Badge tone={stateTones[state]}>{useTranslations('webhooks')(`states.${state}`)}</Badge>
}

/** What happened, and how many more events the delivery names. */
export function DeliveryEvents({ delivery: { eventTypes } }: { delivery: Delivery }) {
  const t = useTranslations('webhooks')
  return (
    <>
      {describeKinds(t, eventTypes)}
      {eventTypes.length > 1 && (
        <span className="font-normal text-ink-muted">
          {' '}
          {t('deliveries.moreEvents', { count: eventTypes.length - 1 })}
        </span>
      )}
    </>
  )
}
