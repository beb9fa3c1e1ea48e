import { ownName } from '@/lib/base-path'

/** The columns that a person last chose in this browser, for visits without columns in the address. */

/** Inspections came first; other lists have their name in the key. */
const keyOf = (list: string | null) => ownName(list === null ? 'sightline.columns' : `sightline.columns.${list}`)

/** In the form of `columns=`; null for the default ones. */
export function rememberColumns(list: string | null, columns: string | null): void {
  try {
    if (columns === null) localStorage.removeItem(keyOf(list))
    else localStorage.setItem(keyOf(list), JSON.stringify({ columns }))
  } catch {
    // Storage can be turned off: then the next visit starts with the default columns.
  }
}

export function recallColumns(list: string | null): string | null {
  const { columns } = readKept(list)
  return typeof columns === 'string' ? columns : null
}

/** Whether rows were compact before this was an account preference. */
export function wereRowsCompact(): boolean {
  return readKept(null).isCompact === true
}

function readKept(list: string | null): { columns?: unknown; isCompact?: unknown } {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? 'null')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
