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
  /** The item id without case; null if it has none. */
  id: string | null
  parentIndex: number | null
  /** The ids of `children` without case. */
  listed: readonly string[]
  children: number[]
}

const noIds: readonly string[] = []

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
  const listed = asList(item['children'])
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
  return {
    place,
    id: itemId === null ? null : itemId.toLowerCase(),
    parentIndex: null,
    listed: listed.length === 0 ? noIds : listed.flatMap((child) => asText(child)?.toLowerCase() ?? []),
    children: [],
  }
}

function nameUniquely(drafts: Draft[]): number {
  const taken = new Set(drafts.map((draft) => draft.place.key))
  // Nearly always each item has an id of its own. An item without one has an empty key so far.
  if (taken.size === drafts.length && !taken.has('')) return 0
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
  for (const [index, { id }] of drafts.entries()) if (id !== null && !firstById.has(id)) firstById.set(id, index)
  yield
  const parentIds = yield* sliced(drafts, ({ place }) => asText(place.item['parent_id'])?.toLowerCase())
  const named = parentIds.map((id) => (id === undefined ? undefined : firstById.get(id)))
  const listedBy = findLists(drafts, named)
  yield
  let orphans = 0
  for (const [index, draft] of drafts.entries()) {
    if (index % stepItems === 0) yield
    const parentId = parentIds[index]
    const parentIndex = named[index] ?? listedBy.get(draft.id ?? '')
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
    // Nearly all documents list the items in the order of their parents' lists.
    const isListed = (index: number, place: number) => {
      const id = drafts[index]?.id ?? null
      return id !== null && id === draft.listed[place] && firstById.get(id) === index
    }
    if (draft.children.every(isListed)) continue
    const ranks = new Map<string, number>()
    for (const id of draft.listed) if (!ranks.has(id)) ranks.set(id, ranks.size)
    const rank = (index: number) => ranks.get(drafts[index]?.id ?? '') ?? Number.MAX_SAFE_INTEGER
    draft.children.sort((a, b) => rank(a) - rank(b) || a - b)
  }
  return orphans
}

/** For the ids of items that name no parent in the document: the first item that lists them as children. */
function findLists(drafts: readonly Draft[], named: ReadonlyArray<number | undefined>): Map<string, number> {
  const loose = new Set<string>()
  for (const [index, { id }] of drafts.entries()) if (named[index] === undefined && id !== null) loose.add(id)
  const listedBy = new Map<string, number>()
  for (const [index, { listed }] of drafts.entries())
    for (const child of listed) if (loose.has(child) && !listedBy.has(child)) listedBy.set(child, index)
  return listedBy
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
      for (let at = draft.children.length - 1; at >= 0; at -= 1)
        waiting.push({ index: draft.children[at] ?? 0, parent: place })
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
