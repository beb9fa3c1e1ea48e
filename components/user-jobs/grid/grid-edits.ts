import { announce } from '@/lib/browser/announce'
import { formatCount } from '@/lib/browser/numbers'
import type { Sheet } from '@/lib/user-jobs/sheet/types'
import type { Block } from './grid-model'

/** What the grid does to many cells at once, each as one step of the sheet's history. */

/** Undoes or redoes, and says what. */
export function turn(sheet: Sheet, way: 'undo' | 'redo'): void {
  const change = way === 'undo' ? sheet.undo() : sheet.redo()
  if (change === null) announce(way === 'undo' ? 'Nothing to undo.' : 'Nothing to redo.')
  else announce(`${way === 'undo' ? 'Undone' : 'Done again'}: ${change.label}.`)
}

/** Says how many cells were changed. */
export const tellChange = (count: number, what: string) =>
  announce(count === 1 ? `1 cell ${what}.` : `${formatCount(count)} cells ${what}.`)

/** Puts the first row's values of a block into all its rows. */
export function fillBlock(sheet: Sheet, rowIds: readonly number[], { top, bottom, left, right }: Block): number {
  const [first, ...others] = rowIds.slice(top, bottom + 1)
  if (first === undefined) return 0
  const columns = Array.from({ length: right - left + 1 }, (_, at) => left + at)
  return sheet.setCells(
    others.flatMap((rowId) => columns.map((column) => ({ rowId, column, value: sheet.cell(first, column) }))),
    'Fill down',
  )
}

/** Empties the cells of a block. */
export function clearBlock(sheet: Sheet, rowIds: readonly number[], { top, bottom, left, right }: Block): number {
  const columns = Array.from({ length: right - left + 1 }, (_, at) => left + at)
  return sheet.setCells(
    rowIds.slice(top, bottom + 1).flatMap((rowId) => columns.map((column) => ({ rowId, column, value: '' }))),
    'Empty cells',
  )
}

/** Pastes, and answers in words what was done. One value goes into every selected cell; rows follow those that are shown. */
export async function pasteText(sheet: Sheet, rowIds: readonly number[], block: Block, text: string): Promise<string> {
  // Loaded on demand: otherwise only the worker needs the parser.
  const { parseBlock } = await import('@/lib/user-jobs/parse/text')
  const records = parseBlock(text)
  const single = records.length === 1 && records[0]?.length === 1 ? records[0][0] : undefined
  const columns = (count: number) => Array.from({ length: count }, (_, at) => block.left + at)
  if (single !== undefined) {
    const edits = rowIds
      .slice(block.top, block.bottom + 1)
      .flatMap((rowId) => columns(block.right - block.left + 1).map((column) => ({ rowId, column, value: single })))
    return `${formatCount(sheet.setCells(edits, 'Paste'))} cells pasted.`
  }
  const first = rowIds[block.top]
  if (first === undefined) return 'Nothing was pasted.'
  if (rowIds === sheet.rowIds) {
    const { cells, addedRows, leftOut } = sheet.pasteBlock(first, block.left, records)
    const added = addedRows === 0 ? '' : `, ${formatCount(addedRows)} rows added`
    return `${formatCount(cells)} cells pasted${added}${leftOut === 0 ? '' : `, ${formatCount(leftOut)} left out right of the last column`}.`
  }
  // With a filter on, only rows that are shown are pasted into, and no hidden row is added.
  const edits = records.flatMap((cells, down) => {
    const rowId = rowIds[block.top + down]
    return rowId === undefined ? [] : cells.map((value, right) => ({ rowId, column: block.left + right, value }))
  })
  const kept = edits.filter(({ column }) => column < sheet.header.length)
  const beyond = Math.max(0, block.top + records.length - rowIds.length)
  const left = beyond === 0 ? '' : `; ${formatCount(beyond)} rows more than are shown were left out`
  return `${formatCount(sheet.setCells(kept, 'Paste'))} cells pasted${left}.`
}
