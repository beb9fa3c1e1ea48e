import type { CellEdit, FindQuery, Sheet, SheetChange, SheetRow } from './types'

/**
 * The sheet in memory. A step of the history holds only the cells or rows that it changed, so that one key press in
 * 10,000 rows costs one row; the oldest steps are forgotten when all steps together hold more than `historyCellsMax` cells.
 */

interface CellDelta {
  rowId: number
  column: number
  before: string
  after: string
}
interface RowDelta {
  /** Place in the order of rows, as it is with all rows of the step in. */
  at: number
  row: SheetRow
}
type Step = { label: string; cells: readonly CellDelta[]; added: readonly RowDelta[]; removed: readonly RowDelta[] }

export const historyCellsMax = 1_000_000
const historyStepsMax = 1_000
/** Characters of a cell: what one job takes. */
export const cellCharsMax = 10_000

/** How many cells a step keeps alive; rows that were taken out are kept whole. */
const sizeOf = (step: Step) =>
  step.cells.length + [...step.added, ...step.removed].reduce((sum, { row }) => sum + row.cells.length, 0)

/** Text that the database and the service can keep: no NULs, no halves of characters, not too long. */
export function cleanCell(text: string): string {
  const kept = text.length > cellCharsMax ? text.slice(0, cellCharsMax) : text
  return (kept.includes('\0') ? kept.replaceAll('\0', '') : kept).toWellFormed()
}

export interface SheetSource {
  header: readonly string[]
  rows: readonly (readonly string[])[]
  /** By row, each once and growing; 1, 2, 3 … when left out. */
  lines?: readonly number[]
  /** Rows that are clean already, as a draft tells. All are dirty when left out. */
  cleanRowIds?: readonly number[]
}

/** Makes a sheet of a table. The rows given are not changed and not copied. */
export function createSheet(source: SheetSource): Sheet {
  const { header } = source
  const width = header.length
  const rows = new Map<number, SheetRow>()
  let order: readonly number[] = source.rows.map((cells, index) => {
    const id = source.lines?.[index] ?? index + 1
    rows.set(id, { id, cells })
    return id
  })
  let nextId = order.reduce((max, id) => Math.max(max, id), 0) + 1
  const dirty = new Set(order)
  for (const id of source.cleanRowIds ?? []) dirty.delete(id)

  let version = 0
  const listeners = new Set<(change: SheetChange) => void>()
  const undoable: Step[] = []
  const redoable: Step[] = []
  let historyCells = 0

  const fit = (cells: readonly string[]) => Array.from({ length: width }, (_, column) => cleanCell(cells[column] ?? ''))

  /** Puts cells and rows as the step says, and answers what changed. */
  function apply({ label, cells, added, removed }: Step): SheetChange {
    const byRow = new Map<number, CellDelta[]>()
    for (const delta of cells) {
      const ofRow = byRow.get(delta.rowId)
      if (ofRow === undefined) byRow.set(delta.rowId, [delta])
      else ofRow.push(delta)
    }
    for (const [id, deltas] of byRow) {
      const row = rows.get(id)
      if (row === undefined) continue
      const next = [...row.cells]
      for (const { column, after } of deltas) next[column] = after
      rows.set(id, { id, cells: next })
      dirty.add(id)
    }
    if (removed.length > 0) {
      const gone = new Set(removed.map(({ row }) => row.id))
      order = order.filter((id) => !gone.has(id))
      for (const id of gone) {
        rows.delete(id)
        dirty.delete(id)
      }
    }
    if (added.length > 0) order = insertRows(order, added)
    for (const { row } of added) {
      rows.set(row.id, row)
      dirty.add(row.id)
    }
    const rowIds = [...byRow.keys(), ...added.map(({ row }) => row.id), ...removed.map(({ row }) => row.id)]
    const change = { label, rowIds: [...new Set(rowIds)], isOfRows: added.length + removed.length > 0 }
    version += 1
    for (const listener of listeners) listener(change)
    return change
  }

  function forget(steps: Step[]) {
    for (const step of steps.splice(0)) historyCells -= sizeOf(step)
  }

  function perform(step: Step) {
    forget(redoable)
    undoable.push(step)
    historyCells += sizeOf(step)
    // The last step can always be undone, however large.
    while (undoable.length > 1 && (historyCells > historyCellsMax || undoable.length > historyStepsMax)) {
      const oldest = undoable.shift()
      if (oldest !== undefined) historyCells -= sizeOf(oldest)
    }
    apply(step)
  }

  /** Cell edits as deltas: those that change nothing left out, the last of several for one cell counting. */
  function deltasOf(edits: readonly CellEdit[]): CellDelta[] {
    const found = new Map<number, CellDelta>()
    for (const { rowId, column, value } of edits) {
      const before = rows.get(rowId)?.cells[column]
      if (before === undefined || column >= width) continue
      found.set(rowId * width + column, { rowId, column, before, after: cleanCell(value) })
    }
    return [...found.values()].filter(({ before, after }) => before !== after)
  }

  function setCells(edits: readonly CellEdit[], label = 'Edit'): number {
    const cells = deltasOf(edits)
    if (cells.length > 0) perform({ label, cells, added: [], removed: [] })
    return cells.length
  }

  function makeRows(blocks: readonly (readonly string[])[], at: number): RowDelta[] {
    return blocks.map((cells, index) => ({ at: at + index, row: { id: nextId++, cells: fit(cells) } }))
  }

  const asked = (query: FindQuery) => (query.rowIds === undefined ? order : keepOrder(order, query.rowIds))

  function find(query: FindQuery): { rowId: number; column: number }[] {
    const matches = createMatcher(query)
    const columns = query.columns ?? header.map((_, column) => column)
    const found: { rowId: number; column: number }[] = []
    for (const rowId of asked(query))
      for (const column of columns) {
        const value = rows.get(rowId)?.cells[column]
        if (value !== undefined && matches(value)) found.push({ rowId, column })
      }
    return found
  }

  const turn = (from: Step[], to: Step[], asApplied: (step: Step) => Step): SheetChange | null => {
    const step = from.pop()
    if (step === undefined) return null
    to.push(step)
    return apply(asApplied(step))
  }

  return {
    header,
    get version() {
      return version
    },
    get rowIds() {
      return order
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    row: (rowId) => rows.get(rowId),
    cell: (rowId, column) => rows.get(rowId)?.cells[column] ?? '',
    setCell: (rowId, column, value) => setCells([{ rowId, column, value }]),
    setCells,
    pasteBlock(rowId, column, block) {
      const at = order.indexOf(rowId)
      if (at === -1) return { cells: 0, addedRows: 0, leftOut: 0 }
      const edits: CellEdit[] = []
      const below: string[][] = []
      let leftOut = 0
      for (const [index, values] of block.entries()) {
        const target = order[at + index]
        const room = Math.max(0, width - column)
        leftOut += values.slice(room).filter((value) => value !== '').length
        const kept = values.slice(0, room)
        if (target === undefined) below.push([...Array.from<string>({ length: column }).fill(''), ...kept])
        else for (const [offset, value] of kept.entries()) edits.push({ rowId: target, column: column + offset, value })
      }
      const cells = deltasOf(edits)
      const added = makeRows(below, order.length)
      if (cells.length + added.length > 0) perform({ label: 'Paste', cells, added, removed: [] })
      return { cells: cells.length, addedRows: added.length, leftOut }
    },
    fillDown(rowIds, column) {
      const [first, ...others] = keepOrder(order, rowIds)
      const value = first === undefined ? undefined : rows.get(first)?.cells[column]
      if (value === undefined) return 0
      return setCells(
        others.map((rowId) => ({ rowId, column, value })),
        'Fill down',
      )
    },
    find,
    replace(query, replacement) {
      const change = createReplacer(query, replacement)
      const edits = find(query).map(({ rowId, column }) => {
        const value = rows.get(rowId)?.cells[column] ?? ''
        return { rowId, column, value: change(value) }
      })
      return setCells(edits, 'Replace')
    },
    deleteRows(rowIds) {
      const gone = new Set(rowIds)
      const removed: RowDelta[] = []
      for (const [at, id] of order.entries()) {
        const row = gone.has(id) ? rows.get(id) : undefined
        if (row !== undefined) removed.push({ at, row })
      }
      const label = removed.length === 1 ? 'Delete row' : 'Delete rows'
      if (removed.length > 0) perform({ label, cells: [], added: [], removed })
      return removed.length
    },
    addRows(blocks, afterRowId) {
      const found = afterRowId === undefined ? -1 : order.indexOf(afterRowId)
      const added = makeRows(blocks, found === -1 ? order.length : found + 1)
      const label = added.length === 1 ? 'Add row' : 'Add rows'
      if (added.length > 0) perform({ label, cells: [], added, removed: [] })
      return added.map(({ row }) => row.id)
    },
    get undoLabel() {
      return undoable.at(-1)?.label ?? null
    },
    get redoLabel() {
      return redoable.at(-1)?.label ?? null
    },
    undo: () => turn(undoable, redoable, invert),
    redo: () => turn(redoable, undoable, (step) => step),
    get dirtyRowIds() {
      return dirty
    },
    markClean(rowIds) {
      let changed = false
      for (const id of rowIds) changed = dirty.delete(id) || changed
      if (!changed) return
      version += 1
      for (const listener of listeners) listener({ label: 'Checked', rowIds: [], isOfRows: false })
    },
    markDirty(rowIds) {
      for (const id of rowIds) if (rows.has(id)) dirty.add(id)
      version += 1
      for (const listener of listeners) listener({ label: 'Not checked', rowIds: [], isOfRows: false })
    },
  }
}

const invert = ({ label, cells, added, removed }: Step): Step => ({
  label,
  cells: cells.map(({ rowId, column, before, after }) => ({ rowId, column, before: after, after: before })),
  added: removed,
  removed: added,
})

/** Rows go to the places they are said to have once all are in; `added` is in order. */
function insertRows(order: readonly number[], added: readonly RowDelta[]): readonly number[] {
  const next: number[] = []
  let taken = 0
  for (const { at, row } of added) {
    while (next.length < at && taken < order.length) next.push(order[taken++] ?? 0)
    next.push(row.id)
  }
  return next.concat(order.slice(taken))
}

/** These rows in the order of the sheet, those that are not there left out. */
function keepOrder(order: readonly number[], rowIds: readonly number[]): readonly number[] {
  const wanted = new Set(rowIds)
  return order.filter((id) => wanted.has(id))
}

function createMatcher({ find, isWhole = false, isCaseSensitive = false }: FindQuery): (value: string) => boolean {
  if (find === '') return isWhole ? (value) => value === '' : () => false
  const pattern = patternOf(find, isWhole, isCaseSensitive)
  return (value) => value.search(pattern) !== -1
}

function createReplacer(query: FindQuery, replacement: string): (value: string) => string {
  const { find, isWhole = false, isCaseSensitive = false } = query
  if (find === '') return () => replacement
  const pattern = patternOf(find, isWhole, isCaseSensitive)
  // A function, so that a $ in the replacement is a $.
  return (value) => value.replace(pattern, () => replacement)
}

/** Case is compared by the engine's own folding: lower case may be longer than upper, so places would not be the same. */
function patternOf(find: string, isWhole: boolean, isCaseSensitive: boolean): RegExp {
  const literal = find.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(isWhole ? `^(?:${literal})$` : literal, isCaseSensitive ? 'gu' : 'giu')
}
