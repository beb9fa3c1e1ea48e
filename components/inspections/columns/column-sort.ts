import { readOrder, writeOrder } from '@/components/ui/data-table/columns/sort-order'
import type { Sort } from '@/components/ui/data-table/table-types'
import type { ListParams } from '@/lib/inspections/schema'
import { defaultSort } from '@/lib/inspections/params-model'

/** The requested order of a list. */
export function readSort(params: ListParams): Sort {
  const [text = defaultSort] = params.sort ?? []
  return readOrder(text)
}

/** The parameter for an order; null for the default one. */
export function writeSort(sort: Sort): readonly string[] | null {
  const text = writeOrder(sort)
  return text === defaultSort ? null : [text]
}
