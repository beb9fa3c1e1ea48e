import { compareEntries, type Entry, type Store } from './store'

export interface SearchFilter {
  afterMs: number | null
  beforeMs: number | null
  templates: ReadonlySet<string> | null
  archived: 'true' | 'false' | 'both'
  completed: 'true' | 'false' | 'both'
  owner: 'me' | 'other' | 'all'
  order: 'asc' | 'desc'
  limit: number
  bound: 'inclusive' | 'exclusive'
}

export interface SearchResult {
  total: number
  entries: Entry[]
}

/**
 * Finds inspections without keeping them: rows come from the timeline by binary search, changed ones from the overlay.
 * `total` counts what matches this query. Only filters other than time and `archived=false` read every row.
 */
export function searchEntries(store: Store, filter: SearchFilter): SearchResult {
  const { timeline } = store
  const inclusive = filter.bound === 'inclusive' ? 0 : 1
  const fromMs = filter.afterMs === null ? Number.NEGATIVE_INFINITY : filter.afterMs + inclusive
  const toMs = filter.beforeMs === null ? Number.POSITIVE_INFINITY : filter.beforeMs + 1 - inclusive
  const from = filter.afterMs === null ? 0 : timeline.indexAt(fromMs)
  const to = filter.beforeMs === null ? timeline.rows : timeline.indexAt(toMs)
  const overlay = store
    .overlayRows()
    .filter((entry) => entry.modifiedAtMs >= fromMs && entry.modifiedAtMs < toMs && matches(entry, filter))
  return {
    total: countRows(store, filter, from, to) + overlay.length,
    entries: mergePage(
      rowsInOrder(store, filter, from, to),
      filter.order === 'asc' ? overlay : overlay.toReversed(),
      filter,
    ),
  }
}

function matches(entry: Entry, filter: SearchFilter): boolean {
  return (
    holds(filter.archived, entry.archived) &&
    holds(filter.completed, entry.completed) &&
    (filter.owner === 'all' || entry.isOwn === (filter.owner === 'me')) &&
    (filter.templates === null || filter.templates.has(entry.templateId))
  )
}

function holds(wanted: 'true' | 'false' | 'both', value: boolean): boolean {
  return wanted === 'both' || value === (wanted === 'true')
}

/** The same test as `matches`, for a row that was not generated yet. Cheap conditions come first. */
function rowMatches(store: Store, filter: SearchFilter, index: number): boolean {
  const { timeline } = store
  if (store.replacedRows.has(index)) return false
  if (!holds(filter.archived, timeline.isArchived(index))) return false
  if (!holds(filter.completed, timeline.isCompleted(index))) return false
  if (filter.owner !== 'all' && timeline.isOwn(index) !== (filter.owner === 'me')) return false
  return filter.templates === null || filter.templates.has(store.templateIdAt(index))
}

function countRows(store: Store, filter: SearchFilter, from: number, to: number): number {
  if (to <= from) return 0
  if (filter.completed === 'both' && filter.owner === 'all' && filter.templates === null) {
    const archived = store.timeline.countArchived(from, to)
    let count = filter.archived === 'both' ? to - from : filter.archived === 'true' ? archived : to - from - archived
    for (const index of store.replacedRows) {
      if (index >= from && index < to && holds(filter.archived, store.timeline.isArchived(index))) count -= 1
    }
    return count
  }
  let count = 0
  for (let index = from; index < to; index += 1) if (rowMatches(store, filter, index)) count += 1
  return count
}

/** Matching rows in the requested order. Rows with the same time are in the order of their ids. */
function* rowsInOrder(store: Store, filter: SearchFilter, from: number, to: number): Generator<Entry> {
  const step = filter.order === 'asc' ? 1 : -1
  let at = step === 1 ? from : to - 1
  while (at >= from && at < to) {
    const sharedMs = store.timeline.modifiedAt(at)
    const batch: Entry[] = []
    while (at >= from && at < to && store.timeline.modifiedAt(at) === sharedMs) {
      if (rowMatches(store, filter, at)) batch.push(store.rowAt(at))
      at += step
    }
    batch.sort((a, b) => compareEntries(a, b) * step)
    yield* batch
  }
}

function mergePage(rows: Iterator<Entry>, overlay: readonly Entry[], filter: SearchFilter): Entry[] {
  const sign = filter.order === 'asc' ? 1 : -1
  const page: Entry[] = []
  let row = rows.next()
  let at = 0
  while (page.length < filter.limit) {
    const changed = overlay[at]
    if (changed && (row.done || compareEntries(changed, row.value) * sign < 0)) {
      page.push(changed)
      at += 1
    } else if (!row.done) {
      page.push(row.value)
      row = rows.next()
    } else break
  }
  return page
}
