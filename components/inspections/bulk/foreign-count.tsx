'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { inspectionSelection } from '@/components/inspections/selection/selection-store'
import type { InspectionRows } from '@/components/inspections/use-inspection-rows'
import type { Selection } from '@/components/ui/data-table/selection/selection'
import type { AuditId } from '@/lib/ids'
import { inspectionQueries } from '@/lib/inspections/queries'
import type { ListParams } from '@/lib/inspections/schema'

/** The most ids that one request can ask for. */
export const foreignMax = 200

const wholeId = /[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/**
 * The parameters of the list with a search for these ids. A search for whole ids finds deleted inspections too, so the
 * parameters say whether the list itself has them.
 */
export function writeForeignParams(params: ListParams, ids: readonly AuditId[]): ListParams {
  const q = params.q ?? []
  const missing = params.missing ?? [q.some((text) => wholeId.test(text)) ? 'both' : 'false']
  return { ...params, missing, q: [...q, ids.join(' ')] }
}

/** The number of selected inspections that are not in this list: a filter or their review changed since. */
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
  const { data } = useQuery({
    ...inspectionQueries.total(writeForeignParams(rows.params, foreign)),
    enabled: isAskable,
  })
  if (foreign.length === 0) return null
  if (!isAskable) return <span className="text-ink-muted"> · {t('otherList', { count: foreign.length })}</span>
  if (data?.total === undefined || data.total === null || data.total >= foreign.length) return null
  return <span className="text-ink-muted"> · {t('notInList', { count: foreign.length - data.total })}</span>
}
