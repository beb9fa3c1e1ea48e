'use client'

import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { scrollHeightMax } from '@/lib/browser/lists/row-window'
import { isNothing, readHeadMark, type Selection } from './selection/selection'
import { type SelectionStore, useSelection } from './selection/selection-store'
import type { Peek, RowSpec, TableRows } from './table-types'
import { useActiveRow } from './use-active-row'
import { type NewestRows, useFreshRows } from './use-fresh-rows'
import { useGridKeys } from './use-grid-keys'
import { useGridPointer } from './use-grid-pointer'
import { type GridScroll, useGridScroll } from './use-grid-scroll'
import { useListPlace } from './use-list-place'
import { hasCards, readViewport, useMeasuredViewport, type Viewport } from './use-measured-viewport'
import { type SelectedRange, type Selecting, shiftRange, useSelecting } from './selection/use-selecting'
import { type StillRows, useStillRows } from './use-still-rows'

const skeletonRows = 20
const renderStepRows = 4
/** Heights of rows. The second height is for rows whose first column has two lines. */
const rowHeights = { comfortable: [40, 48], compact: [32, 40] } as const

export interface ModelInput<Row, Id extends string> {
  rows: TableRows<Row>
  spec: RowSpec<Row, Id>
  /** Identifies this list, so that people can return to their position in it. */
  listKey: string
  /** Identifies the rows that the list contains, in any order. */
  setKey: string
  viewport: Viewport
  onViewport: (viewport: Viewport) => void
  store: SelectionStore<Id, Row>
  /** Whether rows can be selected. */
  isSelectable: boolean
  peek: Peek<Id> | null
  hasPages: boolean
  onOpen?: ((row: Row) => void) | undefined
  newest: NewestRows<Row> | null
  isCompact: boolean
}

/** State and actions of a table: its rows, the active one, the selection, and the scroll position. */
export function useTableModel<Row, Id extends string>(input: ModelInput<Row, Id>) {
  const { rows, spec, listKey, viewport, onViewport, store, isSelectable, peek, isCompact } = input
  const selection = useSelection(store)
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const sheet = useRef<HTMLElement>(null)
  const [active, setActive] = useState(-1)
  const [isChoosing, setChoosing] = useState(false)
  const total = rows.total ?? skeletonRows
  const [rowPx, twoLinesPx] = rowHeights[isCompact ? 'compact' : 'comfortable']
  const heights = { rowPx, foldedPx: spec.second === undefined ? rowPx : twoLinesPx }
  const readNow = () =>
    viewport.isMeasured || scroller.current === null ? viewport : readViewport(scroller.current, heights)
  const scroll = useGridScroll(scroller, { viewport, readNow }, total)
  const isCards = hasCards(viewport)
  const hasSelection = isSelectable && !isNothing(selection)
  const isAway = active !== -1 || (peek !== null && peek.row !== null) || hasSelection
  const { still, selecting, isEngaged, settleHeld } = useSteadyRows(input, scroller, scroll, {
    isAway,
    moveActive: (by) => {
      if (active !== -1) setActive(Math.max(0, active + by))
    },
  })
  const fresh = useFreshRows(input.newest, () => scroller.current?.scrollTop === 0 && !still.readIsHeld())
  const coversList = () => hasCards(readNow())
  const row = useActiveRow({ ...input, scroll, still, selecting, active, setActive, grid, sheet, coversList })
  const { handlers, picked } = useGridPointer({
    still,
    idOf: spec.idOf,
    selecting,
    row,
    hasPages: input.hasPages,
    onChoose: () => setChoosing(true),
  })
  const stopChoosing = () => {
    setChoosing(false)
    selecting.clear()
  }
  const inSight = describeSight({ scroll, still, idOf: spec.idOf, selecting, selection, total })
  useGridKeys(
    {
      moveBy: row.moveBy,
      moveTo: row.moveTo,
      pageRows: scroll.pageRows,
      last: total - 1,
      open: () => row.open(active),
      peek: () => row.togglePeek(active === -1 ? scroll.inSight.firstVisible : active),
      toggle: () => {
        const at = active === -1 ? scroll.readFirstVisible() : active
        if (active === -1) row.moveTo(at)
        selecting.toggle(at)
      },
      selectInSight: inSight.select,
      escape: row.isSheetOpen ? row.closeSummary : hasSelection || isChoosing ? stopChoosing : null,
      within: () => grid.current,
    },
    { isSelectable, hasPeek: peek !== null },
  )
  useMeasuredViewport(scroller, viewport, heights, onViewport)
  useListPlace(listKey, { total: rows.total, isMeasured: viewport.isMeasured }, (place) => {
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
    /** Whether the bulk bar is shown. */
    hasBar: hasSelection || (isCards && isChoosing),
    startChoosing: () => setChoosing(true),
    stopChoosing,
    scroll,
    still,
    settleHeld,
    isEngaged,
    fresh,
    row,
    selecting,
    handlers,
    pickedRef: picked,
    /** Whether all, some or none of the visible rows are selected. */
    headMark: inSight.mark,
    selectInSight: inSight.select,
    follow: (element: HTMLElement) => follow(element, input, { still, settleHeld, total, readNow }),
  }
}

export type TableModel<Row, Id extends string> = ReturnType<typeof useTableModel<Row, Id>>

/** Keeps rows in place while somebody uses them, and handles the selection. */
function useSteadyRows<Row, Id extends string>(
  { rows, spec, setKey, store, isSelectable }: ModelInput<Row, Id>,
  scroller: RefObject<HTMLElement | null>,
  scroll: GridScroll,
  /** `isAway`: somebody is using the rows, so they must not move. */
  { isAway, moveActive }: { isAway: boolean; moveActive: (by: number) => void },
) {
  const rangeRef = useRef<SelectedRange<Id>>(null)
  const isEngaged = () =>
    scroller.current === null || scroller.current.scrollTop > 0 || isAway || scroller.current.matches(':hover')
  const moveAlong = (by: number) => {
    moveActive(by)
    shiftRange(rangeRef, by)
    scroll.scrollAlong(by)
  }
  const still = useStillRows({ rows, idOf: spec.idOf }, scroll.inSight, isEngaged, moveAlong)
  const selecting = useSelecting({ rows, read: still.read, idOf: spec.idOf, setKey, store, rangeRef })
  const settleHeld = () => {
    const by = still.release()
    if (by !== 0) moveAlong(by)
  }
  return { still, selecting: isSelectable ? selecting : noSelecting, isEngaged, settleHeld }
}

const nothing = () => undefined
const noSelecting: Selecting<unknown> = {
  toggle: nothing,
  extend: nothing,
  add: nothing,
  clear: nothing,
  settle: nothing,
}

interface SightInput<Row, Id extends string> {
  scroll: GridScroll
  still: StillRows<Row>
  idOf: (row: Row) => Id
  selecting: Selecting<Row>
  selection: Selection<Id>
  total: number
}

/** The visible rows: whether they are selected, and how to select them. */
function describeSight<Row, Id extends string>({
  scroll,
  still,
  idOf,
  selecting,
  selection,
  total,
}: SightInput<Row, Id>) {
  const list = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => still.read(from + index)).filter(
      (row) => row !== undefined,
    )
  const endOf = (from: number) => Math.min(total, from + scroll.pageRows + 1)
  const { firstVisible } = scroll.inSight
  return {
    mark: readHeadMark(selection, list(firstVisible, endOf(firstVisible)).map(idOf)),
    select: () => {
      const from = scroll.readFirstVisible()
      // A short list is selected completely, including rows that are not visible.
      selecting.add(total <= 100 ? list(0, total) : list(from, endOf(from)))
    },
  }
}

/** Renders the rows at the scroll position, unless they are already rendered. */
function follow<Row>(
  element: HTMLElement,
  { viewport, onViewport }: Pick<ModelInput<Row, string>, 'viewport' | 'onViewport'>,
  {
    still,
    settleHeld,
    total,
    readNow,
  }: { still: StillRows<Row>; settleHeld: () => void; total: number; readNow: () => Viewport },
): void {
  const { scrollTop, scrollLeft } = element
  // Negative where text goes from right to left.
  element.toggleAttribute('data-sideways', scrollLeft !== 0)
  if (still.isHeld && Math.abs(scrollTop - viewport.scrollTop) >= 1) settleHeld()
  // Some rows around the visible ones are rendered, so most steps of a smooth scroll need no render.
  const isNear = Math.abs(scrollTop - viewport.scrollTop) < renderStepRows * viewport.rowHeight
  if (isNear && scrollTop !== 0 && !still.isHeld && total * viewport.rowHeight <= scrollHeightMax) return
  // Rendered synchronously, because otherwise a frame without rows would be painted first.
  flushSync(() => onViewport({ ...readNow(), scrollTop }))
}
