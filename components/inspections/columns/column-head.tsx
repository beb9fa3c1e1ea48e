'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Tip } from '@/components/ui/tooltip'
import { announce } from '@/lib/browser/announce'
import { classNames } from '@/lib/browser/class-names'
import {
  type ColumnId,
  columnWidthMaxPx,
  columnWidthMinPx,
  findColumn,
  type ShownColumn,
} from '@/lib/inspections/model'
import { rightColumns } from './column-cells'
import { columnsClass, layOutColumns, moveColumn, resetColumnWidth, setColumnWidth } from './column-layout'
import { describeSort, nextSort, type Sort } from './column-sort'
import type { HeadMark } from '@/components/inspections/selection/selection'

// Another order is another list, which is made anew: the head that was pressed has the focus in it again.
let pressed: ColumnId | null = null

interface HeadProps {
  shown: readonly ShownColumn[]
  sort: Sort
  onSort: (sort: Sort) => void
  onColumns: (shown: readonly ShownColumn[]) => void
  mark: HeadMark
  onMark: () => void
  /** The names give way to the bar of what is chosen. */
  isCovered: boolean
  table: React.RefObject<HTMLTableElement | null>
}

/** The heads of the columns: they sort, and their edges set widths. One stop of the Tab key; arrows go between them. */
export function ColumnHead({ shown, sort, onSort, onColumns, mark, onMark, isCovered, table }: HeadProps) {
  const [current, setCurrent] = useState<ColumnId>('title')
  const row = useRef<HTMLTableRowElement>(null)
  const focusable = shown.some(({ id }) => id === current) ? current : (shown[0]?.id ?? 'title')
  const focusHead = (id: ColumnId) => {
    setCurrent(id)
    row.current?.querySelector<HTMLElement>(`[data-head="${id}"]`)?.focus()
  }
  const refocus = useEffectEvent(() => {
    const id = pressed
    pressed = null
    if (id !== null) focusHead(id)
  })
  // oxlint-disable-next-line react/set-state-in-effect -- once, and only after a press
  useEffect(() => refocus(), [])

  const press = (id: ColumnId) => {
    const name = findColumn(id)?.sort
    if (name === undefined) return
    const next = nextSort(sort, name)
    pressed = id
    announce(`Sorted ${describeSort(id, next)}`)
    onSort(next)
  }
  const walk = (event: KeyboardEvent, id: ColumnId) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    const at = shown.findIndex((column) => column.id === id)
    const to = Math.min(Math.max(at + step, 0), shown.length - 1)
    if (!event.altKey) return focusHead(shown[to]?.id ?? id)
    onColumns(moveColumn(shown, id, to))
    announce(`${findColumn(id)?.label ?? id} moved to place ${to + 1} of ${shown.length}`)
  }

  return (
    <thead className="sticky top-0 z-3 block max-sm:sr-only">
      <tr
        ref={row}
        aria-rowindex={1}
        className={classNames(columnsClass, 'h-9 items-center border-b border-line bg-canvas text-xs text-ink-muted')}
      >
        <th scope="col" className="sticky left-0 z-1 h-full bg-inherit font-medium">
          <HeadBox mark={mark} onMark={onMark} />
        </th>
        {shown.map((column) => {
          const { label, sort: name } = findColumn(column.id) ?? { label: column.id, sort: undefined }
          const isSorted = name !== undefined && sort.name === name
          const Arrow = sort.isDescending ? ArrowDown : ArrowUp
          const headClass = classNames(
            'flex h-full w-full min-w-0 items-center gap-1 px-2 outline-offset-[-2px]',
            rightColumns.has(column.id) && 'justify-end',
          )
          const shared = {
            'data-head': column.id,
            tabIndex: column.id === focusable ? 0 : -1,
            onFocus: () => setCurrent(column.id),
            onKeyDown: (event: KeyboardEvent) => walk(event, column.id),
          }
          return (
            <th
              key={column.id}
              scope="col"
              data-column={column.id}
              aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
              className={classNames(
                'h-full min-w-0 text-left font-medium',
                column.id === 'title'
                  ? 'sticky left-10 z-1 bg-inherit group-data-sideways/scroller:shadow-[6px_0_6px_-6px_rgb(0_0_0/0.3)]'
                  : 'relative',
                isCovered && 'invisible',
              )}
            >
              {name === undefined ? (
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-static-element-interactions -- a head that can be moved and widened by keys
                <div {...shared} className={headClass}>
                  <span className="truncate">{label}</span>
                </div>
              ) : (
                <Tip content={`Sort ${describeSort(column.id, nextSort(sort, name))}`}>
                  <button
                    type="button"
                    {...shared}
                    onClick={() => press(column.id)}
                    className={classNames(headClass, 'hover:text-ink', isSorted && 'text-ink')}
                  >
                    <span className="truncate">{label}</span>
                    {isSorted && <Arrow aria-hidden size={14} strokeWidth={2} className="shrink-0" />}
                  </button>
                </Tip>
              )}
              <WidthEdge
                column={column}
                label={label}
                shown={shown}
                isReachable={column.id === focusable}
                onColumns={onColumns}
                row={row}
                table={table}
              />
            </th>
          )
        })}
        <td aria-hidden className="h-full bg-inherit" />
      </tr>
    </thead>
  )
}

function HeadBox({ mark, onMark }: { mark: HeadMark; onMark: () => void }) {
  return (
    <label className="flex size-full cursor-pointer items-center justify-center">
      <input
        type="checkbox"
        ref={(box) => {
          if (box !== null) box.indeterminate = mark === 'some'
        }}
        checked={mark === 'all'}
        onChange={onMark}
        aria-label={mark === 'all' ? 'Clear the selection' : 'Select the rows in sight'}
        className="size-4 cursor-pointer accent-(--accent)"
      />
    </label>
  )
}

const stepPx = 8
const largeStepPx = 40

/** The right edge of a head: dragging it, or the arrows, set the width; a double click or Enter makes it automatic. */
function WidthEdge({
  column,
  label,
  shown,
  isReachable,
  onColumns,
  row,
  table,
}: {
  column: ShownColumn
  label: string
  shown: readonly ShownColumn[]
  isReachable: boolean
  onColumns: (shown: readonly ShownColumn[]) => void
  row: React.RefObject<HTMLTableRowElement | null>
  table: React.RefObject<HTMLTableElement | null>
}) {
  const drag = useRef<{ x: number; widthPx: number; measured: Map<ColumnId, number>; next: ShownColumn[] } | null>(null)
  const { id } = column
  const measure = () =>
    new Map(
      shown.flatMap((each) => {
        const head = row.current?.querySelector<HTMLElement>(`[data-column="${each.id}"]`)
        return head === null || head === undefined || head.offsetWidth === 0 ? [] : [[each.id, head.offsetWidth]]
      }),
    )
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const measured = measure()
    drag.current = { x: event.clientX, widthPx: measured.get(id) ?? column.widthPx, measured, next: [...shown] }
  }
  const move = (event: PointerEvent) => {
    const at = drag.current
    if (at === null || table.current === null) return
    at.next = setColumnWidth(shown, id, at.widthPx + event.clientX - at.x, at.measured)
    // Only the style changes on the way: no row is rendered for it.
    const layout = layOutColumns(at.next)
    table.current.style.setProperty('--row-columns', layout.template)
    table.current.style.setProperty('--row-min', `${layout.minWidthPx}px`)
  }
  const end = (event: PointerEvent) => {
    const at = drag.current
    drag.current = null
    if (at !== null && event.clientX !== at.x) onColumns(at.next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? largeStepPx : stepPx
    const measured = measure()
    const now = measured.get(id) ?? column.widthPx
    const widths: Record<string, number> = {
      ArrowLeft: now - step,
      ArrowRight: now + step,
      Home: columnWidthMinPx,
      End: columnWidthMaxPx,
    }
    const next = widths[event.key]
    if (next === undefined && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    onColumns(next === undefined ? resetColumnWidth(shown, id) : setColumnWidth(shown, id, next, measured))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that has the focus is a control
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={column.widthPx}
      aria-valuemin={columnWidthMinPx}
      aria-valuemax={columnWidthMaxPx}
      aria-valuetext={`${column.widthPx} pixels`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={isReachable ? 0 : -1}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onColumns(resetColumnWidth(shown, id))}
      onKeyDown={onKeyDown}
      className="group/edge absolute top-0 -right-1.5 z-2 flex h-full w-3 cursor-col-resize touch-none items-center justify-center outline-offset-[-2px]"
    >
      <span className="h-4 w-px bg-line transition-colors group-hover/edge:h-full group-hover/edge:w-0.5 group-hover/edge:bg-accent group-active/edge:h-full group-active/edge:w-0.5 group-active/edge:bg-accent" />
    </span>
  )
}
