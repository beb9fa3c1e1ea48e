'use client'

import { useQuery } from '@tanstack/react-query'
import { ListTree } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { ConnectedAccountInfo } from '@/components/connected-account/connected-account'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { IdCell } from '@/components/ui/data-table/records/record-cells'
import { RecordPage } from '@/components/ui/data-table/records/record-page'
import type { RecordColumn } from '@/components/ui/data-table/records/record-types'
import { useRecordBulk } from '@/components/ui/data-table/records/record-verbs'
import { useRecords } from '@/components/ui/data-table/records/use-records'
import { Time } from '@/components/ui/dates/time'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListNotice } from '@/components/ui/lists/list-notice'
import { useZone } from '@/lib/browser/preferences/zone'
import { responseSetQueries } from '@/lib/response-sets/queries'
import type { ResponseSetRow } from '@/lib/response-sets/schema'
import { listedMax } from '@/lib/response-sets/values-model'
import { formatDay } from '@/lib/time/time-format'
import { Responses } from './responses'

const firstSort = { name: 'name', isDescending: false }
const spec = {
  idOf: ({ responseSetId }: ResponseSetRow) => responseSetId,
  nameOf: ({ name }: ResponseSetRow) => name,
  // The cast is safe: this is the address of this page, with the open row.
  hrefOf: ({ responseSetId }: ResponseSetRow) => `/response-sets?set=${encodeURIComponent(responseSetId)}` as Route,
}

/** The year of the day that the list shows. */
const yearOf = (instant: string | null, zone: string) =>
  instant === null ? null : formatDay(Date.parse(instant), zone).slice(0, 4)

function useColumns(): ReadonlyArray<RecordColumn<ResponseSetRow>> {
  const t = useTranslations('responseSets.columns')
  const { zone } = useZone()
  return useMemo(
    () => [
      {
        id: 'name',
        label: t('name'),
        // A fixed width, so that the other values are next to the name.
        widthPx: 360,
        isShownFirst: true,
        isSearched: true,
        value: ({ name }) => name,
      },
      {
        id: 'created',
        label: t('created'),
        kind: 'time',
        widthPx: 140,
        isShownFirst: true,
        value: ({ createdAt }) => (createdAt === null ? null : { time: createdAt }),
        facet: { noun: t('yearNoun'), keyOf: ({ createdAt }) => yearOf(createdAt, zone) },
        cell: ({ createdAt }) =>
          createdAt === null ? null : <Time value={createdAt} format="date" className="text-ink-muted" />,
      },
      {
        id: 'id',
        label: t('id'),
        widthPx: 400,
        minWidthPx: 160,
        isSearched: true,
        isFolded: true,
        value: ({ responseSetId }) => responseSetId,
        cell: ({ responseSetId }) => <IdCell id={responseSetId} />,
      },
    ],
    [t, zone],
  )
}

/** Answer lists that templates share. The answers of the open list are beside it. The address names the open list. */
export function ResponseSetsPage() {
  const t = useTranslations('responseSets')
  const query = useQuery(responseSetQueries.list())
  const columns = useColumns()
  const records = useRecords({ name: 'response-sets', rows: query.data?.responseSets, columns, firstSort })
  const bulk = useRecordBulk({ records, spec, label: t('selection'), idsLabel: t('columns.id') })
  return (
    <RecordPage
      title={t('title')}
      views={<ViewsBar list="response-sets" countOf={records.countOf} />}
      about={<ConnectedAccountInfo of="responseSets" />}
      description={t('description')}
      label={t('title')}
      texts={{
        search: t('list.search'),
        failed: t('list.failed'),
        noMatch: t('list.noMatch'),
        count: (count, shown) => (shown === null ? t('list.count', { count }) : t('list.found', { shown, count })),
      }}
      query={query}
      records={records}
      spec={spec}
      bulk={bulk}
      note={
        (query.data?.responseSets.length ?? 0) >= listedMax && <ListNotice>{t('cut', { max: listedMax })}</ListNotice>
      }
      peekParam="set"
      peekContent={(id) => <Responses responseSetId={id} />}
      empty={
        <EmptyState icon={ListTree} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      }
    />
  )
}
