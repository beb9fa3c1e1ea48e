'use client'

import { memo, type MouseEvent, type PointerEvent } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { addressOf } from '@/lib/base-path'
import { classNames } from '@/lib/browser/class-names'
import { gutterClass, pinClass, rowClass } from './columns/column-layout'
import { CardBox, SelectBox } from './selection/select-box'
import { type SelectionStore, useIsSelected } from './selection/selection-store'
import { useTableTexts } from './table-texts'
import type { DataColumn, RowHandlers, RowSpec } from './table-types'
import { useLongPress } from './use-long-press'
import type { RowLayout } from './use-measured-viewport'

/** A shown column, and its position if it is pinned. */
export interface ShownCell<Row> {
  column: DataColumn<Row>
  /** Its position among the pinned columns; -1 if it scrolls. */
  pin: number
  isLastPin: boolean
  isMain: boolean
}

interface RowProps<Row, Id extends string> {
  id: string
  position: number
  row: Row | undefined
  spec: RowSpec<Row, Id>
  cells: ReadonlyArray<ShownCell<Row>>
  store: SelectionStore<Id, Row>
  isSelectable: boolean
  layout: RowLayout
  isCompact: boolean
  isActive: boolean
  /** Whether the preview of the row is open. */
  isOpen: boolean
  /** Whether cards show checkboxes and a tap selects. */
  isChoosing: boolean
  handlers: RowHandlers
}

/** One row of a table. Its name is a link, so that a middle click opens it in a new tab. */
function TableRowView<Row, Id extends string>(props: RowProps<Row, Id>) {
  const { id, position, row, spec, layout, isActive, isOpen } = props
  const isSelected = useIsSelected(props.store, row === undefined ? undefined : spec.idOf(row))
  const { onNameClick, onCardNameClick, ...onRow } = useRowPointer(props)
  return (
    <tr
      id={id}
      aria-rowindex={position + 2}
      aria-selected={props.isSelectable ? isSelected : undefined}
      aria-current={isOpen || undefined}
      aria-busy={row === undefined || undefined}
      data-active={isActive || undefined}
      {...onRow}
      className={writeRowClass(props, isSelected)}
    >
      {layout === 'cards' ? (
        <CardCell {...props} isSelected={isSelected} onNameClick={onCardNameClick} />
      ) : (
        <ColumnCells {...props} isSelected={isSelected} onNameClick={onNameClick} />
      )}
    </tr>
  )
}

/** The cast restores the type parameters, which `memo` loses. Everything else stays the same. */
export const TableRow = memo(TableRowView) as typeof TableRowView

function writeRowClass<Row, Id extends string>(
  { row, spec, layout, isCompact, isActive, isOpen, isSelectable }: RowProps<Row, Id>,
  isSelected: boolean,
): string {
  const isTall = spec.second !== undefined
  return classNames(
    'group relative items-center border-b border-line text-sm select-none sm:select-auto',
    layout === 'cards' ? 'block h-19' : rowClass,
    layout !== 'cards' && !isSelectable && gutterClass,
    layout === 'assumed' && 'max-sm:block max-sm:h-19',
    layout !== 'cards' && (isCompact ? 'sm:h-8' : 'sm:h-10'),
    layout !== 'cards' && isTall && (isCompact ? 'sm:@max-[66rem]:h-10' : 'sm:@max-[66rem]:h-12'),
    isSelected ? 'bg-accent-soft' : isActive ? 'bg-raised' : 'bg-surface',
    row !== undefined && 'cursor-pointer',
    row !== undefined && !isSelected && 'hover:bg-raised',
    // The mark is above the pinned cells, because they have their own background.
    (isActive || isOpen) &&
      'after:pointer-events-none after:absolute after:inset-0 after:z-2 after:border-s-2 after:border-accent',
    isActive && 'group-focus-visible/grid:after:border-2',
  )
}

/** Handles mouse and touch on a row and on the link of its name. The grid handles the keys. */
function useRowPointer<Row, Id extends string>({
  position,
  row,
  spec,
  isChoosing,
  isSelectable,
  handlers,
}: RowProps<Row, Id>) {
  const press = useLongPress(() => {
    if (isSelectable) handlers.onLongPress(position)
  })
  const click = (event: MouseEvent, onPlain: RowHandlers['onPick']) => {
    if (row === undefined || event.defaultPrevented || press.wasLong()) return
    if (isSelectable && event.shiftKey) handlers.onToggle(position, true)
    else if (isSelectable && (event.metaKey || event.ctrlKey || isChoosing)) handlers.onToggle(position, false)
    else onPlain(position, { x: event.clientX, y: event.clientY })
  }
  const nameClick = (onPlain: RowHandlers['onPick']) => (event: MouseEvent) => {
    // Ctrl with a click on a link opens a tab in all browsers, so it must not select the row.
    if ((event.metaKey || event.ctrlKey) && !event.shiftKey) return event.stopPropagation()
    click(event, onPlain)
    event.preventDefault()
  }
  return {
    onClick: (event: MouseEvent) => click(event, handlers.onPick),
    onNameClick: nameClick(handlers.onName),
    // A finger cannot aim at the name alone, so a tap anywhere on a card does the same.
    onCardNameClick: nameClick(handlers.onPick),
    onAuxClick: (event: MouseEvent) => {
      if (event.button === 1 && row !== undefined && spec.hrefOf !== null && !event.defaultPrevented)
        window.open(addressOf(spec.hrefOf(row)), '_blank', 'noopener')
    },
    onMouseDown: (event: MouseEvent) => {
      // The browser would select text on Shift with a click, and scroll on the middle button.
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

type ContentProps<Row, Id extends string> = RowProps<Row, Id> & {
  isSelected: boolean
  onNameClick: (event: MouseEvent) => void
}

/** The row on a phone. */
function CardCell<Row, Id extends string>(props: ContentProps<Row, Id>) {
  const { row, spec, position, isSelected, isChoosing, onNameClick } = props
  const texts = useTableTexts()
  if (row === undefined)
    return (
      <td className="flex h-full flex-col justify-center gap-2 px-4">
        <span className="flex items-center gap-2">
          <WaitingName position={position} />
        </span>
        <Skeleton className="h-3 w-1/2" />
      </td>
    )
  return (
    <td className="flex h-full items-center gap-3 px-4">
      {isChoosing && <CardBox isSelected={isSelected} label={texts.select(spec.nameOf(row))} />}
      <div className="flex min-w-0 flex-1 flex-col justify-center gap-1">{spec.card(row, onNameClick)}</div>
    </td>
  )
}

/** The cells of a row: its checkbox, the columns, and the remaining space. */
function ColumnCells<Row, Id extends string>(props: ContentProps<Row, Id>) {
  const { position, row, spec, cells, layout, isSelectable, handlers, isSelected } = props
  const texts = useTableTexts()
  const hidden = layout === 'assumed' ? 'max-sm:hidden' : ''
  return (
    <>
      {isSelectable && (
        <td className={classNames(hidden, 'sticky start-0 z-1 h-full bg-inherit')}>
          <SelectBox
            isSelected={isSelected}
            isKnown={row !== undefined}
            label={row === undefined ? texts.selectUnknown : texts.select(spec.nameOf(row))}
            onToggle={(isRange) => handlers.onToggle(position, isRange)}
          />
        </td>
      )}
      {cells.map((cell) => (
        <td
          key={cell.column.id}
          data-cell={cell.column.id}
          className={classNames(
            writeCellClass(cell),
            cell.isMain ? 'gap-2' : 'whitespace-nowrap',
            cell.isMain ? layout === 'assumed' && 'max-sm:px-4' : hidden,
          )}
        >
          {cell.isMain ? (
            <MainCell {...props} />
          ) : isFoldedAway(cell, layout) ? null : row === undefined ? (
            <Skeleton className="inline-block h-3 w-3/5" />
          ) : (
            cell.column.cell(row)
          )}
        </td>
      ))}
      <td aria-hidden className={hidden} />
    </>
  )
}

/** Whether the style sheet hides a cell in this layout. Its content would only be in the document twice. */
function isFoldedAway<Row>({ column, pin }: ShownCell<Row>, layout: RowLayout): boolean {
  return layout === 'folded' && column.isFolded === true && pin < 0
}

/** The class of a cell and of its header, except for the content. */
export function writeCellClass({
  column,
  pin,
  isLastPin,
  isMain,
}: Omit<ShownCell<never>, 'column'> & {
  column: Pick<DataColumn<never>, 'isRight' | 'isFolded'>
}): string {
  return classNames(
    'flex h-full min-w-0 items-center px-2',
    !isMain && 'overflow-hidden',
    pin >= 0 && pinClass(pin, isLastPin),
    column.isRight === true && 'justify-end',
    column.isFolded === true && pin < 0 && '@max-[66rem]:hidden',
  )
}

function MainCell<Row, Id extends string>({ row, spec, position, layout, onNameClick }: ContentProps<Row, Id>) {
  if (row === undefined) return <WaitingName position={position} />
  if (spec.second === undefined || layout === 'columns') return spec.main(row, onNameClick)
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      <span className="flex min-w-0 items-center gap-2">{spec.main(row, onNameClick)}</span>
      <span className="hidden truncate text-xs text-ink-muted @max-[66rem]:block">{spec.second(row)}</span>
    </span>
  )
}

/** Shown for a row that is not loaded yet: its number, which helps people who drag the scrollbar. */
function WaitingName({ position }: { position: number }) {
  const { number } = useTableTexts()
  return (
    <>
      <span className="shrink-0 text-xs text-ink-muted tabular-nums">{number(position + 1)}</span>
      <Skeleton className="h-3 w-2/5" />
    </>
  )
}
