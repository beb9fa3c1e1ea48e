import type { Report, ReportItem } from '@/lib/report/schema'
import type { Slices } from '@/lib/report/slices-model'

/**
 * Finds for each item of one report its counterpart in another: by id first, wherever it moved; then, for templates that
 * were edited and for entries of repeated groups, by words among the same neighbours, and last by words within the
 * section. Total and linear: every item has at most one counterpart, whatever repeats or is missing. Which report is
 * left makes no difference.
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

// Ids are compared without case: the same UUID is met in both. Items without one never match by id.
const idOf = (item: ReportItem) => item.itemId?.toLowerCase() ?? null
const fold = (text: string | null) => text?.trim().toLowerCase().replaceAll(/\s+/g, ' ') ?? ''
const wordsOf = (item: ReportItem) => JSON.stringify([item.type, fold(item.label)])

/** After so many pairs other work may go first. */
const stepPairs = 64

class Matcher {
  readonly #leftChildren: Children
  readonly #rightChildren: Children
  readonly #rightOf = new Map<ReportItem, ReportItem>()
  readonly #taken = new Set<ReportItem>()
  /** Matched pairs whose children were not compared by their words yet. */
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
    // Within the same parent first: children of repeated entries may share their ids.
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

  /** Looks below every new pair by words, and below what that brings. */
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

  /** Pairs what is not paired yet and has the same key, the first with the first. */
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

/** The words of an item with those of its section; null for one without a label. */
function wordsInSection(sections: ReadonlyMap<string, string>): (item: ReportItem) => string | null {
  return (item) => (item.label === null ? null : JSON.stringify([sections.get(item.sectionKey) ?? '', wordsOf(item)]))
}
