'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'next-intl'
import { useCallback, useMemo } from 'react'
import { IdCell } from '@/components/ui/data-table/records/record-cells'
import { wordFacet } from '@/components/ui/data-table/records/record-model'
import { RecordSection } from '@/components/ui/data-table/records/record-page'
import type { RecordColumn } from '@/components/ui/data-table/records/record-types'
import { usePages } from '@/components/ui/data-table/records/use-pages'
import { useRecordBulk } from '@/components/ui/data-table/records/record-verbs'
import { useRecords } from '@/components/ui/data-table/records/use-records'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { outgoingQueries } from '@/lib/outgoing/queries'
import type { OutgoingDelivery, OutgoingDeliveryPage } from '@/lib/outgoing/schema'
import { deliveryStates } from '@/lib/outgoing/values-model'
import { OutgoingDetails } from './outgoing-details'
import { OutgoingState } from './outgoing-state'

const firstSort = { name: 'created', isDescending: true }
const idOf = ({ deliveryId }: OutgoingDelivery) => deliveryId
// The cast is safe: this is the page itself with one delivery open.
const hrefOf = ({ deliveryId }: OutgoingDelivery) => `/outgoing?tab=deliveries&delivery=${deliveryId}` as Route
const stateOf = ({ state }: OutgoingDelivery) => state
const rowsOf = ({ deliveries }: OutgoingDeliveryPage) => deliveries
const timeOf = (value: string | null) => (value === null ? null : { time: value })

function useColumns(): ReadonlyArray<RecordColumn<OutgoingDelivery>> {
  const t = useTranslations('outgoing')
  const nameOf = useName()
  return useMemo((): ReadonlyArray<RecordColumn<OutgoingDelivery>> => {
    const shown = { isShownFirst: true, isSearched: true } as const
    return [
      {
        id: 'about',
        label: t('deliveries.columns.about'),
        widthPx: 260,
        minWidthPx: 150,
        ...shown,
        value: nameOf,
      },
      {
        id: 'state',
        label: t('deliveries.columns.state'),
        widthPx: 120,
        isShownFirst: true,
        value: ({ state }) => t(`states.${state}`),
        cell: (delivery) => <OutgoingState state={delivery.state} />,
        badges: deliveryStates.map((state) => t(`states.${state}`)),
        facet: wordFacet(t('deliveries.nouns.state'), deliveryStates, stateOf, (state) => t(`states.${state}`)),
      },
      {
        id: 'target',
        label: t('deliveries.columns.target'),
        widthPx: 180,
        ...shown,
        value: ({ targetName }) => targetName,
        facet: { noun: t('deliveries.nouns.target') },
      },
      {
        id: 'rule',
        label: t('deliveries.columns.rule'),
        widthPx: 180,
        ...shown,
        value: ({ event }) => event.rule?.name ?? null,
        facet: { noun: t('deliveries.nouns.rule') },
      },
      {
        id: 'created',
        label: t('deliveries.columns.created'),
        kind: 'time',
        widthPx: 120,
        isShownFirst: true,
        value: ({ createdAt }) => ({ time: createdAt }),
      },
      {
        id: 'next',
        label: t('deliveries.columns.next'),
        kind: 'time',
        widthPx: 120,
        isShownFirst: true,
        value: ({ nextAt }) => timeOf(nextAt),
      },
      {
        id: 'tries',
        label: t('deliveries.columns.tries'),
        kind: 'number',
        widthPx: 88,
        isShownFirst: true,
        value: ({ tries }) => tries,
      },
      {
        id: 'note',
        label: t('deliveries.columns.note'),
        widthPx: 280,
        minWidthPx: 120,
        isFolded: true,
        ...shown,
        value: ({ note }) => note,
      },
      {
        id: 'status',
        label: t('deliveries.columns.status'),
        kind: 'number',
        widthPx: 110,
        value: ({ status }) => status,
      },
      {
        id: 'handled',
        label: t('deliveries.columns.handled'),
        kind: 'time',
        widthPx: 120,
        value: ({ handledAt }) => timeOf(handledAt),
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
  }, [t, nameOf])
}

/** The name of a delivery: the name of its subject, or "test". */
function useName(): (delivery: Pick<OutgoingDelivery, 'event'>) => string {
  const t = useTranslations('outgoing')
  return useCallback(({ event }) => event.subject?.name ?? t('test'), [t])
}

/** Deliveries that were sent or are waiting, newest first. */
export function OutgoingLog() {
  const t = useTranslations('outgoing.deliveries')
  const query = useInfiniteQuery(outgoingQueries.deliveries())
  const columns = useColumns()
  const nameOf = useName()
  const records = useRecords({ name: 'outgoing', ...usePages(query, rowsOf), columns, firstSort })
  const spec = { idOf, nameOf, hrefOf }
  return (
    <RecordSection
      label={t('label')}
      texts={{
        search: t('search'),
        searchHint: t('searchHint'),
        failed: t('failed'),
        noMatch: t('noMatch'),
        count: (count, shown) => (shown === null ? t('count', { count }) : t('found', { shown, count })),
      }}
      query={query}
      records={records}
      spec={spec}
      bulk={useRecordBulk({ records, spec })}
      peekParam="delivery"
      peekContent={(id) => <OutgoingDetails deliveryId={id} />}
      empty={
        <EmptyState icon={Send} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      }
    />
  )
}
