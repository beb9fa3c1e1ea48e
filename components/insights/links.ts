import { writeListHref } from '@/components/review/session/queue-address'
import type { ListParams } from '@/lib/inspections/schema'
import { failedOf } from '@/lib/insights/model'
import type { SheetCell } from './sheet'

/** A number that opens exactly what it counts. Zero opens nothing. */
export function countCell(
  count: number,
  list: ListParams,
  { text = String(count), ...more }: Omit<SheetCell, 'text' | 'value' | 'href'> & { text?: string } = {},
): SheetCell {
  return { text, value: count, ...(count > 0 && { href: writeListHref(list) }), ...more }
}

/**
 * "2/5": the failed of the completed inspections of a list. Opens the failed ones, or all if none failed. In a file it is
 * the number of failed inspections, and empty where none was completed.
 */
export function failedShareCell(
  { failed, completed }: { failed: number; completed: number },
  list: ListParams,
  label: string,
): SheetCell {
  const value = completed === 0 ? null : failed
  const text = completed === 0 ? '·' : `${failed}/${completed}`
  return failed > 0
    ? { ...countCell(failed, failedOf(list), { text, label, shade: failed / completed }), value }
    : { ...countCell(completed, list, { text, label }), value }
}
