'use client'

import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Translator } from '@/lib/messages/translator'
import { keepPlace } from './list-memory'
import type { Peek, RowSpec, TableRows } from './table-types'
import { useAddressPace } from './use-address-pace'
import type { GridScroll } from './use-grid-scroll'
import type { Selecting } from './selection/use-selecting'
import { useSheetHistory } from './use-sheet-history'
import type { StillRows } from './use-still-rows'

interface ActiveInput<Row, Id extends string> {
  rows: TableRows<Row>
  spec: RowSpec<Row, Id>
  listKey: string
  /** Null if rows have no preview. */
  peek: Peek<Id> | null
  /** Whether rows have their own pages. */
  hasPages: boolean
  onOpen?: ((row: Row) => void) | undefined
  scroll: GridScroll
  still: StillRows<Row>
  selecting: Selecting<Row>
  /** The active row, or -1. The grid owns this state, because keeping rows in place needs it earlier. */
  active: number
  setActive: (position: number) => void
  grid: RefObject<HTMLElement | null>
  sheet: RefObject<HTMLElement | null>
  /** Whether the preview covers the whole list. */
  coversList: () => boolean
}

/** The active row of the grid, functions that move it, and functions that open its preview and its page. */
export function useActiveRow<Row, Id extends string>(input: ActiveInput<Row, Id>) {
  const { rows, spec, scroll, still, selecting, active, setActive, grid, sheet } = input
  const t = useTranslations('shell.table.place')
  const peek: Peek<Id> = input.peek ?? { row: null, setRow: () => undefined }
  const isAtEnd = useRef(false)
  const isSheetOpen = peek.row !== null
  const focus = () => grid.current?.focus({ preventScroll: true })
  const { address, awaited, setAwaited, show, hide } = usePreview(peek, input.coversList)
  const closeSummary = () => {
    hide()
    focus()
  }
  const openPage = (row: Row, position: number) => {
    if (spec.hrefOf === null) return
    keepPlace(input.listKey, { scrollTop: scroll.readTop(), active: position })
    input.onOpen?.(row)
    address.goTo(spec.hrefOf(row))
  }
  const showAt = (position: number, row: Row) => {
    setActive(position)
    selecting.settle(position)
    focus()
    show(spec.idOf(row))
  }
  const open = (position: number) => {
    if (toggleGroupAt(rows, position, { setActive, focus })) return
    const row = still.read(position)
    if (row === undefined) return
    if (input.hasPages) openPage(row, position)
    else if (input.peek !== null) showAt(position, row)
  }
  const peekAt = (position: number) => {
    const row = still.read(position)
    if (row === undefined) return open(position)
    setActive(position)
    // A second click on the same row opens its page.
    if (input.peek === null || (spec.idOf(row) === peek.row && input.hasPages)) open(position)
    else showAt(position, row)
  }
  const moveTo = (position: number, isRange = false) => {
    if (rows.total === null || rows.total === 0) return
    const next = Math.min(Math.max(position, 0), rows.total - 1)
    isAtEnd.current = next === rows.total - 1 && position > active + scroll.pageRows
    if (sheet.current?.contains(document.activeElement) !== true) focus()
    if (isRange) selecting.extend(next, active === -1 ? next : active)
    else selecting.settle(next)
    setActive(next)
    scroll.scrollToRow(next)
    if (!isSheetOpen) return
    const row = still.read(next)
    if (row === undefined) setAwaited(next)
    else show(spec.idOf(row))
  }
  // The first key press activates the first visible row.
  const moveBy = (step: number, isRange = false) =>
    moveTo(active === -1 ? scroll.readFirstVisible() : active + step, isRange)

  useLastRow(rows.total, (last) => {
    if (isAtEnd.current && active !== last) moveTo(last)
  })
  const awaitedRow = awaited === null || awaited !== active ? undefined : still.read(awaited)
  useWhenRead(awaitedRow === undefined ? undefined : spec.idOf(awaitedRow), show)
  const linked = findLinked(peek.row, { active, still, spec, inSight: scroll.inSight })
  if (linked !== -1) setActive(linked)

  const summary = describeSummary({ rows, spec, scroll, still, active }, peek.row, t)
  return {
    active,
    isSheetOpen,
    /** Makes a row active, without moving the focus or opening anything. */
    point: setActive,
    focus,
    moveTo,
    moveBy,
    open,
    peek: peekAt,
    /** Closes the preview if it is open and rows have no pages. Otherwise does the same as a click. */
    togglePeek: (position: number) => {
      const row = still.read(position)
      if (!input.hasPages && row !== undefined && spec.idOf(row) === peek.row) closeSummary()
      else peekAt(position)
    },
    closeSummary,
    /** The content of the preview; null while it is closed. */
    summary:
      summary === null
        ? null
        : {
            id: summary.id,
            row: summary.row,
            place: summary.place,
            onPrevious: summary.hasPrevious ? () => moveBy(-1) : null,
            onNext: summary.hasNext ? () => moveBy(1) : null,
            onClose: closeSummary,
            onOpen: () => {
              if (summary.row !== undefined) open(active)
            },
          },
  }
}

/** Opens or closes the group whose header is at a position. @returns whether there is a header */
function toggleGroupAt<Row>(
  { headAt }: TableRows<Row>,
  position: number,
  { setActive, focus }: { setActive: (position: number) => void; focus: () => void },
): boolean {
  const head = headAt?.(position) ?? null
  if (head === null) return false
  setActive(position)
  focus()
  head.toggle?.()
  return true
}

/** Shows and hides the preview, which is part of the address. */
function usePreview<Id extends string>(peek: Peek<Id>, coversList: () => boolean) {
  /** Opens the preview when the row at this position is loaded. */
  const [awaited, setAwaited] = useState<number | null>(null)
  const address = useAddressPace()
  const sheetHistory = useSheetHistory(peek, coversList)
  const show = (id: Id | null) => {
    setAwaited(null)
    if (id === peek.row) return
    address.noteChange()
    peek.setRow(id, { history: id === null ? 'replace' : sheetHistory.enter() })
  }
  const hide = () => {
    setAwaited(null)
    if (!sheetHistory.leave(address.readWaitMs())) show(null)
  }
  return { address, awaited, setAwaited, show, hide }
}

/** The content of a preview beside the list. */
export interface PeekSummary<Row, Id extends string = string> {
  id: Id
  /** The row of the preview; undefined if it is not visible. */
  row: Row | undefined
  /** "3 of 12,904"; null if unknown. */
  place: string | null
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onClose: () => void
  /** Opens the page of the row. */
  onOpen: () => void
}

/**
 * The position of the row whose preview a link has opened, so that the row becomes active; -1 if the row is not
 * visible.
 */
function findLinked<Row, Id extends string>(
  id: Id | null,
  {
    active,
    still,
    spec,
    inSight: { first, end },
  }: { active: number; still: StillRows<Row>; spec: RowSpec<Row, Id>; inSight: { first: number; end: number } },
): number {
  if (id === null || active !== -1) return -1
  for (let position = first; position < end; position += 1) {
    const row = still.read(position)
    if (row !== undefined && spec.idOf(row) === id) return position
  }
  return -1
}

/** The end of a list with an estimated length moves. People who went to the last row stay at the last row. */
function useLastRow(total: number | null, onEnd: (last: number) => void): void {
  const end = useEffectEvent(() => {
    if (total !== null) onEnd(total - 1)
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when the number of rows changes
  useEffect(() => end(), [total])
}

/** Calls `onRead` when the awaited row is loaded. An effect, because the preview is part of the address. */
function useWhenRead<Id>(id: Id | undefined, onRead: (id: Id) => void): void {
  const notify = useEffectEvent(onRead)
  useEffect(() => {
    if (id !== undefined) notify(id)
  }, [id])
}

type SummaryInput<Row, Id extends string> = Pick<ActiveInput<Row, Id>, 'rows' | 'spec' | 'scroll' | 'still' | 'active'>

/** The row in the preview beside the list; null while it is closed. */
function describeSummary<Row, Id extends string>(
  { rows, spec, scroll, still, active }: SummaryInput<Row, Id>,
  id: Id | null,
  t: Translator<'shell.table.place'>,
) {
  if (id === null) return null
  const row = active === -1 ? undefined : still.read(active)
  const shown = row !== undefined && spec.idOf(row) === id ? row : undefined
  const describePlace = (total: number) => t(rows.totalIsExact ? 'exact' : 'about', { place: active + 1, total })
  return {
    id,
    row: shown,
    // Positions of grouped rows include the headers.
    place: shown !== undefined && rows.total !== null && rows.headAt === undefined ? describePlace(rows.total) : null,
    hasPrevious: active > 0 && active <= scroll.total,
    hasNext: active !== -1 && active + 1 < scroll.total,
  }
}
