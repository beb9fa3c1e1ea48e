import { memoryKey } from '@/lib/browser/memory'
import { writeMemory } from '@/lib/user-jobs/sheet/columns'
import type { Mapping } from '@/lib/user-jobs/sheet/types'

/** The mapping of columns, remembered in this browser for files with the same headers. Contains no cells. */
const storageKey = memoryKey('user-columns')

/** The remembered mappings, for `readMemory`; null if the browser stores nothing. */
export function loadColumnMemory(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Remembers this mapping for its header row. */
export function keepColumns(header: readonly string[], mapping: Mapping): void {
  try {
    localStorage.setItem(storageKey, writeMemory(localStorage.getItem(storageKey), header, mapping))
  } catch {
    // Storage is turned off or full, so the mapping of the next file is guessed again.
  }
}

/**
 * Attributes to which several columns are mapped, with the headers of those columns. All but one column would be lost.
 */
export function findDoubleAttributes(
  header: readonly string[],
  mapping: Mapping,
): readonly { name: string; heads: readonly string[] }[] {
  const heads = new Map<string, { name: string; heads: string[] }>()
  for (const [column, use] of mapping.entries()) {
    if (use.to !== 'attribute') continue
    const key = use.name.trim().toLowerCase()
    const known = heads.get(key) ?? { name: use.name, heads: [] }
    known.heads.push(header[column] ?? '')
    heads.set(key, known)
  }
  return [...heads.values()].filter((one) => one.heads.length > 1)
}
