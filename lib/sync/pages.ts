import { AppError } from '@/lib/errors'
import { laterInstant } from '@/lib/time/instants'
import { serverText } from '@/lib/server-text'
import type { FoundInspection } from './types'

/** The newest row of each inspection, so that a statement never contains an id twice. */
export function deduplicate(rows: readonly FoundInspection[]): FoundInspection[] {
  const newest = new Map<string, FoundInspection>()
  for (const row of rows) {
    const known = newest.get(row.auditId)
    if (known === undefined || known.modifiedAt < row.modifiedAt) newest.set(row.auditId, row)
  }
  return [...newest.values()]
}

/** The latest instant among rows; null when there are none. */
export function newestOf(rows: readonly FoundInspection[]): string | null {
  return rows.reduce<string | null>((newest, row) => laterInstant(newest, row.modifiedAt), null)
}

/**
 * A truncated page is only useful in the documented order, because its last row limits what may be missing.
 * @throws AppError upstream_failed when the rows are not oldest first.
 */
export function checkOrder(rows: readonly FoundInspection[]): void {
  let last = ''
  for (const row of rows) {
    if (row.modifiedAt < last) throw new AppError('upstream_failed', serverText('sync.outOfOrder'))
    last = row.modifiedAt
  }
}
