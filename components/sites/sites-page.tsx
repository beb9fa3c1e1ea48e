'use client'

import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { RecordName } from '@/components/ui/data-table/records/record-cells'
import type { RecordSpec } from '@/components/ui/data-table/records/record-list'
import { RecordPage } from '@/components/ui/data-table/records/record-page'
import { useRecordBulk } from '@/components/ui/data-table/records/record-verbs'
import { useRecords } from '@/components/ui/data-table/records/use-records'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { siteHref } from '@/lib/browser/routes'
import { siteQueries } from '@/lib/sites/queries'
import type { SiteRow } from '@/lib/sites/schema'
import { useSiteColumns } from './use-site-columns'

/** Sites with the most inspections come first. */
const firstSort = { name: 'inspections', isDescending: true }

const spec = {
  idOf: ({ name }) => name,
  nameOf: ({ name }) => name,
  hrefOf: ({ name }) => siteHref(name),
  main: ({ name }, onClick) => (
    <RecordName href={siteHref(name)} onClick={onClick}>
      {name}
    </RecordName>
  ),
} satisfies RecordSpec<SiteRow>

/** All sites with their results. */
export function SitesPage() {
  const t = useTranslations('sites')
  const query = useQuery(siteQueries.list())
  const columns = useSiteColumns()
  const records = useRecords({ name: 'sites', rows: query.data?.sites, columns, firstSort })
  const bulk = useRecordBulk({ records, spec, label: t('selection') })
  return (
    <RecordPage
      title={t('title')}
      views={<ViewsBar list="sites" countOf={records.countOf} />}
      description={t('description')}
      label={t('title')}
      texts={{
        search: t('list.search'),
        searchHint: t('list.search'),
        failed: t('list.failed'),
        noMatch: t('list.noMatch'),
        count: (count, shown) => (shown === null ? t('list.count', { count }) : t('list.found', { shown, count })),
      }}
      query={query}
      records={records}
      spec={spec}
      bulk={bulk}
      hasPages
      empty={
        <EmptyState icon={MapPin} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      }
    />
  )
}
