/** The columns that a person last chose in this browser, for visits without columns in the address. */

const storageKey = 'sightline.columns'

/** In the form of `columns=`; null for the default ones. */
export function rememberColumns(columns: string | null): void {
  try {
    if (columns === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify({ columns }))
  } catch {
    // Storage can be turned off: then the next visit starts with the default columns.
  }
}

export function recallColumns(): string | null {
  const { columns } = readKept()
  return typeof columns === 'string' ? columns : null
}

/** Whether rows were compact before this was an account preference. */
export function wereRowsCompact(): boolean {
  return readKept().isCompact === true
}

function readKept(): { columns?: unknown; isCompact?: unknown } {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
