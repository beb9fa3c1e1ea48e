import { columnById, sortKindOf, type SortKind, type SortName } from '@/lib/inspections/columns'
import { defaultSort, type ListParams } from '@/lib/inspections/schema'

export interface Sort {
  name: string
  isDescending: boolean
}

/** The order a list is asked for. */
export function readSort(params: ListParams): Sort {
  const [text = defaultSort] = params.sort ?? []
  return text.startsWith('-') ? { name: text.slice(1), isDescending: true } : { name: text, isDescending: false }
}

/** The parameter for an order; null for the one that is meant anyway. */
export function writeSort({ name, isDescending }: Sort): readonly string[] | null {
  const text = `${isDescending ? '-' : ''}${name}`
  return text === defaultSort ? null : [text]
}

const words: Readonly<Record<SortKind, readonly [ascending: string, descending: string]>> = {
  time: ['oldest first', 'newest first'],
  number: ['lowest first', 'highest first'],
  count: ['fewest first', 'most first'],
  text: ['A to Z', 'Z to A'],
}

/** The order that a click on a head asks for: what one mostly looks for first, then the other way round. */
export function nextSort(current: Sort, name: SortName): Sort {
  if (current.name === name) return { name, isDescending: !current.isDescending }
  return { name, isDescending: sortKindOf(name) !== 'text' }
}

/** "Sorted by score, highest first" without the first word. */
export function describeSort(name: SortName, { isDescending }: Sort): string {
  return `by ${columnById(name).label.toLowerCase()}, ${words[sortKindOf(name)][isDescending ? 1 : 0]}`
}
