/** Where a person left the list when opening an inspection, so that coming back finds it as it was. */
export interface ListPlace {
  scrollTop: number
  active: number
}

const storageKey = 'sightline.list-place'

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

/** Remembers the place for this tab. `filter` names the list, so that another one does not open in the middle. */
export function keepPlace(filter: string, place: ListPlace): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ filter, ...place }))
  } catch {
    // Storage can be switched off: the list then opens at its top.
  }
}

/** Takes the remembered place of this list, once. */
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
