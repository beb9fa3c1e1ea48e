'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import {
  type AriaAttributes,
  type HTMLAttributes,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { describeOrder } from '@/components/filters/filter-texts'
import { Checkbox } from '@/components/ui/checkbox'
import { Tip } from '@/components/ui/tooltip'
import { announce } from '@/lib/browser/announce'
import { classNames } from '@/lib/browser/class-names'
import { type ColumnId, isSortable, type SortName } from '@/lib/inspections/columns'
import type { ShownColumn } from '@/lib/inspections/model'
import { isRightAligned } from './column-cells'
import { columnsClass, moveColumn } from './column-layout'
import { nextSort, type Sort } from './column-sort'
import { WidthEdge } from './width-edge'
import type { HeadMark } from '@/components/inspections/selection/selection'

// Another order remounts the list, so the focus has to return to the pressed header.
let pressed: ColumnId | null = null

interface HeadProps {
  shown: readonly ShownColumn[]
  sort: Sort
  onSort: (sort: Sort) => void
  onColumns: (shown: readonly ShownColumn[]) => void
  mark: HeadMark
  onMark: () => void
  /** Whether the selection bar covers the headers. */
  isCovered: boolean
  table: RefObject<HTMLTableElement | null>
}

/** The column headers: they sort, and their edges set widths. They are one Tab stop; arrow keys move between them. */
export function ColumnHead({ shown, sort, onSort, onColumns, mark, onMark, isCovered, table }: HeadProps) {
  const columnText = useTranslations('inspections.columns')
  const row = useRef<HTMLTableRowElement>(null)
  const { focusable, onFocus, walk, press } = useHeads({ shown, sort, onSort, onColumns, row })
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
        {shown.map((column) => (
          <th
            key={column.id}
            scope="col"
            data-column={column.id}
            aria-sort={readAriaSort(column.id, sort)}
            className={classNames(
              'h-full min-w-0 text-left font-medium',
              column.id === 'title'
                ? 'sticky left-10 z-1 bg-inherit group-data-sideways/scroller:shadow-[6px_0_6px_-6px_rgb(0_0_0/0.3)]'
                : 'relative',
              isCovered && 'invisible',
            )}
          >
            <HeadLabel
              id={column.id}
              sort={sort}
              onPress={press}
              shared={{
                'data-head': column.id,
                tabIndex: column.id === focusable ? 0 : -1,
                onFocus: () => onFocus(column.id),
                onKeyDown: (event) => walk(event, column.id),
              }}
            />
            <WidthEdge
              column={column}
              label={columnText(column.id)}
              shown={shown}
              isReachable={column.id === focusable}
              onColumns={onColumns}
              row={row}
              table={table}
            />
          </th>
        ))}
        <td aria-hidden className="h-full bg-inherit" />
      </tr>
    </thead>
  )
}

function readAriaSort(id: ColumnId, sort: Sort): AriaAttributes['aria-sort'] {
  if (!isSortable(id) || sort.name !== id) return undefined
  return sort.isDescending ? 'descending' : 'ascending'
}

interface UsedHeads extends Pick<HeadProps, 'shown' | 'sort' | 'onSort' | 'onColumns'> {
  row: RefObject<HTMLTableRowElement | null>
}

/** The focus among the headers, and what keys and presses do. */
function useHeads({ shown, sort, onSort, onColumns, row }: UsedHeads) {
  const t = useTranslations('inspections.columnChanges')
  const columnText = useTranslations('inspections.columns')
  const filterText = useTranslations('filters')
  const [current, setCurrent] = useState<ColumnId>('title')
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
  return {
    /** The header that the Tab key reaches. */
    focusable: shown.some(({ id }) => id === current) ? current : (shown[0]?.id ?? 'title'),
    onFocus: setCurrent,
    press: (name: SortName) => {
      const next = nextSort(sort, name)
      pressed = name
      announce(t('sorted', { order: describeOrder(filterText, name, next.isDescending) }))
      onSort(next)
    },
    walk: (event: KeyboardEvent, id: ColumnId) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
      if (step === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      const at = shown.findIndex((column) => column.id === id)
      const to = Math.min(Math.max(at + step, 0), shown.length - 1)
      if (!event.altKey) return focusHead(shown[to]?.id ?? id)
      onColumns(moveColumn(shown, id, to))
      announce(t('moved', { column: columnText(id), place: to + 1, count: shown.length }))
    },
  }
}

interface HeadLabelProps {
  id: ColumnId
  sort: Sort
  onPress: (name: SortName) => void
  /** Props of the label, whether it sorts or not. */
  shared: Pick<HTMLAttributes<HTMLElement>, 'tabIndex' | 'onFocus' | 'onKeyDown'> & { 'data-head': ColumnId }
}

/** The name of a column; a button if the list can be sorted by it. */
function HeadLabel({ id, sort, onPress, shared }: HeadLabelProps) {
  const t = useTranslations('inspections.columnChanges')
  const filterText = useTranslations('filters')
  const label = useTranslations('inspections.columns')(id)
  const className = classNames(
    'flex h-full w-full min-w-0 items-center gap-1 px-2 outline-offset-[-2px]',
    isRightAligned(id) && 'justify-end',
  )
  if (!isSortable(id))
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-static-element-interactions -- a header that can be moved and resized by keyboard
      <div {...shared} className={className}>
        <span className="truncate">{label}</span>
      </div>
    )
  const isSorted = sort.name === id
  const Arrow = sort.isDescending ? ArrowDown : ArrowUp
  return (
    <Tip content={t('sort', { order: describeOrder(filterText, id, nextSort(sort, id).isDescending) })}>
      <button
        type="button"
        {...shared}
        onClick={() => onPress(id)}
        className={classNames(className, 'hover:text-ink', isSorted && 'text-ink')}
      >
        <span className="truncate">{label}</span>
        {isSorted && <Arrow aria-hidden size={14} strokeWidth={2} className="shrink-0" />}
      </button>
    </Tip>
  )
}

function HeadBox({ mark, onMark }: { mark: HeadMark; onMark: () => void }) {
  const t = useTranslations('inspections.selection.actions')
  return (
    <label className="flex size-full cursor-pointer items-center justify-center">
      <Checkbox
        indeterminate={mark === 'some'}
        checked={mark === 'all'}
        onChange={onMark}
        aria-label={t(mark === 'all' ? 'clear' : 'selectVisible')}
      />
    </label>
  )
}
