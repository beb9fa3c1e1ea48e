import { serverText } from '@/lib/server-text'
import { asList, asRecord, asText, type JsonRecord } from './read'
import { sliced, type Slices } from './slices-model'

/** Why an item is not part of what the inspector saw. */
export type Hidden = 'inactive' | 'pattern'

/**
 * One item at its position in the tree. The list of places is in reading order, and parents come before their children.
 */
export interface Place {
  /**
   * Unique in the document and stable for a version: the item id, with a counter when several items have the same id.
   */
  key: string
  item: JsonRecord
  itemId: string | null
  type: string
  parent: Place | null
  /** Inherited: all items below an inactive item, or in the pattern of a repeated group, are hidden too. */
  hidden: Hidden | null
  /** Inherited: whether the item is in an entry of a repeated group, or in its pattern. */
  isInEntry: boolean
  isTitlePage: boolean
}

export interface Structure {
  places: Place[]
  /** Texts for people that say what was irregular and how it was read. */
  oddities: string[]
}

/** After this many items, other work may go first. */
const stepItems = 64

const entryTypes: ReadonlySet<string> = new Set(['element', 'primeelement'])

interface Draft {
  place: Place
  parentIndex: number | null
  childRank: Map<string, number>
  children: number[]
}

/**
 * Puts the flat item lists of a document in reading order. It is iterative and accepts any list: with cycles, missing
 * parents, repeated ids and chains of any depth, every item gets exactly one place.
 */
export function* arrangeItems(titlePage: unknown, items: unknown): Slices<Structure> {
  const drafts = [
    ...(yield* sliced(asList(titlePage).filter(isItem), (item) => draftOf(asRecord(item), true))),
    ...(yield* sliced(asList(items).filter(isItem), (item) => draftOf(asRecord(item), false))),
  ]
  const repeated = nameUniquely(drafts)
  yield
  const orphans = yield* linkParents(drafts)
  const { places, cut } = yield* walk(drafts)
  const unreadable = asList(titlePage).length + asList(items).length - drafts.length
  return {
    places,
    oddities: [
      ...describe('repeated', repeated),
      ...describe('orphans', orphans),
      ...describe('cut', cut),
      ...describe('unreadable', unreadable),
    ],
  }
}

function isItem(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function draftOf(item: JsonRecord, isTitlePage: boolean): Draft {
  const childRank = new Map<string, number>()
  for (const child of asList(item['children'])) {
    const id = asText(child)?.toLowerCase()
    if (id !== undefined && !childRank.has(id)) childRank.set(id, childRank.size)
  }
  const itemId = asText(item['item_id'])
  const place: Place = {
    key: itemId ?? '',
    item,
    itemId,
    type: asText(item['type']) ?? 'unknown',
    parent: null,
    hidden: null,
    isInEntry: false,
    isTitlePage,
  }
  return { place, parentIndex: null, childRank, children: [] }
}

function nameUniquely(drafts: Draft[]): number {
  const taken = new Set(drafts.map((draft) => draft.place.key))
  const seen = new Map<string, number>()
  let repeated = 0
  for (const { place } of drafts) {
    const base = place.itemId ?? 'item'
    let counter = (seen.get(base) ?? 0) + 1
    seen.set(base, counter)
    if (place.itemId !== null && counter === 1) continue
    if (place.itemId !== null) repeated += 1
    while (taken.has(`${base}~${counter}`)) counter += 1
    place.key = `${base}~${counter}`
    taken.add(place.key)
    seen.set(base, counter)
  }
  return repeated
}

/**
 * Ids are compared without case, because the same UUID occurs in both cases. If several items have an id, references
 * mean the first one.
 */
function* linkParents(drafts: Draft[]): Slices<number> {
  const firstById = new Map<string, number>()
  const listedBy = new Map<string, number>()
  drafts.forEach(({ place, childRank }, index) => {
    const id = place.itemId?.toLowerCase()
    if (id !== undefined && !firstById.has(id)) firstById.set(id, index)
    for (const child of childRank.keys()) if (!listedBy.has(child)) listedBy.set(child, index)
  })
  yield
  let orphans = 0
  for (const [index, draft] of drafts.entries()) {
    if (index % stepItems === 0) yield
    const parentId = asText(draft.place.item['parent_id'])?.toLowerCase()
    const id = draft.place.itemId?.toLowerCase() ?? ''
    const named = parentId === undefined ? undefined : firstById.get(parentId)
    const parentIndex = named ?? listedBy.get(id)
    if (parentIndex === undefined || parentIndex === index) {
      if (parentId !== undefined) orphans += 1
      continue
    }
    draft.parentIndex = parentIndex
    drafts[parentIndex]?.children.push(index)
  }
  for (const [at, draft] of drafts.entries()) {
    if (at % stepItems === 0) yield
    if (draft.children.length < 2) continue
    const rank = (index: number) =>
      draft.childRank.get(drafts[index]?.place.itemId?.toLowerCase() ?? '') ?? Number.MAX_SAFE_INTEGER
    draft.children.sort((a, b) => rank(a) - rank(b) || a - b)
  }
  return orphans
}

function* walk(drafts: Draft[]): Slices<{ places: Place[]; cut: number }> {
  const places: Place[] = []
  const placed = new Set<number>()
  let cut = 0

  function* placeFrom(start: number): Slices<void> {
    const waiting: Array<{ index: number; parent: Place | null }> = [{ index: start, parent: null }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const draft = drafts[next.index]
      if (draft === undefined || placed.has(next.index)) continue
      placed.add(next.index)
      const { place } = draft
      place.parent = next.parent
      place.hidden = next.parent?.hidden ?? ownHidden(place)
      place.isInEntry = next.parent !== null && (next.parent.isInEntry || entryTypes.has(next.parent.type))
      places.push(place)
      if (places.length % stepItems === 0) yield
      for (const child of draft.children.toReversed()) waiting.push({ index: child, parent: place })
    }
  }

  for (const [index, draft] of drafts.entries()) if (draft.parentIndex === null) yield* placeFrom(index)
  // All remaining items are below a cycle. Each cycle is opened once, at its first item in document order.
  for (const index of drafts.keys()) {
    if (placed.has(index)) continue
    cut += 1
    yield* placeFrom(index)
  }
  return { places, cut }
}

function ownHidden(place: Place): Hidden | null {
  if (place.type === 'primeelement') return 'pattern'
  return place.item['inactive'] === true ? 'inactive' : null
}

function describe(oddity: 'repeated' | 'orphans' | 'cut' | 'unreadable', count: number): string[] {
  return count === 0 ? [] : [serverText(`report.oddities.${oddity}`, { count })]
}
