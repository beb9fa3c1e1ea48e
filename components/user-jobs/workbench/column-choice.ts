import { writeMemory } from '@/lib/user-jobs/sheet/columns'
import type { Mapping } from '@/lib/user-jobs/sheet/types'

/** The mapping of columns, remembered in this browser for files with the same heads. It contains no cells. */
const storageKey = 'sightline.user-columns'

/** What was remembered, for `readMemory`; null where the browser keeps nothing. */
export function loadColumnMemory(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Remembers this mapping for its header. */
export function keepColumns(header: readonly string[], mapping: Mapping): void {
  try {
    localStorage.setItem(storageKey, writeMemory(localStorage.getItem(storageKey), header, mapping))
  } catch {
    // Storage is switched off or full: the next file is guessed again.
  }
}

/** Attributes that several columns map to, with the heads of those columns: all but one would be lost. */
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
