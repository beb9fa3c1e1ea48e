import type { Report, ReportItem } from '@/lib/report/schema'
import type { Slices } from '@/lib/report/slices-model'

/**
 * Finds the counterpart of each item of one report in another. Items are matched by id first, wherever they were moved.
 * Then, for edited templates and entries of repeated groups, they are matched by text under the same parent, and last
 * by text within the section. Never fails and takes linear time: every item has at most one counterpart, whatever
 * repeats or is missing. Swapping the reports gives the same pairs.
 */
export function matchItems(left: Report, right: Report): Slices<Map<ReportItem, ReportItem>> {
  return new Matcher(left, right).run()
}

type Children = ReadonlyMap<string | null, readonly ReportItem[]>

function groupBy<Key>(items: readonly ReportItem[], keyOf: (item: ReportItem) => Key): Map<Key, ReportItem[]> {
  const groups = new Map<Key, ReportItem[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

// Ids are compared without case, because the same UUID occurs in upper and lower case. Items without an id never match
// by id.
const idOf = (item: ReportItem) => item.itemId?.toLowerCase() ?? null
const fold = (text: string | null) => text?.trim().toLowerCase().replaceAll(/\s+/g, ' ') ?? ''
const wordsOf = (item: ReportItem) => JSON.stringify([item.type, fold(item.label)])

/** The number of pairs after which other work gets a turn. */
const stepPairs = 64

class Matcher {
  readonly #leftChildren: Children
  readonly #rightChildren: Children
  readonly #rightOf = new Map<ReportItem, ReportItem>()
  readonly #taken = new Set<ReportItem>()
  /** Matched pairs whose children have not been compared by text yet. */
  #fresh: Array<[string | null, string | null]> = []

  constructor(
    readonly left: Report,
    readonly right: Report,
  ) {
    this.#leftChildren = groupBy(left.items, (item) => item.parentKey)
    this.#rightChildren = groupBy(right.items, (item) => item.parentKey)
  }

  *run(): Slices<Map<ReportItem, ReportItem>> {
    this.#fresh.push([null, null])
    // Match under the same parent first, because children of repeated entries may share ids.
    for (let at = 0; at < this.#fresh.length; at += 1) {
      const pair = this.#fresh[at]
      if (pair !== undefined) this.#matchChildren(pair, idOf)
      if (at % stepPairs === 0) yield
    }
    this.#match(this.left.items, this.right.items, idOf)
    yield
    yield* this.#settle()
    const leftSections = sectionWords(this.left)
    const rightSections = sectionWords(this.right)
    this.#match(this.left.items, this.right.items, wordsInSection(leftSections), wordsInSection(rightSections))
    yield
    yield* this.#settle()
    return this.#rightOf
  }

  /** Matches the children of every new pair by id and text, and then the children of the pairs found that way. */
  *#settle(): Slices<void> {
    for (let pair = this.#fresh.pop(); pair !== undefined; pair = this.#fresh.pop()) {
      if (this.#fresh.length % stepPairs === 0) yield
      this.#matchChildren(pair, idOf)
      this.#matchChildren(pair, wordsOf)
    }
  }

  #matchChildren([leftKey, rightKey]: [string | null, string | null], keyOf: (item: ReportItem) => string | null) {
    this.#match(this.#leftChildren.get(leftKey) ?? [], this.#rightChildren.get(rightKey) ?? [], keyOf)
  }

  /** Pairs unpaired items that have the same key, in order. */
  #match(
    left: readonly ReportItem[],
    right: readonly ReportItem[],
    keyOf: (item: ReportItem) => string | null,
    rightKeyOf = keyOf,
  ): void {
    const openLeft = left.filter((item) => !this.#rightOf.has(item))
    const openRight = right.filter((item) => !this.#taken.has(item))
    if (openLeft.length === 0 || openRight.length === 0) return
    const waiting = groupBy(openRight, rightKeyOf)
    for (const [key, items] of groupBy(openLeft, keyOf)) {
      if (key === null) continue
      const others = waiting.get(key) ?? []
      for (const [at, item] of items.entries()) {
        const other = others[at]
        if (other === undefined) break
        this.#rightOf.set(item, other)
        this.#taken.add(other)
        this.#fresh.push([item.key, other.key])
      }
    }
  }
}

function sectionWords(report: Report): Map<string, string> {
  return new Map(report.sections.map(({ key, label }) => [key, fold(label)]))
}

/** The text of an item together with that of its section; null for an item without a label. */
function wordsInSection(sections: ReadonlyMap<string, string>): (item: ReportItem) => string | null {
  return (item) => (item.label === null ? null : JSON.stringify([sections.get(item.sectionKey) ?? '', wordsOf(item)]))
}
