'use client'

import { Checkbox } from '@/components/ui/checkbox'
import { memo, type MouseEvent, type PointerEvent } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { inspectionHref } from '@/lib/browser/routes'
import type { ColumnId } from '@/lib/inspections/columns'
import type { InspectionRow } from '@/lib/inspections/schema'
import { CardCell } from '@/components/inspections/columns/card-cell'
import { Cell, isRightAligned, RowMarks } from '@/components/inspections/columns/column-cells'
import { columnsClass } from '@/components/inspections/columns/column-layout'
import { TitleLink, Waiting } from '@/components/inspections/columns/row-title'
import { useRowTexts } from '@/components/inspections/columns/row-texts'
import { useIsSelected } from '@/components/inspections/selection/selection-store'
import { useLongPress } from './use-long-press'

/** The appearance of rows. `both` before the screen is measured: the style sheet decides. */
export type RowLayout = 'both' | 'cards' | 'columns'

export interface RowHandlers {
  /** A plain click on the row. */
  onPick: (position: number, at: { x: number; y: number }) => void
  /** The checkbox, or a click with Ctrl or Cmd: toggles the row. `isRange`: all rows from the last one to this one. */
  onToggle: (position: number, isRange: boolean) => void
  onPoint: (position: number) => void
  /** A long press on the row. */
  onLongPress: (position: number) => void
}

interface RowProps {
  id: string
  position: number
  row: InspectionRow | undefined
  columnIds: readonly ColumnId[]
  layout: RowLayout
  isCompact: boolean
  isActive: boolean
  /** Its preview is open. */
  isOpen: boolean
  /** Cards show checkboxes, and a tap selects. */
  isChoosing: boolean
  handlers: RowHandlers
}

/** One inspection of the list. Its title is a link, so that a middle click opens it in a tab of its own. */
export const InspectionRowView = memo(function InspectionRowView(props: RowProps) {
  const { id, position, row, layout, isActive, isOpen, isChoosing } = props
  const isSelected = useIsSelected(row?.auditId)
  const { onTitleClick, ...onRow } = useRowPointer(props)
  return (
    <tr
      id={id}
      aria-rowindex={position + 2}
      aria-selected={isSelected}
      aria-current={isOpen || undefined}
      aria-busy={row === undefined || undefined}
      data-active={isActive || undefined}
      {...onRow}
      className={writeRowClass(props, isSelected)}
    >
      {layout !== 'columns' && (
        <CardCell
          row={row}
          position={position}
          className={layout === 'both' ? 'sm:hidden' : ''}
          isSelected={isSelected}
          isChoosing={isChoosing}
          onClick={onTitleClick}
        />
      )}
      {layout !== 'cards' && <ColumnCells {...props} isSelected={isSelected} onTitleClick={onTitleClick} />}
    </tr>
  )
})

function writeRowClass({ row, layout, isCompact, isActive, isOpen }: RowProps, isSelected: boolean): string {
  return classNames(
    'group relative items-center border-b border-line text-sm select-none sm:select-auto',
    layout === 'cards' ? 'block h-19' : columnsClass,
    layout === 'both' && 'max-sm:block max-sm:h-19',
    layout !== 'cards' && (isCompact ? 'sm:h-8' : 'sm:h-10'),
    isSelected ? 'bg-accent-soft' : isActive ? 'bg-raised' : 'bg-surface',
    row !== undefined && 'cursor-pointer',
    row !== undefined && !isSelected && 'hover:bg-raised',
    // Above the pinned cells, which have their own background.
    (isActive || isOpen) &&
      'after:pointer-events-none after:absolute after:inset-0 after:z-2 after:border-l-2 after:border-accent',
    isActive && 'group-focus-visible/grid:after:border-2',
  )
}

/** What mouse and touch do on a row and on the link of its title. The grid handles the keys. */
function useRowPointer({ position, row, isChoosing, handlers }: RowProps) {
  const press = useLongPress(() => handlers.onLongPress(position))
  const onClick = (event: MouseEvent) => {
    if (row === undefined || event.defaultPrevented || press.wasLong()) return
    if (event.shiftKey) handlers.onToggle(position, true)
    else if (event.metaKey || event.ctrlKey || isChoosing) handlers.onToggle(position, false)
    else handlers.onPick(position, { x: event.clientX, y: event.clientY })
  }
  return {
    onClick,
    onTitleClick: (event: MouseEvent) => {
      // On a link, Ctrl and a click open a tab everywhere; elsewhere on the row they select.
      if ((event.metaKey || event.ctrlKey) && !event.shiftKey) return event.stopPropagation()
      onClick(event)
      event.preventDefault()
    },
    onAuxClick: (event: MouseEvent) => {
      if (event.button === 1 && row !== undefined && !event.defaultPrevented)
        window.open(inspectionHref(row.auditId), '_blank', 'noopener')
    },
    onMouseDown: (event: MouseEvent) => {
      // Shift would select the text in between; the middle button would scroll.
      if (event.shiftKey || event.button === 1) event.preventDefault()
    },
    onPointerDown: (event: PointerEvent) => {
      handlers.onPoint(position)
      press.begin(event)
    },
    onPointerMove: press.move,
    onPointerUp: press.end,
    onPointerCancel: press.end,
  }
}

/** The cells of a row: its checkbox, the columns, and the remaining space. */
function ColumnCells({
  position,
  row,
  columnIds,
  layout,
  handlers,
  isSelected,
  onTitleClick,
}: RowProps & { isSelected: boolean; onTitleClick: (event: MouseEvent) => void }) {
  const texts = useRowTexts()
  return (
    <>
      <td className={classNames(cellOf(layout), 'sticky left-0 z-1 h-full bg-inherit')}>
        <SelectBox
          isSelected={isSelected}
          isKnown={row !== undefined}
          label={row === undefined ? texts.selectUnknown : texts.select(texts.title(row))}
          onToggle={(isRange) => handlers.onToggle(position, isRange)}
        />
      </td>
      {columnIds.map((column) => (
        <td
          key={column}
          className={classNames(
            cellOf(layout),
            column === 'title'
              ? 'sticky left-10 z-1 flex h-full min-w-0 items-center gap-2 bg-inherit px-2 group-data-sideways/scroller:shadow-[6px_0_6px_-6px_rgb(0_0_0/0.3)]'
              : 'flex h-full min-w-0 items-center overflow-hidden px-2 whitespace-nowrap',
            isRightAligned(column) && 'justify-end',
          )}
        >
          {row === undefined ? (
            <Waiting column={column} position={position} />
          ) : column === 'title' ? (
            <>
              <TitleLink row={row} onClick={onTitleClick} className="hover:underline hover:underline-offset-2" />
              <RowMarks row={row} />
            </>
          ) : (
            <Cell column={column} row={row} />
          )}
        </td>
      ))}
      <td aria-hidden className={layout === 'both' ? 'max-sm:hidden' : ''} />
    </>
  )
}

function cellOf(layout: RowLayout): string {
  return layout === 'both' ? 'max-sm:hidden' : ''
}

/** The checkbox of a row, with a target as large as its cell. No Tab stop, because the grid has `x`. */
function SelectBox({
  isSelected,
  isKnown,
  label,
  onToggle,
}: {
  isSelected: boolean
  isKnown: boolean
  label: string
  onToggle: (isRange: boolean) => void
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the grid handles the keys
    <label
      className="flex size-full cursor-pointer items-center justify-center"
      onClick={(event) => event.stopPropagation()}
    >
      <Checkbox
        tabIndex={-1}
        aria-label={label}
        checked={isSelected}
        disabled={!isKnown}
        onChange={(event) => {
          const { nativeEvent } = event
          onToggle(nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
        }}
      />
    </label>
  )
}
