'use client'

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight stand at places of their own, which a table element does not do */
import {
  type ClipboardEvent,
  type ComponentProps,
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
import type { Mapping, Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { type CellChoices, choicesOfUse } from './cell-choices'
import { CellEditor, type EditEnd } from './cell-editor'
import { ChoiceEditor } from './choice-editor'
import { clearBlock, fillBlock, pasteText, tellChange, turn } from './grid-edits'
import { GridHead } from './grid-head'
import { type GridKey, type GridSelection, type Place, readBlock, readGridKey, writeBlock } from './grid-model'
import { cellDomId, columnWidth, GridRow, lineWidth, rowHeight } from './grid-row'
import { bringIntoSight, headHeight, isSamePlace, readPlace } from './grid-sight'
import { isUnchecked } from './workbench-sheet'

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
  isWalking,
  onWalkEnd,
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
  /** Whether n and p go from fault to fault rather than into the cell. */
  isWalking: boolean
  /** Somebody goes elsewhere: letters are letters again. */
  onWalkEnd: () => void
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
  const editedRow = editing === null ? undefined : positions.get(editing.place.rowId)
  const block = readBlock(selection, positions)
  const width = columns.extent - lineWidth
  const firstColumn = columns.inSight[0]?.position ?? 0
  const endColumn = (columns.inSight.at(-1)?.position ?? -1) + 1
  const columnStart = columns.inSight[0]?.start ?? lineWidth
  // The field would take what was typed and the keyboard with it: its row stays, wherever one has scrolled to.
  const drawnRows = pinRow(rows.inSight, editedRow)

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
  const endEdit = (value: string | null, { rows: down, columns: right, keepsFocus = false }: EditEnd) => {
    if (editing === null) return
    const { place } = editing
    setEditing(null)
    if (value !== null) sheet.setCell(place.rowId, place.column, value)
    const hadFocus = down !== 0 || right !== 0 || value === null || keepsFocus
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
    if (isWalking && isWalkKey(event)) {
      event.preventDefault()
      onFault(event.key === 'p')
      return
    }
    const key = readGridKey(event)
    if (key === null || (event.repeat && !['move', 'page', 'fault', 'undo', 'redo'].includes(key.do))) return
    event.preventDefault()
    if (['move', 'page', 'edge', 'all', 'collapse'].includes(key.do)) onWalkEnd()
    act(key)
  }
  const onPointerDown = (event: PointerEvent) => {
    const place = event.button === 0 ? readPlace(event.target) : null
    if (place === null || isSamePlace(place, editing?.place ?? null)) return
    onWalkEnd()
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
        <GridHead
          sheet={sheet}
          mapping={mapping}
          width={width}
          columns={columns.inSight.map(({ position }) => position)}
          columnStart={columnStart}
        />
        {drawnRows.map(({ position, start }) => {
          const rowId = rowIds[position]
          const row = rowId === undefined ? undefined : sheet.row(rowId)
          if (row === undefined) return null
          const isInBlock = block !== null && position >= block.top && position <= block.bottom
          const isEdited = editing?.place.rowId === row.id
          // All columns as far as the field: it stays, too.
          const pinnedFirst = isEdited ? Math.min(firstColumn, editing.place.column) : firstColumn
          const pinnedEnd = isEdited ? Math.max(endColumn, editing.place.column + 1) : endColumn
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
              firstColumn={pinnedFirst}
              endColumn={pinnedEnd}
              columnStart={columnStart - (firstColumn - pinnedFirst) * columnWidth}
              activeColumn={isEdited ? editing.place.column : position === activeRow ? activeColumn : -1}
              selectedLeft={isInBlock ? block.left : -1}
              selectedRight={isInBlock ? block.right : -2}
              isTouched={hasChecked && isUnchecked(sheet, validator, row.id)}
              secret={secret}
              unused={unused}
              editor={
                isEdited ? (
                  <EditorOf
                    choices={choicesOfUse(mapping[editing.place.column])}
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

/** The rows to draw with one of them in any case, in their order: a row that moved in the page would lose the keyboard. */
function pinRow(inSight: ReadonlyArray<{ position: number; start: number }>, position: number | undefined) {
  if (position === undefined || inSight.some((row) => row.position === position)) return inSight
  const pinned = { position, start: headHeight + position * rowHeight }
  return position < (inSight[0]?.position ?? 0) ? [pinned, ...inSight] : [...inSight, pinned]
}

const isWalkKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  (key === 'n' || key === 'p') && !ctrlKey && !metaKey && !altKey

function EditorOf({ choices, ...editor }: ComponentProps<typeof CellEditor> & { choices: CellChoices | null }) {
  return choices === null ? <CellEditor {...editor} /> : <ChoiceEditor {...editor} choices={choices} />
}
