'use client'

import { ListChecks } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { GridSpace } from '@/components/inspections/grid/grid-space'
import { useGridKeys } from '@/components/inspections/grid/inspection-grid-keys'
import { isNothing, isSelected, readHeadMark } from '@/components/inspections/selection/selection'
import { useGridScroll } from '@/components/inspections/grid/use-grid-scroll'
import { hasCards, useMeasuredViewport, type Viewport } from '@/components/inspections/grid/use-measured-viewport'
import { Button } from '@/components/ui/button'
import { scrollHeightMax } from '@/lib/browser/row-window'
import { useMounted } from '@/lib/browser/now'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { AssetHead } from './asset-head'
import { AssetRowView, type RowHandlers, rowId, statusButtonId } from './asset-row'
import { AssetSheet, AssetSheetDialog } from './asset-sheet'
import { SelectionBar } from './selection-bar'
import { useAssetCursor } from './use-asset-cursor'
import type { AssetRows } from './use-asset-rows'
import type { AssetSelecting } from './use-asset-selection'
import type { AssetState } from './use-asset-state'
import type { StatusSetting } from './use-status-setting'

const skeletonRows = 20
const renderStepRows = 4
const rowHeightPx = 40
/** A list up to here is chosen whole by the box of the head. */
const wholeMax = 100

/**
 * The rows of the list, of which only those in sight exist. The grid itself keeps the focus and names the active row, so
 * that scrolling a row away cannot lose it.
 */
export function AssetGrid({
  rows,
  state,
  viewport,
  onViewport,
  selecting,
  setting,
  offReason,
  onSetSelected,
}: {
  rows: AssetRows
  state: AssetState
  viewport: Viewport
  onViewport: (viewport: Viewport) => void
  selecting: AssetSelecting
  setting: StatusSetting
  offReason: string | null
  onSetSelected: () => void
}) {
  const isMounted = useMounted()
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const sheet = useRef<HTMLElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const total = rows.total ?? skeletonRows
  const scroll = useGridScroll(scroller, viewport, total)
  const { inSight, pageRows } = scroll
  const isCards = hasCards(viewport)
  const { selection } = selecting
  const hasSelection = !isNothing(selection)
  const cursor = useAssetCursor({ rows, state, scroll, selecting, grid, sheet, coversList: isCards })
  const { active } = cursor

  const toggle = (position: number) => {
    const row = rows.read(position)
    if (row !== undefined) selecting.toggle(row, rows.total)
  }
  const handlers = useLatestHandlers({
    onPick: cursor.open,
    onToggle: (position, isRange) => {
      cursor.point(position)
      cursor.focus()
      if (isRange) void selecting.extend(rows, position, active === -1 ? position : active)
      else toggle(position)
    },
    onPoint: cursor.point,
    onLongPress: (position) => {
      setChoosing(true)
      toggle(position)
    },
  })
  const stopChoosing = () => {
    setChoosing(false)
    selecting.clear()
  }
  const { firstVisible } = inSight
  const visible = rows.rows.slice(firstVisible, Math.min(total, firstVisible + pageRows + 1))
  const mark = readHeadMark(
    selection,
    visible.map(({ assetId }) => assetId),
  )
  const selectInSight = () => {
    const from = scroll.readFirstVisible()
    selecting.add(total <= wholeMax ? rows.rows : rows.rows.slice(from, from + pageRows + 1), rows.total)
  }

  const follow = (element: HTMLElement) => {
    const { scrollTop, scrollLeft } = element
    element.toggleAttribute('data-sideways', scrollLeft > 0)
    // Some rows lie ready on both sides, so most steps of a smooth scroll need no render at all.
    const isNear = Math.abs(scrollTop - viewport.scrollTop) < renderStepRows * viewport.rowHeight
    if (isNear && scrollTop !== 0 && total * viewport.rowHeight <= scrollHeightMax) return
    // At once: rendered a moment later, a frame without any row in it would be painted first.
    flushSync(() => onViewport({ ...viewport, scrollTop }))
  }

  useGridKeys({
    moveBy: cursor.moveBy,
    moveTo: cursor.moveTo,
    pageRows,
    last: total - 1,
    open: () => cursor.open(active),
    peek: () => (cursor.isOpen ? cursor.close() : cursor.open(active === -1 ? firstVisible : active)),
    toggle: () => {
      const at = active === -1 ? scroll.readFirstVisible() : active
      if (active === -1) cursor.moveTo(at)
      toggle(at)
    },
    selectInSight,
    escape: cursor.isOpen ? cursor.close : hasSelection || isChoosing ? stopChoosing : null,
    within: () => grid.current,
  })
  useShortcuts([
    {
      id: 'assets:set-status',
      keys: ['s'],
      label: 'Set the status of the selection, or of the row',
      group: 'List',
      run: () => {
        if (hasSelection) return onSetSelected()
        if (active !== -1) document.querySelector<HTMLElement>(`#${statusButtonId(active)}`)?.click()
      },
    },
  ])
  useMeasuredViewport(scroller, viewport, rowHeightPx, onViewport)

  const positions = Array.from({ length: inSight.end - inSight.first }, (_, index) => inSight.first + index)
  const isActiveInSight = active >= inSight.first && active < inSight.end
  const hasBar = hasSelection || (isCards && isChoosing)
  const shared = { onSet: setting.set, offReason }
  return (
    <div className="relative flex min-h-0 flex-1">
      <div className="@container relative flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="flex h-9 shrink-0 items-center justify-end border-b border-line bg-canvas px-2 sm:hidden">
          <Button size="sm" variant="ghost" icon={ListChecks} onClick={() => setChoosing(true)}>
            Select
          </Button>
        </div>
        {hasBar && (
          <SelectionBar
            selecting={selecting}
            total={rows.total}
            hasBox={!isCards}
            offReason={offReason}
            onSetStatus={onSetSelected}
            onClear={stopChoosing}
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
            aria-label="Assets"
            aria-multiselectable
            aria-rowcount={rows.total === null ? -1 : rows.total + 1}
            aria-busy={rows.total === null}
            aria-activedescendant={isActiveInSight ? rowId(active) : undefined}
            className="group/grid block outline-none sm:min-w-[770px]"
          >
            <AssetHead
              sort={state.filter.sort}
              onSort={state.setSort}
              mark={mark}
              onMark={mark === 'all' ? stopChoosing : selectInSight}
              isCovered={hasBar}
            />
            {isMounted && <GridSpace height={inSight.above} rowHeight={viewport.rowHeight} />}
            <tbody className="block">
              {positions.map((position) => {
                const row = rows.read(position)
                return (
                  <AssetRowView
                    key={position}
                    {...shared}
                    position={position}
                    row={row}
                    pending={row === undefined ? undefined : setting.pending.get(row.assetId)}
                    layout={viewport.isMeasured ? (isCards ? 'cards' : 'columns') : 'both'}
                    isActive={position === active}
                    isOpen={row !== undefined && row.assetId === state.row}
                    isSelected={row !== undefined && isSelected(selection, row.assetId)}
                    isChoosing={isCards && hasBar}
                    handlers={handlers}
                  />
                )
              })}
            </tbody>
            {isMounted && rows.total !== null && <GridSpace height={inSight.below} rowHeight={viewport.rowHeight} />}
          </table>
        </div>
      </div>
      {cursor.sheet !== null &&
        viewport.isMeasured &&
        (isCards ? (
          <AssetSheetDialog {...cursor.sheet} {...shared} pending={setting.pending} />
        ) : (
          <AssetSheet ref={sheet} {...cursor.sheet} {...shared} pending={setting.pending} />
        ))}
    </div>
  )
}

/** Handlers that stay the same object, so that a row renders only when something of it changes. */
function useLatestHandlers(handlers: RowHandlers): RowHandlers {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  return useMemo(
    () => ({
      onPick: (position) => latest.current.onPick(position),
      onToggle: (position, isRange) => latest.current.onToggle(position, isRange),
      onPoint: (position) => latest.current.onPoint(position),
      onLongPress: (position) => latest.current.onLongPress(position),
    }),
    [],
  )
}
