import type { Report, ReportItem } from '@/lib/report/schema'
import type { DiffSection } from './diff-schema'

/** Two items that belong together; null for a side without a counterpart. */
export type Pair = [ReportItem | null, ReportItem | null]

function pairAlone(left: ReportItem): Pair {
  return [left, null]
}

// A document may choose any ids, so keys are prefixed with the side. Matched items use the key of the right side.
export const nameRight = (key: string) => `b/${key}`
export const nameLeft = (key: string) => `a/${key}`

function push<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [value])
  else group.push(value)
}

/** Pairs in the order of the right side. An item that is only on the left follows the item that it followed there. */
export function orderPairs(left: Report, right: Report, rightOf: ReadonlyMap<ReportItem, ReportItem>): Pair[] {
  const leftOf = new Map([...rightOf].map(([leftItem, rightItem]) => [rightItem, leftItem]))
  const followers = new Map<ReportItem | null, ReportItem[]>()
  let anchor: ReportItem | null = null
  for (const item of left.items) {
    const other = rightOf.get(item)
    if (other !== undefined) {
      anchor = other
      continue
    }
    push(followers, anchor, item)
  }
  return [
    ...(followers.get(null) ?? []).map(pairAlone),
    ...right.items.flatMap((item): Pair[] => [
      [leftOf.get(item) ?? null, item],
      ...(followers.get(item) ?? []).map(pairAlone),
    ]),
  ]
}

export interface JoinedSections {
  sections: DiffSection[]
  /** Keys of the joined sections, by the section keys of the left side. */
  left: ReadonlyMap<string, string>
}

/** The sections of both sides as one list. Sections with matching headings are merged. */
export function joinSections(
  left: Report,
  right: Report,
  rightOf: ReadonlyMap<ReportItem, ReportItem>,
): JoinedSections {
  const headings = new Map(left.items.map((item) => [item.key, item]))
  const rightKeys = new Set(right.sections.map(({ key }) => key))
  const joined = new Map<string, string>()
  for (const { key } of left.sections) {
    const heading = headings.get(key)
    const other = heading === undefined ? undefined : rightOf.get(heading)
    const twin = other !== undefined && rightKeys.has(other.key) ? other.key : heading === undefined ? key : null
    joined.set(key, twin !== null && rightKeys.has(twin) ? nameRight(twin) : nameLeft(key))
  }
  const known = new Set(right.sections.map(({ key }) => nameRight(key)))
  const followers = new Map<string | null, DiffSection[]>()
  let anchor: string | null = null
  for (const { key, label } of left.sections) {
    const name = joined.get(key) ?? nameLeft(key)
    if (known.has(name)) anchor = name
    else push(followers, anchor, { key: name, label })
  }
  return {
    left: joined,
    sections: [
      ...(followers.get(null) ?? []),
      ...right.sections.flatMap(({ key, label }) => [
        { key: nameRight(key), label },
        ...(followers.get(nameRight(key)) ?? []),
      ]),
    ],
  }
}
