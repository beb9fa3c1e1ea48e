'use client'

import { useTranslations } from 'next-intl'
import { ExportManyButton } from '@/components/exports/export-many-button'
import { ZipButton } from '@/components/media/zips/zip-button'
import { BulkVerb } from '@/components/ui/data-table/selection/bulk-bar'
import { countSelected, type Selection } from '@/components/ui/data-table/selection/selection'
import type { AuditId } from '@/lib/ids'
import type { FacetName } from '@/lib/inspections/columns'
import type { ShownColumn } from '@/lib/inspections/model'
import type { ListParams } from '@/lib/inspections/schema'
import { toBulkSelection } from './bulk-actions'
import { BulkMarks } from './bulk-marks'
import { BulkMore } from './bulk-more'
import { CompareLink } from './compare-link'
import { ExportButton } from './export-button'

/** What people can do with selected inspections. */
export function BulkVerbs({
  selection,
  params,
  columns,
  group,
  total,
}: {
  selection: Selection<AuditId>
  params: ListParams
  columns: readonly ShownColumn[]
  group: FacetName | null
  total: number | null
}) {
  const t = useTranslations('inspections.bulk.actions')
  const asked = toBulkSelection(selection, params)
  return (
    <>
      <BulkVerb id="mark" keys="m" label={t('mark')}>
        <BulkMarks selection={selection} params={params} total={total} />
      </BulkVerb>
      <BulkVerb id="compare" keys="c" label={t('compare')}>
        <CompareLink selection={selection} />
      </BulkVerb>
      <BulkVerb id="files" keys="d" label={t('downloadFiles')}>
        <ZipButton selection={asked} label={<ShortLabel>{t('downloadFiles')}</ShortLabel>} />
      </BulkVerb>
      <BulkVerb id="documents" keys="p" label={t('exportDocuments')}>
        <ExportManyButton
          selection={asked}
          count={countSelected(selection, total)}
          label={<ShortLabel>{t('exportDocuments')}</ShortLabel>}
        />
      </BulkVerb>
      <BulkVerb id="export" keys="e" label={t('export')}>
        <ExportButton size="sm" {...{ params, columns, group, total, selection }} />
      </BulkVerb>
      <BulkMore selection={selection} params={params} total={total} />
    </>
  )
}

/** Hides the text of a button where space is short. */
function ShortLabel({ children }: { children: string }) {
  return <span className="@max-4xl:sr-only">{children}</span>
}
