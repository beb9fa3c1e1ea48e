'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Webhook } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'next-intl'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { Button } from '@/components/ui/button'
import { RecordName } from '@/components/ui/data-table/records/record-cells'
import type { RecordSpec } from '@/components/ui/data-table/records/record-list'
import { RecordSection } from '@/components/ui/data-table/records/record-page'
import { type FilterField, listChoices } from '@/components/ui/data-table/columns/filter-choices'
import type { ColumnFilter } from '@/components/ui/data-table/table-types'
import { usePages } from '@/components/ui/data-table/records/use-pages'
import { useRecordBulk } from '@/components/ui/data-table/records/record-verbs'
import { useRecords } from '@/components/ui/data-table/records/use-records'
import { Time } from '@/components/ui/dates/time'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { Select } from '@/components/ui/inputs/select'
import { bareKind, describeKind, kindFamilies, offeredKinds } from '@/lib/webhooks/model'
import { webhookQueries } from '@/lib/webhooks/queries'
import type { Delivery, DeliveryFilter, DeliveryPage } from '@/lib/webhooks/schema'
import { deliveryStates } from '@/lib/webhooks/values-model'
import { DeliveryDetails } from './delivery-details'
import { DeliveredResource } from './delivered-resource'
import { DeliveryEvents, DeliveryState, useDeliveryColumns } from './use-delivery-columns'

const otherFamilies = kindFamilies.filter(({ isUsed }) => !isUsed)
const kindCharsMax = 120

/** Polls only while there is one page. Otherwise polling would load all older pages again. */
const pollShort = ({ state }: { state: { data: { pages: readonly unknown[] } | undefined } }) =>
  (state.data?.pages.length ?? 0) > 1 ? false : 10_000

const firstSort = { name: 'received', isDescending: true }
const deliveriesOf = ({ deliveries }: DeliveryPage) => deliveries

/** The cast is safe: this is the page itself with one delivery open. */
const deliveryHref = ({ deliveryId }: Delivery) => `/webhooks?delivery=${deliveryId}` as Route

const spec: RecordSpec<Delivery> = {
  idOf: ({ deliveryId }) => deliveryId,
  nameOf: ({ inspectionTitle, resourceId, deliveryId }) => inspectionTitle ?? resourceId ?? deliveryId,
  hrefOf: deliveryHref,
  main: (delivery, onClick) => (
    <RecordName href={deliveryHref(delivery)} onClick={onClick}>
      <DeliveryEvents delivery={delivery} />
    </RecordName>
  ),
  card: (delivery, onClick) => (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <RecordName href={deliveryHref(delivery)} onClick={onClick}>
          <DeliveryEvents delivery={delivery} />
        </RecordName>
        <Time value={delivery.receivedAt} format="smart" className="ms-auto shrink-0 text-xs text-ink-muted" />
      </span>
      <span className="flex min-w-0 items-center gap-2">
        <DeliveryState delivery={delivery} />
        <span className="min-w-0 truncate *:truncate">
          <DeliveredResource delivery={delivery} />
        </span>
      </span>
    </>
  ),
}

/** A value of the address; empty and too long values are ignored. */
const usable = (text: string | null) => (text === null || text === '' || text.length > kindCharsMax ? null : text)

/** The filter, which is kept in the address. */
function useDeliveryAddress() {
  const [{ state, kind, resource }, set] = useQueryStates({
    state: parseAsStringLiteral(deliveryStates),
    kind: parseAsString,
    resource: parseAsString,
    tab: parseAsString,
  })
  const filter: DeliveryFilter = {
    ...(state === null ? {} : { state }),
    ...(usable(kind) === null ? {} : { kind: bareKind(kind ?? '') }),
    ...(usable(resource) === null ? {} : { resource: resource ?? '' }),
  }
  return { filter, set, isOn: Object.keys(filter).length > 0 }
}

type DeliveryAddress = ReturnType<typeof useDeliveryAddress>

/** Deliveries, the newest first. */
export function DeliveryLog() {
  const t = useTranslations('webhooks')
  const address = useDeliveryAddress()
  const { filter, set, isOn } = address
  const query = useInfiniteQuery({ ...webhookQueries.deliveries(filter), refetchInterval: pollShort })
  const columns = useDeliveryColumns()
  const records = useRecords({ name: 'deliveries', ...usePages(query, deliveriesOf), columns, firstSort })
  const fields = useFields(address)
  const bulk = useRecordBulk({ records, spec, idsLabel: t('deliveries.columns.id') })
  const clear = () => void set({ state: null, kind: null, resource: null })
  return (
    <div className="flex flex-col gap-4">
      <ViewsBar isInset list="deliveries" countOf={records.countOf} />
      <div className="flex flex-wrap items-center gap-3">
        <Select label={t('deliveries.state')} {...fields.byState} className="w-auto! max-sm:flex-1" />
        <Select label={t('deliveries.event')} {...fields.byKind} className="w-auto! max-w-full max-sm:flex-1" />
        {filter.resource !== undefined && (
          <span className="min-w-0 text-sm text-ink-muted">
            {t.rich('deliveries.resource', {
              resource: filter.resource,
              id: (text) => <code className="font-mono text-xs break-all">{text}</code>,
            })}
          </span>
        )}
        {isOn && (
          <Button variant="ghost" onClick={clear}>
            {t('actions.clear')}
          </Button>
        )}
      </div>
      <RecordSection
        label={t('deliveries.label')}
        texts={{
          search: t('deliveries.search'),
          searchHint: t('deliveries.searchHint'),
          failed: t('deliveries.failed'),
          noMatch: t('deliveries.noneFound'),
          count: (count, shown) =>
            shown === null ? t('deliveries.count', { count }) : t('deliveries.found', { shown, count }),
        }}
        query={query}
        records={records}
        spec={spec}
        bulk={bulk}
        peekParam="delivery"
        peekContent={(id) => <DeliveryDetails deliveryId={id} />}
        filters={useColumnFilters(address, fields)}
        empty={
          <EmptyState
            icon={Webhook}
            title={t(isOn ? 'deliveries.filteredTitle' : 'deliveries.emptyTitle')}
            action={
              isOn ? (
                <Button onClick={clear}>{t('actions.showAll')}</Button>
              ) : (
                <Button onClick={() => void set({ tab: 'subscriptions' })}>{t('actions.goToSubscriptions')}</Button>
              )
            }
          >
            {t(isOn ? 'deliveries.filtered' : 'deliveries.empty')}
          </EmptyState>
        }
      />
    </div>
  )
}

/** The filters by status and event, as controls show them. */
function useFields({ filter: { state, kind }, set }: DeliveryAddress) {
  const t = useTranslations('webhooks')
  const byState: FilterField<Delivery['state'] | ''> = {
    value: state ?? '',
    options: [
      { value: '', label: t('deliveries.allStates') },
      ...deliveryStates.map((each) => ({ value: each, label: t(`states.${each}`) })),
    ],
    onChange: (next) => void set({ state: next === '' ? null : next }),
  }
  const known = [...offeredKinds.map(bareKind), ...otherFamilies.map(({ family }) => family as string)]
  const byKind: FilterField<string> = {
    value: kind ?? '',
    options: [
      { value: '', label: t('deliveries.allEvents') },
      ...offeredKinds.map((each) => ({
        value: bareKind(each),
        label: describeKind(t, each),
        group: t('families.inspection'),
      })),
      ...otherFamilies.map(({ family, label }) => ({
        value: family,
        label: t(`families.${label}`),
        group: t('deliveries.notUsed'),
      })),
      ...(kind === undefined || known.includes(kind) ? [] : [{ value: kind, label: describeKind(t, kind) }]),
    ],
    onChange: (next) => void set({ kind: next === '' ? null : next }),
  }
  return { byState, byKind }
}

/** The filters in the menus of columns and cells. */
function useColumnFilters(
  { set }: DeliveryAddress,
  { byState, byKind }: ReturnType<typeof useFields>,
): Partial<Record<string, ColumnFilter<Delivery>>> {
  const t = useTranslations('webhooks')
  return {
    status: {
      ofRow: ({ state }) => ({ label: t(`states.${state}`), include: () => byState.onChange(state) }),
      choices: listChoices(byState),
    },
    events: {
      ofRow: ({ eventTypes: [first] }) =>
        first === undefined ? null : { label: describeKind(t, first), include: () => byKind.onChange(bareKind(first)) },
      choices: listChoices(byKind),
    },
    about: {
      ofRow: ({ resourceId: resource }) =>
        resource === null ? null : { label: resource, include: () => void set({ resource }) },
    },
  }
}
