import { ownName } from '@/lib/base-path'

/** Where a person left a list, for the way back from one of its rows. */
export interface ListPlace {
  scrollTop: number
  active: number
}

const storageKey = ownName('sightline.list-place')

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
    // Storage can be turned off: then the list opens at its top.
  }
}

/** Reads the remembered position of this list, and forgets it. */
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
