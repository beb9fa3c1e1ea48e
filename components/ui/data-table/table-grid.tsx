'use client'

import { type MouseEvent, useMemo } from 'react'
import { useMounted } from '@/lib/browser/now'
import { ColumnHead, type HeadState } from './columns/column-head'
import { layOutColumns, layOutFolded, writeLayoutStyle } from './columns/column-layout'
import { FirstLayout } from './columns/first-layout'
import { GridSpace } from './grid-space'
import { GroupRow } from './group-row'
import type { SelectionStore } from './selection/selection-store'
import { type ShownCell, TableRow } from './table-row'
import type { DataColumn, RowSpec, TableLook, TableRows } from './table-types'
import { layoutOf, type Viewport } from './use-measured-viewport'
import type { TableModel } from './use-table-model'

interface GridProps<Row, Id extends string> {
  /** The name of the list, which the ids of its rows contain. */
  name: string
  label: string
  model: TableModel<Row, Id>
  rows: TableRows<Row>
  spec: RowSpec<Row, Id>
  columns: ReadonlyArray<DataColumn<Row>>
  cells: ReadonlyArray<ShownCell<Row>>
  look: TableLook
  store: SelectionStore<Id, Row>
  isSelectable: boolean
  viewport: Viewport
  head: Omit<HeadState<Row>, 'cells' | 'columns' | 'look' | 'table' | 'mark' | 'onMark' | 'isSelectable'>
  openId: Id | null
  onContextMenu: (event: MouseEvent) => void
  /** Space to leave after the last row. */
  tailPx: number
}

/** The table and its scroll container. */
export function TableGrid<Row, Id extends string>(props: GridProps<Row, Id>) {
  const { name, label, model, rows, columns, look, viewport, tailPx, isSelectable } = props
  const isMounted = useMounted()
  const { scrollerRef, gridRef, headMark, row } = model
  const { inSight } = model.scroll
  const { active } = row
  const { shown } = look
  // Memoized, because adding up the widths of all texts is too slow for each scroll event.
  const style = useMemo(() => {
    const wide = layOutColumns(columns, shown, isSelectable)
    return writeLayoutStyle(wide, layOutFolded(columns, shown, isSelectable))
  }, [columns, shown, isSelectable])
  const gridId = `${name}-grid`
  const isActiveInSight = active >= inSight.first && active < inSight.end
  return (
    <div
      ref={scrollerRef}
      tabIndex={-1}
      onScroll={(event) => model.follow(event.currentTarget)}
      className="group/scroller min-h-0 flex-1 overflow-auto bg-surface outline-none [overflow-anchor:none] max-sm:overflow-x-hidden"
    >
      {!isMounted && <FirstLayout gridId={gridId} style={style} />}
      <table
        ref={gridRef}
        id={gridId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table with keyboard navigation is a grid
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable={isSelectable || undefined}
        aria-rowcount={rows.total === null || !rows.totalIsExact ? -1 : rows.total + 1}
        aria-busy={rows.total === null}
        aria-activedescendant={isActiveInSight ? `${name}-row-${active}` : undefined}
        onContextMenu={props.onContextMenu}
        // Set only after mounting, because the content security policy forbids styles in the page's markup.
        style={isMounted ? style : undefined}
        className="group/grid block outline-none sm:min-w-(--row-min) sm:@max-[66rem]:min-w-(--row-min-folded)"
      >
        <ColumnHead
          {...props.head}
          columns={columns}
          cells={props.cells}
          look={look}
          isSelectable={isSelectable}
          mark={headMark}
          onMark={headMark === 'all' ? model.stopChoosing : model.selectInSight}
          table={gridRef}
        />
        {isMounted && <GridSpace height={inSight.above} rowHeight={viewport.rowHeight} />}
        <GridRows {...props} />
        {isMounted && rows.total !== null && <GridSpace height={inSight.below} rowHeight={viewport.rowHeight} />}
      </table>
      {tailPx > 0 && <div aria-hidden style={{ height: tailPx }} />}
    </div>
  )
}

/** The rendered rows: the visible ones and some around them. */
function GridRows<Row, Id extends string>(props: GridProps<Row, Id>) {
  const { name, rows, spec, viewport, look, openId } = props
  const { scroll, still, row, isCards, hasBar, handlers } = props.model
  const { first, end } = scroll.inSight
  const layout = layoutOf(viewport)
  const positions = Array.from({ length: end - first }, (_, index) => first + index)
  return (
    <tbody className="block">
      {positions.map((position) => {
        const id = `${name}-row-${position}`
        const head = rows.headAt?.(position) ?? null
        if (head !== null)
          return (
            <GroupRow
              key={position}
              id={id}
              position={position}
              head={head}
              rowHeight={viewport.rowHeight}
              isActive={position === row.active}
              onPick={() => row.open(position)}
            />
          )
        const shown = still.read(position)
        return (
          <TableRow
            key={position}
            id={id}
            position={position}
            row={shown}
            spec={spec}
            cells={props.cells}
            store={props.store}
            isSelectable={props.isSelectable}
            layout={layout}
            isCompact={look.isCompact}
            isActive={position === row.active}
            isOpen={shown !== undefined && openId !== null && spec.idOf(shown) === openId}
            isChoosing={isCards && hasBar}
            handlers={handlers}
          />
        )
      })}
    </tbody>
  )
}
