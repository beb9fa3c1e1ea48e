import { createEdits } from './sheet-edits'
import { createMatcher, createReplacer } from './sheet-find'
import { createHistory } from './sheet-history'
import { createRowStore, type SheetSource } from './sheet-rows'
import type { FindQuery, Sheet, SheetChange } from './types'

/** Creates a sheet from a table, in memory. The given rows are neither changed nor copied. */
export function createSheet(source: SheetSource): Sheet {
  const { header } = source
  const store = createRowStore(source)
  const { rows, dirty } = store
  let version = 0
  const listeners = new Set<(change: SheetChange) => void>()
  const notify = (change: SheetChange) => {
    version += 1
    for (const listener of listeners) listener(change)
    return change
  }
  const history = createHistory((step) => notify(store.apply(step)))
  const edits = createEdits(store, header.length, history.perform)

  function find(query: FindQuery): { rowId: number; column: number }[] {
    const matches = createMatcher(query)
    const columns = query.columns ?? header.map((_, column) => column)
    const found: { rowId: number; column: number }[] = []
    for (const rowId of query.rowIds === undefined ? store.order() : store.inOrder(query.rowIds))
      for (const column of columns) {
        const value = rows.get(rowId)?.cells[column]
        if (value !== undefined && matches(value)) found.push({ rowId, column })
      }
    return found
  }

  const cell = (rowId: number, column: number) => rows.get(rowId)?.cells[column] ?? ''
  return {
    header,
    get version() {
      return version
    },
    get rowIds() {
      return store.order()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    row: (rowId) => rows.get(rowId),
    cell,
    ...edits,
    find,
    replace(query, replacement) {
      const change = createReplacer(query, replacement)
      const changed = find(query).map(({ rowId, column }) => ({ rowId, column, value: change(cell(rowId, column)) }))
      return edits.setCells(changed, { key: 'replace' })
    },
    get undoLabel() {
      return history.undoLabel()
    },
    get redoLabel() {
      return history.redoLabel()
    },
    undo: history.undo,
    redo: history.redo,
    get dirtyRowIds() {
      return dirty
    },
    markClean(rowIds) {
      let changed = false
      for (const id of rowIds) changed = dirty.delete(id) || changed
      if (changed) notify({ label: { key: 'check' }, rowIds: [], isOfRows: false })
    },
    markDirty(rowIds) {
      for (const id of rowIds) if (rows.has(id)) dirty.add(id)
      notify({ label: { key: 'check' }, rowIds: [], isOfRows: false })
    },
  }
}
