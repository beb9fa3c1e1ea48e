import { sortKindOf, type SortName } from '@/lib/inspections/columns'
import { defaultSort, type ListParams } from '@/lib/inspections/schema'

export interface Sort {
  name: string
  isDescending: boolean
}

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

/** The order after a click on a header: the more useful direction first, then the other one. */
export function nextSort(current: Sort, name: SortName): Sort {
  if (current.name === name) return { name, isDescending: !current.isDescending }
  return { name, isDescending: sortKindOf(name) !== 'text' }
}
