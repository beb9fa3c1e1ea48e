import type { Sort } from '@/components/ui/data-table/table-types'
import { defaultSort, type ListParams } from '@/lib/inspections/schema'

/** The requested order of a list. */
export function readSort(params: ListParams): Sort {
  const [text = defaultSort] = params.sort ?? []
  return text.startsWith('-') ? { name: text.slice(1), isDescending: true } : { name: text, isDescending: false }
}

/** The parameter for an order; null for the default one. */
export function writeSort({ name, isDescending }: Sort): readonly string[] | null {
  const text = `${isDescending ? '-' : ''}${name}`
  return text === defaultSort ? null : [text]
}
