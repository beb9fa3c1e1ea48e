import type { CellDelta, RowDelta, Step } from './sheet-history'
import type { CellEdit, SheetChange, SheetRow } from './types'

/** The most characters of a cell that a job accepts. */
export const cellCharsMax = 10_000

/** Text that the database and the service can store: no NULs, no lone surrogates, not too long. */
export function cleanCell(text: string): string {
  const kept = text.length > cellCharsMax ? text.slice(0, cellCharsMax) : text
  return (kept.includes('\0') ? kept.replaceAll('\0', '') : kept).toWellFormed()
}

export interface SheetSource {
  header: readonly string[]
  rows: readonly (readonly string[])[]
  /** By row, unique and increasing; 1, 2, 3 … when left out. */
  lines?: readonly number[]
  /** Rows that are already clean, according to a draft. All are dirty when left out. */
  cleanRowIds?: readonly number[]
}

/** The rows of a sheet, their order, and which of them are dirty. The given rows are neither changed nor copied. */
export function createRowStore(source: SheetSource) {
  const width = source.header.length
  const rows = new Map<number, SheetRow>()
  let order: readonly number[] = source.rows.map((cells, index) => {
    const id = source.lines?.[index] ?? index + 1
    rows.set(id, { id, cells })
    return id
  })
  let nextId = order.reduce((max, id) => Math.max(max, id), 0) + 1
  const dirty = new Set(order)
  for (const id of source.cleanRowIds ?? []) dirty.delete(id)

  const fit = (cells: readonly string[]) => Array.from({ length: width }, (_, column) => cleanCell(cells[column] ?? ''))

  function removeRows(removed: readonly RowDelta[]): void {
    if (removed.length === 0) return
    const gone = new Set(removed.map(({ row }) => row.id))
    order = order.filter((id) => !gone.has(id))
    for (const id of gone) {
      rows.delete(id)
      dirty.delete(id)
    }
  }

  function insertRows(added: readonly RowDelta[]): void {
    if (added.length > 0) order = placeRows(order, added)
    for (const { row } of added) {
      rows.set(row.id, row)
      dirty.add(row.id)
    }
  }

  return {
    rows: rows as ReadonlyMap<number, SheetRow>,
    dirty,
    /** Ids of the rows, in order. The array is replaced only when rows are added or deleted. */
    order: () => order,
    /** Sets cells and rows as the step says, and returns what changed. */
    apply({ label, cells, added, removed }: Step): SheetChange {
      const byRow = groupByRow(cells)
      for (const [id, deltas] of byRow) {
        const row = rows.get(id)
        if (row === undefined) continue
        const next = [...row.cells]
        for (const { column, after } of deltas) next[column] = after
        rows.set(id, { id, cells: next })
        dirty.add(id)
      }
      removeRows(removed)
      insertRows(added)
      const rowIds = [...byRow.keys(), ...added.map(({ row }) => row.id), ...removed.map(({ row }) => row.id)]
      return { label, rowIds: [...new Set(rowIds)], isOfRows: added.length + removed.length > 0 }
    },
    /** Edits as deltas: those without an effect are left out, and the last of several for one cell counts. */
    deltasOf(edits: readonly CellEdit[]): CellDelta[] {
      const found = new Map<number, CellDelta>()
      for (const { rowId, column, value } of edits) {
        const before = rows.get(rowId)?.cells[column]
        if (before === undefined || column >= width) continue
        found.set(rowId * width + column, { rowId, column, before, after: cleanCell(value) })
      }
      return [...found.values()].filter(({ before, after }) => before !== after)
    },
    /** New rows with these cells, starting at a position in the order. */
    makeRows: (blocks: readonly (readonly string[])[], at: number): RowDelta[] =>
      blocks.map((cells, index) => ({ at: at + index, row: { id: nextId++, cells: fit(cells) } })),
    /** These rows with their positions; missing ones are left out. */
    placesOf(rowIds: readonly number[]): RowDelta[] {
      const wanted = new Set(rowIds)
      const found: RowDelta[] = []
      for (const [at, id] of order.entries()) {
        const row = wanted.has(id) ? rows.get(id) : undefined
        if (row !== undefined) found.push({ at, row })
      }
      return found
    },
    /** These rows in the order of the sheet; missing ones are left out. */
    inOrder(rowIds: readonly number[]): readonly number[] {
      const wanted = new Set(rowIds)
      return order.filter((id) => wanted.has(id))
    },
  }
}
export type RowStore = ReturnType<typeof createRowStore>

function groupByRow(cells: readonly CellDelta[]): Map<number, CellDelta[]> {
  const byRow = new Map<number, CellDelta[]>()
  for (const delta of cells) {
    const ofRow = byRow.get(delta.rowId)
    if (ofRow === undefined) byRow.set(delta.rowId, [delta])
    else ofRow.push(delta)
  }
  return byRow
}

/** The order with these rows inserted. Their positions are those after all are inserted, and `added` is in order. */
function placeRows(order: readonly number[], added: readonly RowDelta[]): readonly number[] {
  const next: number[] = []
  let taken = 0
  for (const { at, row } of added) {
    while (next.length < at && taken < order.length) next.push(order[taken++] ?? 0)
    next.push(row.id)
  }
  return next.concat(order.slice(taken))
}
