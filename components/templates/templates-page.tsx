'use client'

import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ConnectedAccountInfo } from '@/components/connected-account/connected-account'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { RecordName } from '@/components/ui/data-table/records/record-cells'
import type { RecordSpec } from '@/components/ui/data-table/records/record-list'
import { RecordPage } from '@/components/ui/data-table/records/record-page'
import { useRecordBulk } from '@/components/ui/data-table/records/record-verbs'
import { useRecords } from '@/components/ui/data-table/records/use-records'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { templateHref } from '@/lib/browser/routes'
import { templateQueries } from '@/lib/templates/queries'
import type { TemplateRow } from '@/lib/templates/schema'
import { Unlisted, useTemplateColumns } from './use-template-columns'

/** The most used templates come first. */
const firstSort = { name: 'inspections', isDescending: true }

const spec = {
  idOf: ({ templateId }) => templateId,
  nameOf: ({ name }) => name,
  hrefOf: ({ templateId }) => templateHref(templateId),
  main: (row, onClick) => (
    <>
      <RecordName href={templateHref(row.templateId)} onClick={onClick}>
        {row.name}
      </RecordName>
      {!row.isListed && <Unlisted />}
    </>
  ),
} satisfies RecordSpec<TemplateRow>

/** The organization's templates with their results, and a way to their inspections. */
export function TemplatesPage() {
  const t = useTranslations('templates')
  const query = useQuery(templateQueries.list())
  const columns = useTemplateColumns()
  const records = useRecords({ name: 'templates', rows: query.data?.templates, columns, firstSort })
  const bulk = useRecordBulk({ records, spec, label: t('selection'), idsLabel: t('columns.id') })
  const note = query.data?.note ?? null
  return (
    <RecordPage
      title={t('title')}
      views={<ViewsBar list="templates" countOf={records.countOf} />}
      about={<ConnectedAccountInfo of="templates" />}
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
      hasPages
      note={
        note !== null && (
          <p className="flex shrink-0 gap-2 border-b border-attention/30 bg-attention-soft px-4 py-2 text-sm sm:px-6">
            <TriangleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-attention" />
            <span>{t('incomplete', { reason: note })}</span>
          </p>
        )
      }
      empty={
        <EmptyState icon={LayoutTemplate} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      }
    />
  )
}
