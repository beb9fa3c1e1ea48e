import type { CellEdit, CellIssue, IssueCode, Fix, Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { isUnchecked } from './workbench-sheet'

/** The grid's logic for positions, blocks and errors, independent of the DOM. */

export interface Place {
  rowId: number
  column: number
}

/** Edges of a block, by position among the visible rows and by column. */
export interface Block {
  top: number
  bottom: number
  left: number
  right: number
}

export interface GridSelection {
  active: Place | null
  /** The corner of the selection that is opposite to the active cell. */
  anchor: Place | null
}

export type RowFilter = 'all' | 'issues' | 'errors' | 'warnings' | 'touched' | `code:${IssueCode}`

/** The issues that a filter is about. The filter shows their rows, and the next-issue key goes to them. */
export function meansIssue(filter: RowFilter): (issue: CellIssue) => boolean {
  if (filter === 'errors') return ({ level }) => level === 'error'
  if (filter === 'warnings') return ({ level }) => level === 'warning'
  if (filter === 'issues') return () => true
  if (filter === 'all' || filter === 'touched') return ({ level }) => level !== 'info'
  const wanted = filter.slice('code:'.length)
  return ({ code }) => code === wanted
}

/** The rows that match a filter, in the order of the sheet. */
export function listRows(sheet: Sheet, validator: Validator, filter: RowFilter): readonly number[] {
  if (filter === 'all') return sheet.rowIds
  if (filter === 'touched') return sheet.rowIds.filter((id) => isUnchecked(sheet, validator, id))
  const isMeant = meansIssue(filter)
  return sheet.rowIds.filter((id) => validator.issuesOf(id).some(isMeant))
}

/** The block between two corners. */
export function spanBlock(one: { row: number; column: number }, other: { row: number; column: number }): Block {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  }
}

/** The selection, by positions among the visible rows; null if the active cell is not visible. */
export function readBlock({ active, anchor }: GridSelection, positions: ReadonlyMap<number, number>): Block | null {
  const row = active === null ? undefined : positions.get(active.rowId)
  if (active === null || row === undefined) return null
  const from = anchor === null ? undefined : positions.get(anchor.rowId)
  const here = { row, column: active.column }
  return spanBlock(here, anchor === null || from === undefined ? here : { row: from, column: anchor.column })
}

const quote = (text: string) => (/["\t\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Cells for a spreadsheet. Secret columns stay empty, because any program can read the clipboard. */
export function writeBlock(
  sheet: Sheet,
  rowIds: readonly number[],
  { left, right }: Pick<Block, 'left' | 'right'>,
  secret: ReadonlySet<number>,
): string {
  return rowIds
    .map((rowId) =>
      Array.from({ length: right - left + 1 }, (_, at) =>
        secret.has(left + at) ? '' : quote(sheet.cell(rowId, left + at)),
      ).join('\t'),
    )
    .join('\n')
}

/** Codes whose fix differs from cell to cell. All cells with a suggestion count as the same error. */
const ownFixCodes: ReadonlySet<IssueCode> = new Set(['bad-email', 'outer-blanks', 'control-characters', 'bad-list'])

/**
 * The edits that fix this cell and all cells of its column with the same error. Equal texts get the same value. If each
 * cell has its own suggestion, it gets that suggestion. Ambiguous groups and sites are the same error if they have the
 * same name, whatever else their cells name.
 */
export function findAlike(sheet: Sheet, validator: Validator, issue: CellIssue, fix: Fix): CellEdit[] {
  const { column } = issue
  if (column === null) return []
  const text = sheet.cell(issue.rowId, column)
  const edits: CellEdit[] = []
  for (const rowId of sheet.rowIds) {
    const ofKind = validator
      .issuesOf(rowId)
      .filter((one) => one.column === column && one.code === issue.code && one.reason === issue.reason)
    const alike = ofKind.find(({ value }) => value === issue.value) ?? ofKind[0]
    if (alike === undefined) continue
    if (sheet.cell(rowId, column) === text) edits.push({ rowId, column, value: fix.value })
    else {
      const fixes = alike.fixes ?? []
      const own =
        fixes.find(({ kind }) => kind === fix.kind && ownFixCodes.has(issue.code)) ??
        (issue.code === 'bad-email' ? fixes[0] : undefined) ??
        fixes.find(({ label }) => issue.value !== undefined && issue.value === alike.value && label === fix.label)
      if (own !== undefined) edits.push({ rowId, column, value: own.value })
    }
  }
  return edits
}

export type GridKey =
  | { do: 'move'; rows: number; columns: number; isExtending: boolean }
  | { do: 'edge'; to: 'row-start' | 'row-end' | 'start' | 'end'; isExtending: boolean }
  | { do: 'page'; by: 1 | -1; isExtending: boolean }
  | { do: 'edit'; with: string | null }
  | { do: 'clear' | 'undo' | 'redo' | 'fill' | 'all' | 'fix' | 'collapse' }
  | { do: 'issue'; isBackwards: boolean }

interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The command of a key on a cell that is not being edited; null for keys that the browser handles. */
export function readGridKey(press: Press): GridKey | null {
  const { key, altKey, shiftKey: isExtending } = press
  const isCommand = press.ctrlKey || press.metaKey
  if (key === 'F8') return { do: 'issue', isBackwards: isExtending }
  const move = moves[key]
  if (move !== undefined && !altKey) {
    if (!isCommand) return { do: 'move', rows: move[0], columns: move[1], isExtending }
    if (move[0] !== 0) return { do: 'move', rows: move[0] * Number.MAX_SAFE_INTEGER, columns: 0, isExtending }
    return { do: 'edge', to: move[1] < 0 ? 'row-start' : 'row-end', isExtending }
  }
  if (key === 'Home') return { do: 'edge', to: isCommand ? 'start' : 'row-start', isExtending }
  if (key === 'End') return { do: 'edge', to: isCommand ? 'end' : 'row-end', isExtending }
  if (key === 'PageDown' || key === 'PageUp') return { do: 'page', by: key === 'PageDown' ? 1 : -1, isExtending }
  if (isCommand && !altKey) return readCommand(key.toLowerCase(), isExtending)
  if (altKey) return null
  if (key === 'Enter' || key === 'F2') return { do: 'edit', with: null }
  if (key === 'Delete' || key === 'Backspace') return { do: 'clear' }
  if (key === 'Escape') return { do: 'collapse' }
  // An input method starts with a special key. The editor must have the focus before the input method composes.
  if (key === 'Process' || key === 'Dead') return { do: 'edit', with: '' }
  // A typed character has one or two code units. The names of other keys are longer and plain ASCII.
  return key.length === 1 || (key.length === 2 && key > '\uD800') ? { do: 'edit', with: key } : null
}

function readCommand(key: string, isShifted: boolean): GridKey | null {
  if (key === 'z') return { do: isShifted ? 'redo' : 'undo' }
  if (key === 'y') return { do: 'redo' }
  if (key === 'd') return { do: 'fill' }
  if (key === 'a') return { do: 'all' }
  return key === '.' ? { do: 'fix' } : null
}
