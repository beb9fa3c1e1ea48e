/** Columns and density as a person last chose them in this browser, for the next visit that asks for none. */
export interface RememberedColumns {
  /** As `columns=` has it; null for the first ones. */
  columns: string | null
  isCompact: boolean
}

const storageKey = 'sightline.columns'

export function rememberColumns(remembered: RememberedColumns): void {
  try {
    if (remembered.columns === null && !remembered.isCompact) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(remembered))
  } catch {
    // Storage can be switched off: the next visit then begins with the first columns.
  }
}

export function recallColumns(): RememberedColumns | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof value !== 'object' || value === null || !('columns' in value) || !('isCompact' in value)) return null
    const { columns, isCompact } = value
    if (columns !== null && typeof columns !== 'string') return null
    return { columns, isCompact: isCompact === true }
  } catch {
    return null
  }
}
