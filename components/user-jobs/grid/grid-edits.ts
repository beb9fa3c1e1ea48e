import { announce } from '@/lib/browser/announce'
import { describeStep, type UserJobTexts } from '@/lib/user-jobs/sheet/issue-view'
import type { Sheet } from '@/lib/user-jobs/sheet/types'
import type { Block } from './grid-model'

/** Edits of many cells at once, each as one step of the sheet's history. */

/** Undoes or redoes a step and announces it. */
export function turn(t: UserJobTexts, sheet: Sheet, way: 'undo' | 'redo'): void {
  const change = way === 'undo' ? sheet.undo() : sheet.redo()
  if (change === null) announce(way === 'undo' ? t('grid.nothingToUndo') : t('grid.nothingToRedo'))
  else announce(t(way === 'undo' ? 'grid.undone' : 'grid.redone', { step: describeStep(t, change.label) }))
}

/** Copies the values of a block's first row into all its rows. */
export function fillBlock(sheet: Sheet, rowIds: readonly number[], { top, bottom, left, right }: Block): number {
  const [first, ...others] = rowIds.slice(top, bottom + 1)
  if (first === undefined) return 0
  const columns = Array.from({ length: right - left + 1 }, (_, at) => left + at)
  return sheet.setCells(
    others.flatMap((rowId) => columns.map((column) => ({ rowId, column, value: sheet.cell(first, column) }))),
    { key: 'fillDown' },
  )
}

/** Clears the cells of a block. */
export function clearBlock(sheet: Sheet, rowIds: readonly number[], { top, bottom, left, right }: Block): number {
  const columns = Array.from({ length: right - left + 1 }, (_, at) => left + at)
  return sheet.setCells(
    rowIds.slice(top, bottom + 1).flatMap((rowId) => columns.map((column) => ({ rowId, column, value: '' }))),
    { key: 'clear' },
  )
}

/** Pastes, and returns a sentence about the result. A single value goes into every selected cell. */
export async function pasteText(
  t: UserJobTexts,
  sheet: Sheet,
  rowIds: readonly number[],
  block: Block,
  text: string,
): Promise<string> {
  // Loaded on demand, because otherwise only the worker needs the parser.
  const { parseBlock } = await import('@/lib/user-jobs/parse/text')
  const records = parseBlock(text)
  const single = records.length === 1 && records[0]?.length === 1 ? records[0][0] : undefined
  const columns = (count: number) => Array.from({ length: count }, (_, at) => block.left + at)
  if (single !== undefined) {
    const edits = rowIds
      .slice(block.top, block.bottom + 1)
      .flatMap((rowId) => columns(block.right - block.left + 1).map((column) => ({ rowId, column, value: single })))
    return t('grid.pasted', { count: sheet.setCells(edits, { key: 'paste' }), added: 0, skipped: 0 })
  }
  const first = rowIds[block.top]
  if (first === undefined) return t('grid.notPasted')
  if (rowIds === sheet.rowIds) {
    const { cells, addedRows, leftOut } = sheet.pasteBlock(first, block.left, records)
    return t('grid.pasted', { count: cells, added: addedRows, skipped: leftOut })
  }
  // With a filter, pasting changes only visible rows and adds no rows, because those would be hidden.
  const edits = records.flatMap((cells, down) => {
    const rowId = rowIds[block.top + down]
    return rowId === undefined ? [] : cells.map((value, right) => ({ rowId, column: block.left + right, value }))
  })
  const kept = edits.filter(({ column }) => column < sheet.header.length)
  const beyond = Math.max(0, block.top + records.length - rowIds.length)
  return t('grid.pastedShown', { count: sheet.setCells(kept, { key: 'paste' }), beyond })
}
