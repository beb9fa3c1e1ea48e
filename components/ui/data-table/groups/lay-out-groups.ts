/** A group of a list, as the server counts it. */
export interface CountedGroup {
  id: string
  label: string
  /** The number of its rows. */
  count: number
}

/** A position of a list in groups: the header of a group (`index` -1), or a row with its index in the group. */
export interface GroupPlace {
  group: CountedGroup
  index: number
}

export interface GroupLayout {
  /** The number of positions: all headers, and the rows of open groups. */
  total: number
  /** What is at a position; null beyond the end. */
  find: (position: number) => GroupPlace | null
}

/** Places the headers of groups and the rows of open groups below each other, before any row is loaded. */
export function layOutGroups(groups: readonly CountedGroup[], open: ReadonlySet<string>): GroupLayout {
  const starts: number[] = []
  let total = 0
  for (const { id, count } of groups) {
    starts.push(total)
    total += 1 + (open.has(id) ? count : 0)
  }
  return {
    total,
    find: (position) => {
      if (position < 0 || position >= total) return null
      // The last group that starts at or before the position.
      let low = 0
      let high = starts.length - 1
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        if ((starts[middle] ?? 0) <= position) low = middle
        else high = middle - 1
      }
      const group = groups[low]
      return group === undefined ? null : { group, index: position - (starts[low] ?? 0) - 1 }
    },
  }
}
