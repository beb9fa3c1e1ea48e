import { useTranslations } from 'next-intl'
import { type ComponentProps, useContext } from 'react'
import type { Mapping, Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { type CellChoices, choicesOfUse } from './cells/cell-choices'
import { CellEditor } from './cells/cell-editor'
import { ChoiceEditor } from './cells/choice-editor'
import { columnWidth, GridRow } from './grid-row'
import { ReferencesContext } from './references'
import type { CellEditing } from './use-cell-editing'
import type { GridCursor } from './use-grid-cursor'
import { type GridWindow, pinRow } from './use-grid-window'
import { isUnchecked } from './workbench-sheet'

/** The visible rows of the grid, and the row that is being edited. */
export function GridRows({
  gridId,
  sheet,
  validator,
  mapping,
  secret,
  unused,
  rowIds,
  cursor,
  cell: { editing, endEdit },
  view,
}: {
  gridId: string
  sheet: Sheet
  validator: Validator
  mapping: Mapping
  secret: ReadonlySet<number>
  unused: ReadonlySet<number>
  rowIds: readonly number[]
  cursor: GridCursor
  cell: CellEditing
  view: GridWindow
}) {
  const t = useTranslations('userJobs.grid')
  const { block } = cursor
  const references = useContext(ReferencesContext)
  const { firstColumn, endColumn, columnStart } = view
  const editedRow = editing === null ? undefined : cursor.positions.get(editing.place.rowId)
  // Before the first dry run every row is untested, so a mark on each row would have no meaning.
  const hasChecked = sheet.dirtyRowIds.size < sheet.rowIds.length
  // The edited row stays rendered at any scroll position. Without its field, the typed text and the focus would be lost.
  return pinRow(view.rows, editedRow).map(({ position, start }) => {
    const rowId = rowIds[position]
    const row = rowId === undefined ? undefined : sheet.row(rowId)
    if (row === undefined) return null
    const isInBlock = block !== null && position >= block.top && position <= block.bottom
    const isEdited = editing?.place.rowId === row.id
    // All columns up to the edited cell are rendered, so that its field stays rendered.
    const pinnedFirst = isEdited ? Math.min(firstColumn, editing.place.column) : firstColumn
    const pinnedEnd = isEdited ? Math.max(endColumn, editing.place.column + 1) : endColumn
    return (
      <GridRow
        key={row.id}
        gridId={gridId}
        rowId={row.id}
        position={position}
        start={start}
        width={view.width}
        cells={row.cells}
        issues={validator.issuesOf(row.id)}
        firstColumn={pinnedFirst}
        endColumn={pinnedEnd}
        columnStart={columnStart - (firstColumn - pinnedFirst) * columnWidth}
        activeColumn={isEdited ? editing.place.column : position === cursor.row ? cursor.column : -1}
        selectedLeft={isInBlock ? block.left : -1}
        selectedRight={isInBlock ? block.right : -2}
        isTouched={hasChecked && isUnchecked(sheet, validator, row.id)}
        secret={secret}
        unused={unused}
        editor={
          isEdited ? (
            <EditorOf
              // A single-line field would lose the line breaks of a list.
              choices={editing.initial.includes('\n') ? null : choicesOfUse(mapping[editing.place.column], references)}
              label={t('cell', { column: sheet.header[editing.place.column] ?? '', row: String(row.id) })}
              initial={editing.initial}
              isReplacing={editing.isReplacing}
              onCommit={endEdit}
              onCancel={() => endEdit(null, { rows: 0, columns: 0 })}
            />
          ) : null
        }
      />
    )
  })
}

function EditorOf({ choices, ...editor }: ComponentProps<typeof CellEditor> & { choices: CellChoices | null }) {
  return choices === null ? <CellEditor {...editor} /> : <ChoiceEditor {...editor} choices={choices} />
}
