import { memoryKey } from '@/lib/browser/memory'

/** The position at which a person left a list, to restore it when the person returns. */
export interface ListPlace {
  scrollTop: number
  active: number
}

const storageKey = memoryKey('list-place')

function isPlace(value: unknown): value is ListPlace & { filter: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'filter' in value &&
    'scrollTop' in value &&
    typeof value.scrollTop === 'number' &&
    'active' in value &&
    typeof value.active === 'number'
  )
}

/** Remembers the position for this tab. `filter` identifies the list, so that another list opens at its top. */
export function keepPlace(filter: string, place: ListPlace): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ filter, ...place }))
  } catch {
    // Storage may be turned off. The list then opens at its top.
  }
}

/** Reads and removes the remembered position of this list. */
export function takePlace(filter: string): ListPlace | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    if (!isPlace(value) || value.filter !== filter) return null
    sessionStorage.removeItem(storageKey)
    return { scrollTop: value.scrollTop, active: value.active }
  } catch {
    return null
  }
}
