import { ownName } from '@/lib/base-path'

/** The columns that a person last chose in this browser, for visits without columns in the address. */

/** Null is the list of inspections. It came first, so its key has no name; the keys of other lists do. */
const keyOf = (list: string | null) => ownName(list === null ? 'sightline.columns' : `sightline.columns.${list}`)

/** Stores columns in the form of the parameter `columns=`; null for the default columns. */
export function rememberColumns(list: string | null, columns: string | null): void {
  try {
    if (columns === null) localStorage.removeItem(keyOf(list))
    else localStorage.setItem(keyOf(list), JSON.stringify({ columns }))
  } catch {
    // Storage may be turned off. The next visit then starts with the default columns.
  }
}

export function recallColumns(list: string | null): string | null {
  const { columns } = readKept(list)
  return typeof columns === 'string' ? columns : null
}

/** Whether the person chose compact rows before density became an account preference. */
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
