'use client'

import { useQuery } from '@tanstack/react-query'
import { Waypoints } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { ConnectedAccountInfo } from '@/components/connected-account/connected-account'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { Badge } from '@/components/ui/badge'
import { IdCell } from '@/components/ui/data-table/records/record-cells'
import { RecordPage } from '@/components/ui/data-table/records/record-page'
import type { RecordColumn } from '@/components/ui/data-table/records/record-types'
import { useRecordBulk } from '@/components/ui/data-table/records/record-verbs'
import { useRecords } from '@/components/ui/data-table/records/use-records'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { connectionQueries } from '@/lib/connections/queries'
import type { ConnectionRow } from '@/lib/connections/schema'

const kinds = ['organisation', 'group', 'user'] as const
const firstSort = { name: 'name', isDescending: false }
const spec = {
  idOf: ({ connectionId }: ConnectionRow) => connectionId,
  nameOf: ({ name }: ConnectionRow) => name,
  // The cast is safe: this is the address of this page, with the open row.
  hrefOf: ({ connectionId }: ConnectionRow) => `/connections?row=${encodeURIComponent(connectionId)}` as Route,
}

function useColumns(): ReadonlyArray<RecordColumn<ConnectionRow>> {
  const t = useTranslations('connections')
  return useMemo(() => {
    // SafetyCulture may have more kinds, which are shown by their own names.
    const nameKind = (kind: string) => {
      const known = kinds.find((one) => one === kind)
      return known === undefined ? kind : t(`kinds.${known}`)
    }
    return [
      {
        id: 'name',
        label: t('columns.name'),
        // A fixed width, so that the other values are next to the name.
        widthPx: 360,
        isShownFirst: true,
        isSearched: true,
        value: ({ name }) => name,
      },
      {
        id: 'kind',
        label: t('columns.kind'),
        widthPx: 160,
        isShownFirst: true,
        isSearched: true,
        value: ({ kind }) => nameKind(kind),
        cell: ({ kind }) => (
          <Badge tone="unknown" icon={null}>
            {nameKind(kind)}
          </Badge>
        ),
        badges: kinds.map(nameKind),
        facet: { noun: t('kindNoun'), keyOf: ({ kind }) => kind, nameOf: nameKind },
      },
      {
        id: 'id',
        label: t('columns.id'),
        widthPx: 400,
        minWidthPx: 160,
        isSearched: true,
        isFolded: true,
        value: ({ connectionId }) => connectionId,
        cell: ({ connectionId }) => <IdCell id={connectionId} />,
      },
    ]
  }, [t])
}

/** Who inspections can be shared with. */
export function ConnectionsPage() {
  const t = useTranslations('connections')
  const query = useQuery(connectionQueries.list())
  const columns = useColumns()
  const records = useRecords({ name: 'connections', rows: query.data?.connections, columns, firstSort })
  const bulk = useRecordBulk({ records, spec, label: t('selection'), idsLabel: t('columns.id') })
  return (
    <RecordPage
      title={t('title')}
      views={<ViewsBar list="connections" countOf={records.countOf} />}
      about={<ConnectedAccountInfo of="connections" />}
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
      empty={
        <EmptyState icon={Waypoints} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      }
    />
  )
}
