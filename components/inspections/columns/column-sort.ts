import { findColumn, type ColumnId } from '@/lib/inspections/model'
import { defaultSort, type ListParams, type SortName } from '@/lib/inspections/schema'

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

const words: Record<SortName, readonly [ascending: string, descending: string]> = {
  modified: ['oldest first', 'newest first'],
  completed: ['oldest first', 'newest first'],
  score: ['lowest first', 'highest first'],
  failed: ['fewest first', 'most first'],
  title: ['A to Z', 'Z to A'],
}

/** The order that a click on a head asks for: what one mostly looks for first, then the other way round. */
export function nextSort(current: Sort, name: SortName): Sort {
  if (current.name === name) return { name, isDescending: !current.isDescending }
  return { name, isDescending: name !== 'title' }
}

/** "Sorted by score, highest first" without the first word. */
export function describeSort(id: ColumnId, { isDescending }: Sort): string {
  const column = findColumn(id)
  if (column?.sort === undefined) return ''
  return `by ${column.label.toLowerCase()}, ${words[column.sort][isDescending ? 1 : 0]}`
}
