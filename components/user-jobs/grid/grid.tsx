'use client'

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- only visible rows exist, each positioned separately, which a table element does not allow */
import { useTranslations } from 'next-intl'
import { useId, useLayoutEffect, useMemo, useRef } from 'react'
import { classNames } from '@/lib/browser/class-names'
import type { Mapping, Validator } from '@/lib/user-jobs/sheet/types'
import { type GridHands, gridHandlers } from './grid-handlers'
import { GridHead } from './grid-head'
import { cellDomId } from './grid-row'
import { GridRows } from './grid-rows'
import { bringIntoSight } from './grid-sight'
import { useCellEditing } from './use-cell-editing'
import { useGridCursor } from './use-grid-cursor'
import { useGridWindow } from './use-grid-window'

export interface GridProps extends Omit<GridHands, 't' | 'cursor' | 'cell'> {
  validator: Validator
  mapping: Mapping
  label: string
  className?: string
}

/**
 * The sheet as a grid that is edited in place. The grid itself has the focus, not a row. So the active cell is kept
 * when it is scrolled out of view, and the first key scrolls back to it.
 */
export function Grid({ validator, mapping, label, className, ...given }: GridProps) {
  const t = useTranslations('userJobs')
  const { sheet, secret, rowIds } = given
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const columnCount = sheet.header.length
  const view = useGridWindow(scroller, rowIds.length, columnCount)
  const cursor = useGridCursor({ ...given, columnCount })
  const { active } = cursor
  const unused = useMemo(
    () => new Set(mapping.flatMap((use, column) => (use.to === 'ignored' || use.to === 'unmapped' ? [column] : []))),
    [mapping],
  )
  const activeKey = active === null ? '' : `${active.rowId}:${active.column}`
  useLayoutEffect(() => {
    if (scroller.current !== null && activeKey !== '') bringIntoSight(scroller.current, cursor.row, cursor.column)
    // Only a change of the active cell scrolls to it. A row that is inserted above it must not scroll, because the
    // person may be reading elsewhere.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [activeKey])
  const cell = useCellEditing(scroller, sheet, cursor)

  const isActiveDrawn =
    view.rows.some(({ position }) => position === cursor.row) &&
    cursor.column >= view.firstColumn &&
    cursor.column < view.endColumn
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rowIds.length + 1}
      aria-colcount={columnCount + 1}
      aria-multiselectable
      {...(active === null || !isActiveDrawn || cell.editing !== null
        ? {}
        : { 'aria-activedescendant': cellDomId(gridId, active.rowId, active.column) })}
      tabIndex={0}
      onFocus={(event) => {
        if (active === null && event.target === event.currentTarget) cursor.goTo(0, 0)
      }}
      {...gridHandlers({ ...given, t, cursor, cell })}
      className={classNames(
        'relative overflow-auto overscroll-contain rounded border border-line bg-surface select-none focus-visible:outline-2 focus-visible:outline-accent',
        className,
      )}
    >
      <div role="presentation" className="relative" style={{ width: view.width, height: view.height }}>
        <GridHead
          sheet={sheet}
          mapping={mapping}
          width={view.width}
          columns={view.columns}
          columnStart={view.columnStart}
        />
        <GridRows
          gridId={gridId}
          sheet={sheet}
          validator={validator}
          mapping={mapping}
          secret={secret}
          unused={unused}
          rowIds={rowIds}
          cursor={cursor}
          cell={cell}
          view={view}
        />
      </div>
    </div>
  )
}
