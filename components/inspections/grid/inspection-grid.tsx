'use client'

import { ListChecks } from 'lucide-react'
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'
import { useMounted } from '@/lib/browser/now'
import { BulkBar } from '@/components/inspections/bulk/bulk-bar'
import { ColumnChooser } from '@/components/inspections/columns/column-chooser'
import { ColumnHead } from '@/components/inspections/columns/column-head'
import { layOutColumns } from '@/components/inspections/columns/column-layout'
import { readSort, writeSort } from '@/components/inspections/columns/column-sort'
import { FreshButton } from '@/components/filters/fresh-button'
import { GridSpace } from './grid-space'
import { useGridKeys } from './inspection-grid-keys'
import { InspectionRowView } from './inspection-row'
import { scrollHeightMax } from '@/lib/browser/row-window'
import { isNothing, readHeadMark, type Selection } from '@/components/inspections/selection/selection'
import { type SelectedRange, shiftRange, useSelecting } from './selection-range'
import { useSelection } from '@/components/inspections/selection/selection-store'
import { SheetDialog, SideSheet } from '@/components/inspections/sheet/side-sheet'
import { useActiveRow } from './use-active-row'
import { useColumns } from '@/components/inspections/columns/use-columns'
import { useFreshRows } from './use-fresh-rows'
import { useGridPointer } from './use-grid-pointer'
import { useGridScroll } from './use-grid-scroll'
import type { InspectionRows } from '@/components/inspections/use-inspection-rows'
import { useListPlace } from '@/components/inspections/use-list-place'
import { type ListState, useListState } from '@/components/filters/use-list-state'
import { hasCards, useMeasuredViewport, type Viewport } from './use-measured-viewport'
import { useStillRows } from './use-still-rows'

const skeletonRows = 20
const renderStepRows = 4

interface GridProps {
  rows: InspectionRows
  /** Names this list among others, for coming back to it. */
  filterKey: string
  viewport: Viewport
  onViewport: (viewport: Viewport) => void
  /** Room to leave after the last row. */
  tailPx?: number
  state?: ListState
  /** What exports the rows that are chosen. */
  renderActions?: (selection: Selection) => ReactNode
}

/**
 * The rows of the list, of which only those in sight exist. The grid itself keeps the focus and names the active row,
 * so that scrolling a row away cannot lose it.
 */
export function InspectionGrid({
  rows,
  filterKey,
  viewport,
  onViewport,
  tailPx = 0,
  state: given,
  renderActions,
}: GridProps) {
  const own = useListState()
  const state = given ?? own
  const isMounted = useMounted()
  const selection = useSelection()
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const sheet = useRef<HTMLElement>(null)
  const rangeRef = useRef<SelectedRange>(null)
  const [active, setActive] = useState(-1)
  const [isChoosing, setChoosing] = useState(false)
  const total = rows.total ?? skeletonRows
  const scroll = useGridScroll(scroller, viewport, total)
  const { inSight, pageRows } = scroll
  const isCards = hasCards(viewport)
  const hasSelection = !isNothing(selection)

  const isEngaged = () =>
    scroller.current === null ||
    scroller.current.scrollTop > 0 ||
    active !== -1 ||
    state.row !== null ||
    hasSelection ||
    scroller.current.matches(':hover')
  const moveAlong = (by: number) => {
    if (active !== -1) setActive(Math.max(0, active + by))
    shiftRange(rangeRef, by)
    scroll.scrollAlong(by)
  }
  const still = useStillRows(rows, inSight, isEngaged, moveAlong)
  const selecting = useSelecting({ params: rows.params, filterKey, total: rows.total, read: still.read, rangeRef })
  const settleHeld = () => {
    const by = still.release()
    if (by !== 0) moveAlong(by)
  }
  const fresh = useFreshRows(rows, state, () => scroller.current?.scrollTop === 0 && !still.readIsHeld())
  const row = useActiveRow({
    rows,
    filterKey,
    state,
    scroll,
    still,
    selecting,
    active,
    setActive,
    grid,
    sheet,
    coversList: isCards,
  })
  const { handlers, picked } = useGridPointer({ still, selecting, row, onChoose: () => setChoosing(true) })
  const stopChoosing = () => {
    setChoosing(false)
    selecting.clear()
  }

  const { firstVisible } = inSight
  const endVisible = Math.min(total, firstVisible + pageRows + 1)
  const listVisible = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => still.read(from + index)?.auditId).filter(
      (id) => id !== undefined,
    )
  const mark = readHeadMark(selection, listVisible(firstVisible, endVisible))
  const selectInSight = () => {
    const from = scroll.readFirstVisible()
    // A list that is wholly here is taken whole.
    const ids = total <= 100 ? listVisible(0, total) : listVisible(from, Math.min(total, from + pageRows + 1))
    selecting.add(ids)
  }

  const follow = (element: HTMLElement) => {
    const { scrollTop, scrollLeft } = element
    element.toggleAttribute('data-sideways', scrollLeft > 0)
    if (still.isHeld && Math.abs(scrollTop - viewport.scrollTop) >= 1) settleHeld()
    // Some rows lie ready on both sides, so most steps of a smooth scroll need no render at all.
    const isNear = Math.abs(scrollTop - viewport.scrollTop) < renderStepRows * viewport.rowHeight
    if (isNear && scrollTop !== 0 && !still.isHeld && total * viewport.rowHeight <= scrollHeightMax) return
    // At once: rendered a moment later, a frame without any row in it would be painted first.
    flushSync(() => onViewport({ ...viewport, scrollTop }))
  }

  useGridKeys({
    moveBy: row.moveBy,
    moveTo: row.moveTo,
    pageRows,
    last: total - 1,
    open: () => row.open(active),
    peek: () => row.peek(active === -1 ? firstVisible : active),
    toggle: () => {
      const at = active === -1 ? scroll.readFirstVisible() : active
      if (active === -1) row.moveTo(at)
      selecting.toggle(at)
    },
    selectInSight,
    escape: row.isSheetOpen ? row.closeSummary : hasSelection || isChoosing ? stopChoosing : null,
    within: () => grid.current,
  })
  useMeasuredViewport(scroller, viewport, state.isCompact ? 32 : 40, onViewport)
  useListPlace(filterKey, viewport.isMeasured ? rows.total : null, (place) => {
    setActive(place.active)
    scroll.scrollTo(place.scrollTop)
    row.focus()
  })
  const { columns, columnIds, changeColumns, changeCompact } = useColumns(state)
  const layout = layOutColumns(columns)

  const positions = Array.from({ length: inSight.end - inSight.first }, (_, index) => inSight.first + index)
  const isActiveInSight = active >= inSight.first && active < inSight.end
  const bar = hasSelection || (isCards && isChoosing)
  return (
    <div className="relative flex min-h-0 flex-1">
      <div
        className="@container relative flex min-h-0 min-w-0 flex-1 flex-col"
        onPointerLeave={() => {
          if (still.isHeld && !isEngaged()) still.release()
        }}
      >
        <div className="flex h-9 shrink-0 items-center justify-end border-b border-line bg-canvas px-2 sm:hidden">
          <Button size="sm" variant="ghost" icon={ListChecks} onClick={() => setChoosing(true)}>
            Select
          </Button>
        </div>
        {bar && (
          <BulkBar
            selection={selection}
            rows={rows}
            filterKey={filterKey}
            hasBox={!isCards}
            onClear={stopChoosing}
            actions={hasSelection ? renderActions?.(selection) : null}
          />
        )}
        {(fresh.count > 0 || still.isHeld) && (
          <FreshButton
            fresh={fresh}
            isLow={bar}
            onClick={() => {
              fresh.see()
              settleHeld()
              if (fresh.count > 0) row.moveTo(0)
            }}
          />
        )}
        <div
          ref={scroller}
          tabIndex={-1}
          onScroll={(event) => follow(event.currentTarget)}
          className="group/scroller min-h-0 flex-1 overflow-auto bg-surface outline-none [overflow-anchor:none] max-sm:overflow-x-hidden"
        >
          <table
            ref={grid}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose rows the keys walk is a grid
            role="grid"
            tabIndex={0}
            aria-label="Inspections"
            aria-multiselectable
            aria-rowcount={rows.total === null || !rows.totalIsExact ? -1 : rows.total + 1}
            aria-busy={rows.total === null}
            aria-activedescendant={isActiveInSight ? `inspection-row-${active}` : undefined}
            // Styles come after mounting only: the policy of the page refuses them in its markup.
            style={
              isMounted
                ? ({ '--row-columns': layout.template, '--row-min': `${layout.minWidthPx}px` } as CSSProperties)
                : undefined
            }
            className="group/grid block outline-none sm:min-w-(--row-min)"
          >
            <ColumnHead
              shown={columns}
              sort={readSort(state.params)}
              onSort={(sort) => state.change({ sort: writeSort(sort) })}
              onColumns={changeColumns}
              mark={mark}
              onMark={mark === 'all' ? stopChoosing : selectInSight}
              isCovered={bar}
              table={grid}
            />
            {isMounted && <GridSpace height={inSight.above} rowHeight={viewport.rowHeight} />}
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
                    isActive={position === active}
                    isOpen={shown !== undefined && shown.auditId === state.row}
                    isChoosing={isCards && bar}
                    handlers={handlers}
                  />
                )
              })}
            </tbody>
            {isMounted && rows.total !== null && <GridSpace height={inSight.below} rowHeight={viewport.rowHeight} />}
          </table>
          {tailPx > 0 && <div aria-hidden style={{ height: tailPx }} />}
        </div>
        <div className="absolute top-0 right-0 z-10 flex h-9 w-11 items-center justify-center border-b border-line bg-canvas max-sm:hidden">
          <ColumnChooser
            shown={columns}
            onColumns={changeColumns}
            isCompact={state.isCompact}
            onCompact={changeCompact}
          />
        </div>
      </div>
      {row.summary !== null &&
        viewport.isMeasured &&
        (isCards ? <SheetDialog {...row.summary} /> : <SideSheet ref={sheet} picked={picked} {...row.summary} />)}
    </div>
  )
}
