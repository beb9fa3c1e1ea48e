import { addressOf } from '@/lib/base-path'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { fullAddress } from '@/lib/browser/own-address'
import { inspectionHref } from '@/lib/browser/routes'
import type { AuditId } from '@/lib/ids'
import type { ListParams } from '@/lib/inspections/schema'
import type { BulkSelection } from '@/lib/review/schema'
import { writeViewParams } from '@/lib/saved-views/model'
import { isSelected, type Selection } from '@/components/ui/data-table/selection/selection'

const schema = lateSchemas(() => import('@/lib/inspections/schema'))

/** For more ids, people should use the export. */
export const copyMax = 10_000
/** More tabs would slow the browser down too much. */
export const tabsMax = 10
const idsPerRequest = 200

/**
 * The ids of a selection, in the order of the list when all matching rows are selected.
 * @throws ApiError when a page of the list cannot be read
 */
export async function collectIds(
  selection: Selection<AuditId>,
  params: ListParams,
  options: { max: number; signal?: AbortSignal },
): Promise<AuditId[]> {
  if (selection.kind === 'ids') return selection.ids.slice(0, options.max)
  const ids: AuditId[] = []
  for (let after: string | null | undefined; after !== null && ids.length < options.max;) {
    const page = await api.get(
      '/api/inspections',
      { ...params, after, limit: idsPerRequest, include: ['rows'] },
      schema('inspectionPage'),
      options.signal,
    )
    for (const row of page.rows) if (isSelected(selection, row.auditId)) ids.push(row.auditId)
    after = page.after
  }
  return ids.slice(0, options.max)
}

/** A selection for the server, which finds all matching inspections itself. */
export function toBulkSelection(selection: Selection<AuditId>, params: ListParams): BulkSelection {
  if (selection.kind === 'ids') return { kind: 'ids', ids: [...selection.ids] }
  return { kind: 'matching', query: writeViewParams(params), except: [...selection.except] }
}

/** The full address of an inspection, for other people. */
export function writeLink(id: AuditId): string {
  return fullAddress(inspectionHref(id))
}

/** Opens each inspection in a tab. @returns the number of tabs that the browser allowed */
export function openTabs(ids: readonly AuditId[]): number {
  let opened = 0
  for (const id of ids) {
    // With 'noopener' the result is always null, so a blocked tab could not be detected.
    const tab = window.open(addressOf(inspectionHref(id)), '_blank')
    if (tab === null) continue
    tab.opener = null
    opened += 1
  }
  return opened
}
