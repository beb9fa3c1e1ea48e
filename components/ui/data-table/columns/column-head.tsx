'use client'

import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import {
  type HTMLAttributes,
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Tip } from '@/components/ui/tooltip'
import { announce } from '@/lib/browser/announce'
import { classNames } from '@/lib/browser/class-names'
import { readArrow } from '@/lib/browser/lists/direction'
import { gutterClass, moveColumn, rowClass } from './column-layout'
import { HeadBox } from '@/components/ui/data-table/selection/select-box'
import type { HeadMark } from '@/components/ui/data-table/selection/selection'
import { type ShownCell, writeCellClass } from '@/components/ui/data-table/table-row'
import type { ColumnFilter, ColumnSort, DataColumn, Sort, TableLook } from '@/components/ui/data-table/table-types'
import { WidthEdge } from './width-edge'

// Loaded on demand, because most visits never open a menu.
const loadMenu = () => import('./head-menu')
const HeadMenu = lazy(loadMenu)

// A new order remounts the list, so the focus has to return to the header that was pressed.
let pressed: string | null = null

export interface HeadState<Row> {
  columns: ReadonlyArray<DataColumn<Row>>
  cells: ReadonlyArray<ShownCell<Row>>
  look: TableLook
  sort: Sort
  onSort: (sort: Sort) => void
  /** Filters by the id of their column. */
  filters: Readonly<Partial<Record<string, ColumnFilter<Row>>>>
  isSelectable: boolean
  mark: HeadMark
  onMark: () => void
  table: RefObject<HTMLTableElement | null>
}

/**
 * The column headers: they sort and have a menu, and their edges set widths. They are one Tab stop. Arrow keys move
 * between them, and Alt with the down arrow opens the menu.
 */
export function ColumnHead<Row>(props: HeadState<Row>) {
  const { columns, cells, look, sort, isSelectable, mark, onMark, table } = props
  const t = useTranslations('shell.table')
  const row = useRef<HTMLTableRowElement>(null)
  const { focusable, onFocus, walk, press, menu, openMenu, closeMenu } = useHeads(props, row)
  const menuColumn = columns.find(({ id }) => id === menu?.id)
  return (
    <thead className="sticky top-0 z-3 block max-sm:sr-only" onPointerEnter={() => void loadMenu()}>
      <tr
        ref={row}
        aria-rowindex={1}
        className={classNames(
          rowClass,
          'h-9 items-center border-b border-line bg-canvas text-xs text-ink-muted',
          !isSelectable && gutterClass,
        )}
      >
        {isSelectable && (
          <th scope="col" className="sticky start-0 z-1 h-full bg-inherit font-medium">
            <HeadBox
              mark={mark}
              label={t(mark === 'all' ? 'selection.actions.clear' : 'selection.actions.selectVisible')}
              onMark={onMark}
            />
          </th>
        )}
        {cells.map((cell) => {
          const { column } = cell
          return (
            <th
              key={column.id}
              scope="col"
              data-column={column.id}
              aria-sort={readAriaSort(column.sort, sort)}
              onContextMenu={(event) => {
                event.preventDefault()
                openMenu(column.id)
              }}
              className={classNames(
                writeCellClass(cell),
                'group/head overflow-visible! px-0! text-start font-medium',
                cell.pin < 0 && 'relative',
              )}
            >
              <HeadLabel
                column={column}
                sort={sort}
                onPress={press}
                onMenu={() => openMenu(column.id)}
                shared={{
                  'data-head': column.id,
                  tabIndex: column.id === focusable ? 0 : -1,
                  onFocus: () => onFocus(column.id),
                  onKeyDown: (event) => walk(event, column.id),
                }}
              />
              <WidthEdge
                columns={columns}
                label={column.label}
                id={column.id}
                shown={look.shown}
                isReachable={column.id === focusable}
                onColumns={look.changeColumns}
                row={row}
                table={table}
              />
            </th>
          )
        })}
        <td aria-hidden className="h-full bg-inherit" />
      </tr>
      {menu !== null &&
        // A table may contain only rows, so the menu is rendered outside of it.
        createPortal(
          <Suspense>
            <HeadMenu
              columns={columns}
              id={menu.id}
              label={menuColumn?.label ?? menu.id}
              sorts={menuColumn?.sort}
              anchor={menu.anchor}
              look={look}
              sort={sort}
              onFilter={props.filters[menu.id]?.open}
              choices={props.filters[menu.id]?.choices}
              onSort={(name, isDescending) => press(name, isDescending)}
              onClose={closeMenu}
            />
          </Suspense>,
          document.body,
        )}
    </thead>
  )
}

function readAriaSort(sorts: ColumnSort | undefined, sort: Sort): 'ascending' | 'descending' | undefined {
  if (sorts === undefined || sort.name !== sorts.name) return undefined
  return sort.isDescending ? 'descending' : 'ascending'
}

/** The direction after a click on a header: the more useful direction first, then the opposite one. */
function nextDirection(current: Sort, { name, isDescendingFirst }: ColumnSort): boolean {
  return current.name === name ? !current.isDescending : isDescendingFirst
}

/** The focus among the headers, and what keys and presses do. */
function useHeads<Row>(
  { columns, cells, look, sort, onSort }: HeadState<Row>,
  row: RefObject<HTMLTableRowElement | null>,
) {
  const t = useTranslations('shell.table.columnChanges')
  const main = columns[0]?.id ?? ''
  const [current, setCurrent] = useState(main)
  const [menu, setMenu] = useState<{ id: string; anchor: Element } | null>(null)
  const findHead = (id: string) => row.current?.querySelector<HTMLElement>(`[data-head="${id}"]`) ?? null
  const focusHead = (id: string) => {
    setCurrent(id)
    findHead(id)?.focus()
  }
  const refocus = useEffectEvent(() => {
    const id = pressed
    pressed = null
    if (id !== null) focusHead(id)
  })
  // oxlint-disable-next-line react/set-state-in-effect -- once, and only after a press
  useEffect(() => refocus(), [])
  const openMenu = (id: string) => {
    const anchor = row.current?.querySelector(`[data-column="${id}"]`)
    if (anchor !== null && anchor !== undefined) setMenu({ id, anchor })
  }
  return {
    /** The header that is reached with Tab. */
    focusable: cells.some(({ column }) => column.id === current) ? current : (cells[0]?.column.id ?? main),
    onFocus: setCurrent,
    menu,
    openMenu,
    closeMenu: () => setMenu(null),
    press: (id: string, isDescending?: boolean) => {
      const sorts = columns.find((column) => column.id === id)?.sort
      if (sorts === undefined) return
      const next = { name: sorts.name, isDescending: isDescending ?? nextDirection(sort, sorts) }
      pressed = id
      announce(t('sorted', { order: sorts.describe(next.isDescending) }))
      onSort(next)
    },
    walk: (event: KeyboardEvent, id: string) => {
      const opensMenu = (event.altKey && event.key === 'ArrowDown') || event.key === 'ContextMenu'
      const step = readArrow(event)
      if (!opensMenu && (step === 0 || event.ctrlKey || event.metaKey || event.shiftKey)) return
      event.preventDefault()
      event.stopPropagation()
      if (opensMenu) return openMenu(id)
      if (!event.altKey) return focusHead(readNext(row.current, cells, { id, step }))
      const at = look.shown.findIndex((column) => column.id === id)
      const to = Math.min(Math.max(at + step, 0), look.shown.length - 1)
      look.changeColumns(moveColumn(look.shown, id, to))
      const column = columns.find((each) => each.id === id)?.label ?? id
      announce(t('moved', { column, place: to + 1, count: look.shown.length }))
    },
  }
}

/** The next header on screen; columns that are folded away are skipped. */
function readNext<Row>(
  row: HTMLTableRowElement | null,
  cells: ReadonlyArray<ShownCell<Row>>,
  { id, step }: { id: string; step: number },
): string {
  const isHidden = (each: string) => {
    const head = row?.querySelector(`[data-column="${each}"]`)
    return head !== null && head !== undefined && getComputedStyle(head).display === 'none'
  }
  const ids = cells.map(({ column }) => column.id)
  for (let at = ids.indexOf(id) + step; at >= 0 && at < ids.length; at += step) {
    const next = ids[at]
    if (next !== undefined && !isHidden(next)) return next
  }
  return id
}

interface HeadLabelProps<Row> {
  column: DataColumn<Row>
  sort: Sort
  onPress: (id: string) => void
  onMenu: () => void
  /** Props that labels have in common, whether they sort or not. */
  shared: Pick<HTMLAttributes<HTMLElement>, 'tabIndex' | 'onFocus' | 'onKeyDown'> & { 'data-head': string }
}

/** The name of a column, which is a button if the list can be sorted by the column, and the button of its menu. */
function HeadLabel<Row>({ column, sort, onPress, onMenu, shared }: HeadLabelProps<Row>) {
  const t = useTranslations('shell.table')
  const { label, sort: sorts } = column
  const className = classNames(
    'flex h-full w-full min-w-0 items-center gap-1 px-2 outline-offset-[-2px]',
    column.isRight === true && 'justify-end',
  )
  const isSorted = sorts !== undefined && sort.name === sorts.name
  const Arrow = sort.isDescending ? ArrowDown : ArrowUp
  return (
    <>
      {sorts === undefined ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-static-element-interactions -- a header that can be moved and resized by keyboard
        <div {...shared} className={className}>
          <span className="truncate">{label}</span>
        </div>
      ) : (
        <Tip content={t('columnChanges.sort', { order: sorts.describe(nextDirection(sort, sorts)) })}>
          <button
            type="button"
            {...shared}
            onClick={() => onPress(column.id)}
            className={classNames(className, 'hover:text-ink', isSorted && 'text-ink')}
          >
            <span className="truncate">{label}</span>
            {isSorted && <Arrow aria-hidden size={14} strokeWidth={2} className="-me-1 shrink-0" />}
          </button>
        </Tip>
      )}
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('head.menu', { column: label })}
        aria-haspopup="menu"
        onClick={onMenu}
        className={classNames(
          'absolute top-1.5 z-1 flex size-6 items-center justify-center rounded-sm bg-canvas opacity-0 group-hover/head:opacity-100 hover:bg-raised hover:text-ink focus-visible:opacity-100 pointer-coarse:hidden',
          column.isRight === true ? 'start-0' : 'end-1',
        )}
      >
        <ChevronDown aria-hidden size={14} strokeWidth={2} />
      </button>
    </>
  )
}
