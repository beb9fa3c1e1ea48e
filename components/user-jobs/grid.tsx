'use client'

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight stand at places of their own, which a table element does not do */
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { announce } from '@/lib/browser/announce'
import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'
import { useRowWindow } from '@/lib/browser/use-row-window'
import { fieldOf } from '@/lib/user-jobs/fields'
import type { ColumnUse, Mapping, Sheet, Validator } from '@/lib/user-jobs/types'
import { CellEditor, type EditEnd } from './cell-editor'
import { type Block, type GridKey, type Place, readGridKey, spanBlock, writeBlock } from './grid-model'
import { cellDomId, columnWidth, GridRow, lineWidth, rowHeight } from './grid-row'
import { isUnchecked } from './workbench-sheet'

const headHeight = 44

/** What a column is for, in a word or two. */
export function describeUse(use: ColumnUse | undefined): string {
  if (use?.to === 'field') return fieldOf(use.field).label
  return use?.to === 'attribute' ? `Attribute ${use.name}` : 'Not sent'
}

export interface GridSelection {
  active: Place | null
  /** The other corner of what is selected. */
  anchor: Place | null
}

/**
 * The sheet as a grid that is edited in place. One element has the focus, whatever row is drawn: scrolled away, the active
 * cell is not lost, and the first key brings it back into sight.
 */
export function Grid({
  sheet,
  validator,
  mapping,
  secret,
  rowIds,
  selection,
  onSelect,
  onFault,
  onFix,
  label,
  className,
}: {
  sheet: Sheet
  validator: Validator
  mapping: Mapping
  secret: ReadonlySet<number>
  /** Rows shown, in order. */
  rowIds: readonly number[]
  selection: GridSelection
  onSelect: (next: GridSelection) => void
  onFault: (isBackwards: boolean) => void
  onFix: () => void
  label: string
  className?: string
}) {
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<{ place: Place; initial: string; isReplacing: boolean } | null>(null)
  const columnCount = sheet.header.length
  const rows = useRowWindow(scroller, { total: rowIds.length, size: rowHeight, padding: headHeight })
  const columns = useRowWindow(scroller, {
    total: columnCount,
    size: columnWidth,
    padding: lineWidth,
    axis: 'horizontal',
  })
  const positions = useMemo(() => new Map(rowIds.map((id, position) => [id, position])), [rowIds])
  const unused = useMemo(
    () => new Set(mapping.flatMap((use, column) => (use.to === 'ignored' || use.to === 'unmapped' ? [column] : []))),
    [mapping],
  )
  const active = selection.active !== null && positions.has(selection.active.rowId) ? selection.active : null
  const activeRow = active === null ? -1 : (positions.get(active.rowId) ?? -1)
  const block = readBlock(selection, positions)
  const width = columns.extent - lineWidth
  const firstColumn = columns.inSight[0]?.position ?? 0
  const endColumn = (columns.inSight.at(-1)?.position ?? -1) + 1
  const columnStart = columns.inSight[0]?.start ?? lineWidth

  // Before the first check all rows wait for it: marks on all of them would tell nothing.
  const hasChecked = sheet.dirtyRowIds.size < sheet.rowIds.length
  const activeKey = active === null ? '' : `${active.rowId}:${active.column}`
  const activeColumn = active?.column ?? -1
  useLayoutEffect(() => {
    if (scroller.current !== null && activeKey !== '') bringIntoSight(scroller.current, activeRow, activeColumn)
    // Only a move brings the cell into sight, not a row that came above it while somebody reads elsewhere.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- said above
  }, [activeKey])

  const takeFocus = useCallback(() => scroller.current?.focus({ preventScroll: true }), [])
  const goTo = (row: number, column: number, isExtending = false) => {
    const rowId = rowIds[Math.max(0, Math.min(rowIds.length - 1, row))]
    if (rowId === undefined) return
    const place = { rowId, column: Math.max(0, Math.min(columnCount - 1, column)) }
    onSelect({ active: place, anchor: isExtending ? (selection.anchor ?? selection.active) : null })
  }
  const startEdit = (place: Place, typed: string | null) => {
    const initial = typed ?? sheet.cell(place.rowId, place.column)
    if (scroller.current !== null) bringIntoSight(scroller.current, positions.get(place.rowId) ?? 0, place.column)
    // At once, so that an input method composes in the field.
    flushSync(() => setEditing({ place, initial, isReplacing: typed !== null }))
  }
  const endEdit = (value: string | null, { rows: down, columns: right }: EditEnd) => {
    if (editing === null) return
    const { place } = editing
    setEditing(null)
    if (value !== null) sheet.setCell(place.rowId, place.column, value)
    const hadFocus = down !== 0 || right !== 0 || value === null
    if (hadFocus) takeFocus()
    if (down !== 0 || right !== 0) goTo((positions.get(place.rowId) ?? 0) + down, place.column + right)
  }

  const act = (key: GridKey) => {
    const at = active ?? { rowId: rowIds[0] ?? -1, column: 0 }
    const row = Math.max(0, activeRow)
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    if (key.do === 'move')
      return active === null ? goTo(0, 0) : goTo(row + key.rows, at.column + key.columns, key.isExtending)
    if (key.do === 'page') return goTo(row + key.by * pageRows, at.column, key.isExtending)
    if (key.do === 'edge') {
      const column = key.to === 'row-start' || key.to === 'start' ? 0 : columnCount - 1
      const toRow = key.to === 'start' ? 0 : key.to === 'end' ? rowIds.length - 1 : row
      return goTo(toRow, column, key.isExtending)
    }
    if (key.do === 'fault') return onFault(key.isBackwards)
    if (key.do === 'fix') return onFix()
    if (key.do === 'undo' || key.do === 'redo') return turn(sheet, key.do)
    if (key.do === 'all') {
      const last = rowIds.at(-1)
      if (last !== undefined)
        onSelect({ active: { rowId: last, column: columnCount - 1 }, anchor: { rowId: rowIds[0] ?? last, column: 0 } })
      return undefined
    }
    if (active === null || block === null) return undefined
    if (key.do === 'collapse') return onSelect({ active, anchor: null })
    if (key.do === 'edit') return startEdit(active, key.with)
    if (key.do === 'fill') return tellChange(fillBlock(sheet, rowIds, block), 'filled')
    return tellChange(clearBlock(sheet, rowIds, block), 'emptied')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.target !== event.currentTarget) return
    const key = readGridKey(event)
    if (key === null || (event.repeat && !['move', 'page', 'fault', 'undo', 'redo'].includes(key.do))) return
    event.preventDefault()
    act(key)
  }
  const onPointerDown = (event: PointerEvent) => {
    const place = event.button === 0 ? readPlace(event.target) : null
    if (place === null || isSamePlace(place, editing?.place ?? null)) return
    // Tapped again: a second quick tap of a touch screen would zoom.
    if (isSamePlace(place, active) && event.pointerType !== 'mouse') {
      event.preventDefault()
      startEdit(place, null)
      return
    }
    onSelect({ active: place, anchor: event.shiftKey ? (selection.anchor ?? active) : null })
  }
  const onPointerMove = (event: PointerEvent) => {
    if (event.buttons !== 1 || event.pointerType !== 'mouse' || editing !== null || active === null) return
    const place = readPlace(event.target)
    if (place !== null && !isSamePlace(place, active)) onSelect({ active: place, anchor: selection.anchor ?? active })
  }
  const onCopy = (event: ClipboardEvent) => {
    if (block === null) return
    event.preventDefault()
    const ids = rowIds.slice(block.top, block.bottom + 1)
    event.clipboardData.setData('text/plain', writeBlock(sheet, ids, block, secret))
    const hasSecret = [...secret].some((column) => column >= block.left && column <= block.right)
    announce(
      `${formatCount(ids.length * (block.right - block.left + 1))} cells copied${hasSecret ? ', passwords left out' : ''}.`,
    )
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (active === null || text === '' || block === null) return
    event.preventDefault()
    void pasteText(sheet, rowIds, block, text).then(announce)
  }

  useEffect(() => {
    // A row that is gone cannot be edited any more.
    if (editing !== null && sheet.row(editing.place.rowId) === undefined) setEditing(null)
  }, [editing, sheet, rowIds])

  const shownActive = rows.inSight.some(({ position }) => position === activeRow) ? active : null
  const isColumnShown = active !== null && active.column >= firstColumn && active.column < endColumn
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rowIds.length + 1}
      aria-colcount={columnCount + 1}
      aria-multiselectable
      {...(shownActive === null || !isColumnShown || editing !== null
        ? {}
        : { 'aria-activedescendant': cellDomId(gridId, shownActive.rowId, shownActive.column) })}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (active === null && event.target === event.currentTarget) goTo(0, 0)
      }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onDoubleClick={(event) => {
        const place = readPlace(event.target)
        if (place !== null && editing === null) startEdit(place, null)
      }}
      onCopy={onCopy}
      onCut={(event) => {
        onCopy(event)
        if (block !== null) clearBlock(sheet, rowIds, block)
      }}
      onPaste={onPaste}
      className={classNames(
        'relative overflow-auto overscroll-contain rounded border border-line bg-surface select-none focus-visible:outline-2 focus-visible:outline-accent',
        className,
      )}
    >
      <div role="presentation" className="relative" style={{ width, height: rows.extent - headHeight }}>
        <div
          role="row"
          aria-rowindex={1}
          className="sticky top-0 z-20 flex border-b border-line-strong bg-raised"
          style={{ width, height: headHeight }}
        >
          <div
            role="columnheader"
            aria-colindex={1}
            className="sticky left-0 z-10 flex shrink-0 items-end justify-end border-r border-line bg-raised px-2 pb-1 text-xs text-ink-muted"
            style={{ width: lineWidth }}
          >
            Line
          </div>
          <div aria-hidden className="shrink-0" style={{ width: Math.max(0, columnStart - lineWidth) }} />
          {columns.inSight.map(({ position: column }) => (
            <div
              key={column}
              role="columnheader"
              aria-colindex={column + 2}
              className="flex shrink-0 flex-col justify-center border-r border-line px-2"
              style={{ width: columnWidth }}
            >
              <span className="truncate text-sm font-medium" title={sheet.header[column] ?? ''}>
                {sheet.header[column]}
              </span>
              <span className="truncate text-xs text-ink-muted">{describeUse(mapping[column])}</span>
            </div>
          ))}
        </div>
        {rows.inSight.map(({ position, start }) => {
          const rowId = rowIds[position]
          const row = rowId === undefined ? undefined : sheet.row(rowId)
          if (row === undefined) return null
          const isInBlock = block !== null && position >= block.top && position <= block.bottom
          const isEdited = editing?.place.rowId === row.id
          return (
            <GridRow
              key={row.id}
              gridId={gridId}
              rowId={row.id}
              position={position}
              start={start}
              width={width}
              cells={row.cells}
              faults={validator.faultsOf(row.id)}
              firstColumn={firstColumn}
              endColumn={endColumn}
              columnStart={columnStart}
              activeColumn={isEdited ? editing.place.column : position === activeRow ? activeColumn : -1}
              selectedLeft={isInBlock ? block.left : -1}
              selectedRight={isInBlock ? block.right : -2}
              isTouched={hasChecked && isUnchecked(sheet, validator, row.id)}
              secret={secret}
              unused={unused}
              editor={
                isEdited ? (
                  <CellEditor
                    label={`${sheet.header[editing.place.column] ?? ''}, line ${row.id}`}
                    initial={editing.initial}
                    isReplacing={editing.isReplacing}
                    onCommit={endEdit}
                    onCancel={() => endEdit(null, { rows: 0, columns: 0 })}
                  />
                ) : null
              }
            />
          )
        })}
      </div>
    </div>
  )
}

function readBlock({ active, anchor }: GridSelection, positions: ReadonlyMap<number, number>): Block | null {
  const row = active === null ? undefined : positions.get(active.rowId)
  if (active === null || row === undefined) return null
  const from = anchor === null ? undefined : positions.get(anchor.rowId)
  const here = { row, column: active.column }
  return spanBlock(here, anchor === null || from === undefined ? here : { row: from, column: anchor.column })
}

const isSamePlace = (one: Place, other: Place | null) => one.rowId === other?.rowId && one.column === other.column

function readPlace(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const row = cell?.closest<HTMLElement>('[data-row-id]')
  if (cell === null || row === null || row === undefined) return null
  return { rowId: Number(row.dataset['rowId']), column: Number(cell.dataset['column']) }
}

function bringIntoSight(element: HTMLElement, row: number, column: number): void {
  const top = row * rowHeight
  const left = column * columnWidth
  const height = element.clientHeight - headHeight
  const width = element.clientWidth - lineWidth
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + rowHeight > element.scrollTop + height) element.scrollTop = top + rowHeight - height
  if (left < element.scrollLeft || width < columnWidth) element.scrollLeft = left
  else if (left + columnWidth > element.scrollLeft + width) element.scrollLeft = left + columnWidth - width
}

/** Undoes or redoes, and says what. */
export function turn(sheet: Sheet, way: 'undo' | 'redo'): void {
  const change = way === 'undo' ? sheet.undo() : sheet.redo()
  if (change === null) announce(way === 'undo' ? 'Nothing to undo.' : 'Nothing to redo.')
  else announce(`${way === 'undo' ? 'Undone' : 'Done again'}: ${change.label}.`)
}

const tellChange = (count: number, what: string) =>
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

function clearBlock(sheet: Sheet, rowIds: readonly number[], { top, bottom, left, right }: Block): number {
  const columns = Array.from({ length: right - left + 1 }, (_, at) => left + at)
  return sheet.setCells(
    rowIds.slice(top, bottom + 1).flatMap((rowId) => columns.map((column) => ({ rowId, column, value: '' }))),
    'Empty cells',
  )
}

/** Pastes, and answers what was done in words. One value goes into every selected cell; rows follow those that are shown. */
async function pasteText(sheet: Sheet, rowIds: readonly number[], block: Block, text: string): Promise<string> {
  // On demand: the parser comes with the worker otherwise.
  const { parseBlock } = await import('@/lib/user-jobs/parse-text')
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
  // With a filter on, the block goes where the eye sees it go, and no row is added out of sight.
  const edits = records.flatMap((cells, down) => {
    const rowId = rowIds[block.top + down]
    return rowId === undefined ? [] : cells.map((value, right) => ({ rowId, column: block.left + right, value }))
  })
  const kept = edits.filter(({ column }) => column < sheet.header.length)
  const beyond = Math.max(0, block.top + records.length - rowIds.length)
  const left = beyond === 0 ? '' : `; ${formatCount(beyond)} rows more than are shown were left out`
  return `${formatCount(sheet.setCells(kept, 'Paste'))} cells pasted${left}.`
}
