import type { ClipboardEvent, KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import { announce } from '@/lib/browser/announce'
import type { UserJobTexts } from '@/lib/user-jobs/sheet/issue-view'
import type { Sheet } from '@/lib/user-jobs/sheet/types'
import { clearBlock, fillBlock, pasteText, turn } from './grid-edits'
import { type GridKey, type GridSelection, readGridKey, writeBlock } from './grid-model'
import { rowHeight } from './grid-row'
import { isSamePlace, readPlace } from './grid-sight'
import type { CellEditing } from './use-cell-editing'
import type { GridCursor } from './use-grid-cursor'

/** The state and actions that keys, pointer and clipboard use. */
export interface GridHands {
  t: UserJobTexts
  sheet: Sheet
  /** Columns that are never copied. */
  secret: ReadonlySet<number>
  /** Visible rows, in order. */
  rowIds: readonly number[]
  selection: GridSelection
  onSelect: (next: GridSelection) => void
  /** Whether n and p go to the next or previous error. Otherwise they are typed into the cell. */
  isWalking: boolean
  /** Called when the user moves elsewhere. From then on, n and p are typed into the cell. */
  onWalkEnd: () => void
  onIssue: (isBackwards: boolean) => void
  onFix: () => void
  cursor: GridCursor
  cell: CellEditing
}

const isWalkKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  (key === 'n' || key === 'p') && !ctrlKey && !metaKey && !altKey

/** Runs the command of a key. `pageRows` is the number of rows of a page. */
function act(key: GridKey, hands: GridHands, pageRows: number): void {
  const { t, sheet, rowIds, onSelect, cursor } = hands
  const { active, block, goTo } = cursor
  const lastColumn = sheet.header.length - 1
  const row = Math.max(0, cursor.row)
  const column = active?.column ?? 0
  if (key.do === 'move')
    return active === null ? goTo(0, 0) : goTo(row + key.rows, column + key.columns, key.isExtending)
  if (key.do === 'page') return goTo(row + key.by * pageRows, column, key.isExtending)
  if (key.do === 'edge') {
    const toRow = key.to === 'start' ? 0 : key.to === 'end' ? rowIds.length - 1 : row
    return goTo(toRow, key.to === 'row-start' || key.to === 'start' ? 0 : lastColumn, key.isExtending)
  }
  if (key.do === 'issue') return hands.onIssue(key.isBackwards)
  if (key.do === 'fix') return hands.onFix()
  if (key.do === 'undo' || key.do === 'redo') return turn(t, sheet, key.do)
  if (key.do === 'all') {
    const last = rowIds.at(-1)
    if (last !== undefined)
      onSelect({ active: { rowId: last, column: lastColumn }, anchor: { rowId: rowIds[0] ?? last, column: 0 } })
    return undefined
  }
  if (active === null || block === null) return undefined
  if (key.do === 'collapse') return onSelect({ active, anchor: null })
  if (key.do === 'edit') return hands.cell.startEdit(active, key.with)
  if (key.do === 'fill') return announce(t('grid.filled', { count: fillBlock(sheet, rowIds, block) }))
  return announce(t('grid.cleared', { count: clearBlock(sheet, rowIds, block) }))
}

function onKeyDown(event: KeyboardEvent, hands: GridHands): void {
  if (event.nativeEvent.isComposing || event.target !== event.currentTarget) return
  if (hands.isWalking && isWalkKey(event)) {
    event.preventDefault()
    hands.onIssue(event.key === 'p')
    return
  }
  const key = readGridKey(event)
  if (key === null || (event.repeat && !['move', 'page', 'issue', 'undo', 'redo'].includes(key.do))) return
  event.preventDefault()
  if (['move', 'page', 'edge', 'all', 'collapse'].includes(key.do)) hands.onWalkEnd()
  act(key, hands, Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 2))
}

function onPointerDown(event: PointerEvent, hands: GridHands): void {
  const { cursor, cell, selection } = hands
  const place = event.button === 0 ? readPlace(event.target) : null
  if (place === null || isSamePlace(place, cell.editing?.place ?? null)) return
  hands.onWalkEnd()
  // A second tap edits the cell, because a quick double tap would zoom on a touch screen.
  if (isSamePlace(place, cursor.active) && event.pointerType !== 'mouse') {
    event.preventDefault()
    cell.startEdit(place, null)
    return
  }
  hands.onSelect({ active: place, anchor: event.shiftKey ? (selection.anchor ?? cursor.active) : null })
}

function onPointerMove(event: PointerEvent, { cursor: { active }, cell, selection, onSelect }: GridHands): void {
  if (event.buttons !== 1 || event.pointerType !== 'mouse' || cell.editing !== null || active === null) return
  const place = readPlace(event.target)
  if (place !== null && !isSamePlace(place, active)) onSelect({ active: place, anchor: selection.anchor ?? active })
}

function onCopy(event: ClipboardEvent, { t, sheet, secret, rowIds, cursor: { block } }: GridHands): void {
  if (block === null) return
  event.preventDefault()
  const ids = rowIds.slice(block.top, block.bottom + 1)
  event.clipboardData.setData('text/plain', writeBlock(sheet, ids, block, secret))
  const hasSecret = [...secret].some((column) => column >= block.left && column <= block.right)
  const count = ids.length * (block.right - block.left + 1)
  announce(hasSecret ? t('grid.copiedPlain', { count }) : t('grid.copied', { count }))
}

function onPaste(event: ClipboardEvent, { t, sheet, rowIds, cursor: { active, block } }: GridHands): void {
  const text = event.clipboardData.getData('text/plain')
  if (active === null || text === '' || block === null) return
  event.preventDefault()
  void pasteText(t, sheet, rowIds, block, text).then(announce)
}

/** The event handlers of a grid, as properties of its element. */
export function gridHandlers(hands: GridHands) {
  const { sheet, rowIds, cursor, cell } = hands
  return {
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, hands),
    onPointerDown: (event: PointerEvent) => onPointerDown(event, hands),
    onPointerMove: (event: PointerEvent) => onPointerMove(event, hands),
    onDoubleClick: (event: MouseEvent) => {
      const place = readPlace(event.target)
      if (place !== null && cell.editing === null) cell.startEdit(place, null)
    },
    onCopy: (event: ClipboardEvent) => onCopy(event, hands),
    onCut: (event: ClipboardEvent) => {
      onCopy(event, hands)
      if (cursor.block !== null) clearBlock(sheet, rowIds, cursor.block)
    },
    onPaste: (event: ClipboardEvent) => onPaste(event, hands),
  }
}
