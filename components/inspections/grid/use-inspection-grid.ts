'use client'

import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useListPlace } from '@/components/inspections/use-list-place'
import type { ListState } from '@/components/filters/use-list-state'
import type { InspectionRows } from '@/components/inspections/use-inspection-rows'
import { isNothing, readHeadMark, type Selection } from '@/components/inspections/selection/selection'
import { useSelection } from '@/components/inspections/selection/selection-store'
import { scrollHeightMax } from '@/lib/browser/row-window'
import { useGridKeys } from './inspection-grid-keys'
import { type Selecting, type SelectedRange, shiftRange, useSelecting } from './selection-range'
import { useActiveRow } from './use-active-row'
import { useFreshRows } from './use-fresh-rows'
import { useGridPointer } from './use-grid-pointer'
import { type GridScroll, useGridScroll } from './use-grid-scroll'
import { hasCards, useMeasuredViewport, type Viewport } from './use-measured-viewport'
import { type StillRows, useStillRows } from './use-still-rows'

const skeletonRows = 20
const renderStepRows = 4

export interface GridInput {
  rows: InspectionRows
  /** Identifies this list, for returning to it. */
  filterKey: string
  viewport: Viewport
  onViewport: (viewport: Viewport) => void
}

/** State and actions of the grid: its rows, the active one, the selection, and the scroll position. */
export function useInspectionGrid(input: GridInput, state: ListState) {
  const { rows, filterKey, viewport, onViewport } = input
  const selection = useSelection()
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const sheet = useRef<HTMLElement>(null)
  const [active, setActive] = useState(-1)
  const [isChoosing, setChoosing] = useState(false)
  const total = rows.total ?? skeletonRows
  const scroll = useGridScroll(scroller, viewport, total)
  const isCards = hasCards(viewport)
  const hasSelection = !isNothing(selection)
  const isAway = active !== -1 || state.row !== null || hasSelection
  const { still, selecting, isEngaged, settleHeld } = useSteadyRows(input, scroller, scroll, {
    isAway,
    moveActive: (by) => {
      if (active !== -1) setActive(Math.max(0, active + by))
    },
  })
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
  const inSight = describeSight({ scroll, still, selecting, selection, total })
  useGridKeys({
    moveBy: row.moveBy,
    moveTo: row.moveTo,
    pageRows: scroll.pageRows,
    last: total - 1,
    open: () => row.open(active),
    peek: () => row.peek(active === -1 ? scroll.inSight.firstVisible : active),
    toggle: () => {
      const at = active === -1 ? scroll.readFirstVisible() : active
      if (active === -1) row.moveTo(at)
      selecting.toggle(at)
    },
    selectInSight: inSight.select,
    escape: row.isSheetOpen ? row.closeSummary : hasSelection || isChoosing ? stopChoosing : null,
    within: () => grid.current,
  })
  useMeasuredViewport(scroller, viewport, state.isCompact ? 32 : 40, onViewport)
  useListPlace(filterKey, viewport.isMeasured ? rows.total : null, (place) => {
    setActive(place.active)
    scroll.scrollTo(place.scrollTop)
    row.focus()
  })
  return {
    scrollerRef: scroller,
    gridRef: grid,
    sheetRef: sheet,
    selection,
    hasSelection,
    isCards,
    /** The selection bar is shown. */
    hasBar: hasSelection || (isCards && isChoosing),
    startChoosing: () => setChoosing(true),
    stopChoosing,
    scroll,
    still,
    settleHeld,
    isEngaged,
    fresh,
    row,
    handlers,
    pickedRef: picked,
    /** Whether all, some or none of the visible rows are selected. */
    headMark: inSight.mark,
    selectInSight: inSight.select,
    follow: (element: HTMLElement) => follow(element, input, { still, settleHeld, total }),
  }
}

export type GridModel = ReturnType<typeof useInspectionGrid>

/** Keeps rows in place while someone uses them, and selects among them. */
function useSteadyRows(
  { rows, filterKey }: GridInput,
  scroller: RefObject<HTMLElement | null>,
  scroll: GridScroll,
  /** `isAway`: someone is using the rows, so they must not move. */
  { isAway, moveActive }: { isAway: boolean; moveActive: (by: number) => void },
) {
  const rangeRef = useRef<SelectedRange>(null)
  const isEngaged = () =>
    scroller.current === null || scroller.current.scrollTop > 0 || isAway || scroller.current.matches(':hover')
  const moveAlong = (by: number) => {
    moveActive(by)
    shiftRange(rangeRef, by)
    scroll.scrollAlong(by)
  }
  const still = useStillRows(rows, scroll.inSight, isEngaged, moveAlong)
  const selecting = useSelecting({ params: rows.params, filterKey, total: rows.total, read: still.read, rangeRef })
  const settleHeld = () => {
    const by = still.release()
    if (by !== 0) moveAlong(by)
  }
  return { still, selecting, isEngaged, settleHeld }
}

interface SightInput {
  scroll: GridScroll
  still: StillRows
  selecting: Selecting
  selection: Selection
  total: number
}

/** The visible rows: whether they are selected, and how to select them. */
function describeSight({ scroll, still, selecting, selection, total }: SightInput) {
  const list = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => still.read(from + index)?.auditId).filter(
      (id) => id !== undefined,
    )
  const endOf = (from: number) => Math.min(total, from + scroll.pageRows + 1)
  const { firstVisible } = scroll.inSight
  return {
    mark: readHeadMark(selection, list(firstVisible, endOf(firstVisible))),
    select: () => {
      const from = scroll.readFirstVisible()
      // A short list is selected completely.
      selecting.add(total <= 100 ? list(0, total) : list(from, endOf(from)))
    },
  }
}

/** Renders the rows at the scroll position, unless they are already rendered. */
function follow(
  element: HTMLElement,
  { viewport, onViewport }: GridInput,
  { still, settleHeld, total }: { still: StillRows; settleHeld: () => void; total: number },
): void {
  const { scrollTop, scrollLeft } = element
  element.toggleAttribute('data-sideways', scrollLeft > 0)
  if (still.isHeld && Math.abs(scrollTop - viewport.scrollTop) >= 1) settleHeld()
  // Some rows around the visible ones are rendered, so most steps of a smooth scroll need no render.
  const isNear = Math.abs(scrollTop - viewport.scrollTop) < renderStepRows * viewport.rowHeight
  if (isNear && scrollTop !== 0 && !still.isHeld && total * viewport.rowHeight <= scrollHeightMax) return
  // Synchronously, or a frame without rows would be painted first.
  flushSync(() => onViewport({ ...viewport, scrollTop }))
}
