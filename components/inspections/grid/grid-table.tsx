'use client'

import { useTranslations } from 'next-intl'
import type { CSSProperties } from 'react'
import type { ListState } from '@/components/filters/use-list-state'
import { ColumnHead } from '@/components/inspections/columns/column-head'
import { layOutColumns } from '@/components/inspections/columns/column-layout'
import { readSort, writeSort } from '@/components/inspections/columns/column-sort'
import type { useColumns } from '@/components/inspections/columns/use-columns'
import type { InspectionRows } from '@/components/inspections/use-inspection-rows'
import { useMounted } from '@/lib/browser/now'
import { GridSpace } from './grid-space'
import { InspectionRowView } from './inspection-row'
import type { GridModel } from './use-inspection-grid'
import type { Viewport } from './use-measured-viewport'

type ColumnChoice = ReturnType<typeof useColumns>

interface TableProps {
  model: GridModel
  rows: InspectionRows
  viewport: Viewport
  state: ListState
  choice: ColumnChoice
  /** Space to leave after the last row. */
  tailPx: number
}

/** The table and its scroll container. */
export function GridTable({ model, rows, viewport, state, choice, tailPx }: TableProps) {
  const t = useTranslations('inspections')
  const isMounted = useMounted()
  const { scrollerRef, gridRef, headMark, row } = model
  const { inSight } = model.scroll
  const { active } = row
  const layout = layOutColumns(choice.columns)
  const isActiveInSight = active >= inSight.first && active < inSight.end
  return (
    <div
      ref={scrollerRef}
      tabIndex={-1}
      onScroll={(event) => model.follow(event.currentTarget)}
      className="group/scroller min-h-0 flex-1 overflow-auto bg-surface outline-none [overflow-anchor:none] max-sm:overflow-x-hidden"
    >
      <table
        ref={gridRef}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table with keyboard navigation is a grid
        role="grid"
        tabIndex={0}
        aria-label={t('title')}
        aria-multiselectable
        aria-rowcount={rows.total === null || !rows.totalIsExact ? -1 : rows.total + 1}
        aria-busy={rows.total === null}
        aria-activedescendant={isActiveInSight ? `inspection-row-${active}` : undefined}
        // Only after mounting: the page's policy forbids styles in the markup.
        style={
          isMounted
            ? ({ '--row-columns': layout.template, '--row-min': `${layout.minWidthPx}px` } as CSSProperties)
            : undefined
        }
        className="group/grid block outline-none sm:min-w-(--row-min)"
      >
        <ColumnHead
          shown={choice.columns}
          sort={readSort(state.params)}
          onSort={(sort) => state.change({ sort: writeSort(sort) })}
          onColumns={choice.changeColumns}
          mark={headMark}
          onMark={headMark === 'all' ? model.stopChoosing : model.selectInSight}
          isCovered={model.hasBar}
          table={gridRef}
        />
        {isMounted && <GridSpace height={inSight.above} rowHeight={viewport.rowHeight} />}
        <GridRows model={model} viewport={viewport} state={state} columnIds={choice.columnIds} />
        {isMounted && rows.total !== null && <GridSpace height={inSight.below} rowHeight={viewport.rowHeight} />}
      </table>
      {tailPx > 0 && <div aria-hidden style={{ height: tailPx }} />}
    </div>
  )
}

/** The rendered rows: the visible ones and some around them. */
function GridRows({
  model: { scroll, still, row, isCards, hasBar, handlers },
  viewport,
  state,
  columnIds,
}: Pick<TableProps, 'model' | 'viewport' | 'state'> & Pick<ColumnChoice, 'columnIds'>) {
  const { first, end } = scroll.inSight
  const positions = Array.from({ length: end - first }, (_, index) => first + index)
  return (
    <tbody className="block">
      {positions.map((position) => {
        const shown = still.read(position)
        return (
          <InspectionRowView
            key={position}
            id={`inspection-row-${position}`}
            position={position}
            row={shown}
            columnIds={columnIds}
            layout={viewport.isMeasured ? (isCards ? 'cards' : 'columns') : 'both'}
            isCompact={state.isCompact}
            isActive={position === row.active}
            isOpen={shown !== undefined && shown.auditId === state.row}
            isChoosing={isCards && hasBar}
            handlers={handlers}
          />
        )
      })}
    </tbody>
  )
}
