const namedLinesMax = 5

/** The other rows that have the same email as a row. */
export interface Others {
  count: number
  lines: readonly number[]
}
const alone: Others = { count: 0, lines: [] }

/** Which rows have the same email, and which rows a change of one affects. */
export function createEmailIndex() {
  const keys = new Map<number, string>()
  const rows = new Map<string, Set<number>>()
  const sorted = new Map<string, readonly number[]>()
  const affected = new Set<string>()

  const change = (key: string, act: (ids: Set<number>) => void) => {
    const ids = rows.get(key) ?? new Set()
    const sizeBefore = ids.size
    act(ids)
    if (ids.size === 0) rows.delete(key)
    else rows.set(key, ids)
    sorted.delete(key)
    if (sizeBefore > 1 || ids.size > 1) affected.add(key)
  }

  return {
    /** `key` is empty if the row has no email or was deleted. */
    set(id: number, key: string) {
      const before = keys.get(id) ?? ''
      if (before === key) return
      if (before !== '') change(before, (ids) => ids.delete(id))
      if (key === '') keys.delete(id)
      else {
        keys.set(id, key)
        change(key, (ids) => ids.add(id))
      }
    },
    /** Rows that gained or lost another row with their email since the last call. */
    takeAffected(): number[] {
      const ids: number[] = []
      for (const key of affected) for (const id of rows.get(key) ?? []) ids.push(id)
      affected.clear()
      return ids
    },
    /** How many other rows have the same email, and the first few of them. */
    othersOf(id: number): Others {
      const key = keys.get(id) ?? ''
      const ids = rows.get(key)
      if (ids === undefined || ids.size < 2) return alone
      let all = sorted.get(key)
      if (all === undefined) {
        all = [...ids].sort((one, other) => one - other)
        sorted.set(key, all)
      }
      // Only the first few are named, so that a sheet with a single email does not take quadratic time.
      const lines = all.slice(0, namedLinesMax + 1).filter((other) => other !== id)
      return { count: all.length - 1, lines: lines.slice(0, namedLinesMax) }
    },
  }
}
