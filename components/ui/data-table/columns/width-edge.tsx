'use client'

import { useTranslations } from 'next-intl'
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react'
import { type ColumnShape, columnWidthMaxPx, columnWidthMinPx, type ShownColumn } from '@/lib/table/shown-columns'
import { forwardOf, readArrow } from '@/lib/browser/lists/direction'
import { layOutColumns, layOutFolded, resetColumnWidth, setColumnWidth, writeLayoutStyle } from './column-layout'

const stepPx = 8
const largeStepPx = 40

/** The edge at the end of a header: drag it or use the arrow keys to set the width; double-click or Enter resets it. */
export function WidthEdge({
  columns,
  id,
  label,
  shown,
  isReachable,
  onColumns,
  row,
  table,
}: {
  columns: readonly ColumnShape[]
  id: string
  label: string
  shown: readonly ShownColumn[]
  isReachable: boolean
  onColumns: (shown: readonly ShownColumn[]) => void
  row: RefObject<HTMLTableRowElement | null>
  table: RefObject<HTMLTableElement | null>
}) {
  const t = useTranslations('shell.table.columnChanges')
  const drag = useRef<{ x: number; widthPx: number; measured: Map<string, number>; next: ShownColumn[] } | null>(null)
  const widthPx = shown.find((each) => each.id === id)?.widthPx ?? columnWidthMinPx
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
    drag.current = { x: event.clientX, widthPx: measured.get(id) ?? widthPx, measured, next: [...shown] }
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const at = drag.current
    if (at === null || table.current === null) return
    at.next = setColumnWidth(columns, shown, {
      id,
      widthPx: at.widthPx + (event.clientX - at.x) * forwardOf(event.currentTarget),
      measuredPx: at.measured,
    })
    // Only the style changes while dragging, so that no row is rendered.
    const hasBox = row.current?.querySelector('input') !== null
    const style = writeLayoutStyle(layOutColumns(columns, at.next, hasBox), layOutFolded(columns, at.next, hasBox))
    for (const [name, value] of Object.entries(style)) table.current.style.setProperty(name, value)
  }
  const end = (event: PointerEvent) => {
    const at = drag.current
    drag.current = null
    if (at !== null && event.clientX !== at.x) onColumns(at.next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const measured = measure()
    const next = readKeyWidth(event, measured.get(id) ?? widthPx)
    if (next === undefined && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    onColumns(
      next === undefined
        ? resetColumnWidth(columns, shown, id)
        : setColumnWidth(columns, shown, { id, widthPx: next, measuredPx: measured }),
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a focusable separator is a control
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
      role="separator"
      aria-orientation="vertical"
      aria-label={t('width', { column: label })}
      aria-valuenow={widthPx}
      aria-valuemin={columnWidthMinPx}
      aria-valuemax={columnWidthMaxPx}
      aria-valuetext={t('pixels', { count: widthPx })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={isReachable ? 0 : -1}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onColumns(resetColumnWidth(columns, shown, id))}
      onKeyDown={onKeyDown}
      className="group/edge absolute top-0 -end-1.5 z-2 flex h-full w-3 cursor-col-resize touch-none items-center justify-center outline-offset-[-2px]"
    >
      <span className="h-4 w-px bg-line transition-colors group-hover/edge:h-full group-hover/edge:w-0.5 group-hover/edge:bg-accent group-active/edge:h-full group-active/edge:w-0.5 group-active/edge:bg-accent" />
    </span>
  )
}

/** The width that a key sets; undefined for other keys. */
function readKeyWidth(event: KeyboardEvent, nowPx: number): number | undefined {
  if (event.key === 'Home') return columnWidthMinPx
  if (event.key === 'End') return columnWidthMaxPx
  const step = readArrow(event)
  return step === 0 ? undefined : nowPx + step * (event.shiftKey ? largeStepPx : stepPx)
}
