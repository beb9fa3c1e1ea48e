'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { inspectionSelection } from '@/components/inspections/selection/selection-store'
import type { InspectionRows } from '@/components/inspections/use-inspection-rows'
import type { Selection } from '@/components/ui/data-table/selection/selection'
import type { AuditId } from '@/lib/ids'
import { inspectionQueries } from '@/lib/inspections/queries'

/** The most ids that one request can ask for. */
const foreignMax = 200

/** The number of selected inspections that are not in this list: they were selected before a filter changed. */
export function ForeignCount({
  selection,
  rows,
  filterKey,
}: {
  selection: Selection<AuditId>
  rows: InspectionRows
  filterKey: string
}) {
  const t = useTranslations('inspections.selection')
  const foreign = selection.kind === 'ids' ? inspectionSelection.listForeign(filterKey) : []
  const isAskable = foreign.length > 0 && foreign.length <= foreignMax
  const asked = { ...rows.params, q: [...(rows.params.q ?? []), foreign.join(' ')] }
  const { data } = useQuery({ ...inspectionQueries.total(asked), enabled: isAskable })
  if (foreign.length === 0) return null
  if (!isAskable) return <span className="text-ink-muted"> · {t('otherList', { count: foreign.length })}</span>
  if (data?.total === undefined || data.total === null || data.total >= foreign.length) return null
  return <span className="text-ink-muted"> · {t('notInList', { count: foreign.length - data.total })}</span>
}
