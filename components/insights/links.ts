import { writeListHref } from '@/components/review/session/queue-address'
import type { ListParams } from '@/lib/inspections/schema'
import type { SheetCell } from './sheet'

/** A number that opens exactly what it counts. Zero opens nothing. */
export function countCell(
  count: number,
  list: ListParams,
  { text = String(count), ...more }: Omit<SheetCell, 'text' | 'value' | 'href'> & { text?: string } = {},
): SheetCell {
  return { text, value: count, ...(count > 0 && { href: writeListHref(list) }), ...more }
}
