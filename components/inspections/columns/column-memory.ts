/** Columns as a person last chose them in this browser, for the next visit that asks for none. */

const storageKey = 'sightline.columns'

/** As `columns=` has it; null for the first ones. */
export function rememberColumns(columns: string | null): void {
  try {
    if (columns === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify({ columns }))
  } catch {
    // Storage can be switched off: the next visit then begins with the first columns.
  }
}

export function recallColumns(): string | null {
  const { columns } = readKept()
  return typeof columns === 'string' ? columns : null
}

/** Whether rows were compact before that was a preference of the account. */
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
