'use client'

import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { rememberInspection } from '@/lib/browser/recent'
import { inspectionHref } from '@/lib/browser/routes'
import type { AuditId } from '@/lib/ids'
import { useRowTexts } from '@/components/inspections/columns/row-texts'
import type { Translator } from '@/lib/messages/translator'
import { keepPlace } from '@/components/filters/list-memory'
import type { Selecting } from './selection-range'
import { useAddressPace } from './use-address-pace'
import type { GridScroll } from './use-grid-scroll'
import type { InspectionRows } from '@/components/inspections/use-inspection-rows'
import type { ListState } from '@/components/filters/use-list-state'
import { useSheetHistory } from '@/components/inspections/sheet/use-sheet-history'
import type { StillRows } from './use-still-rows'

interface ActiveInput {
  rows: InspectionRows
  filterKey: string
  state: ListState
  scroll: GridScroll
  still: StillRows
  selecting: Selecting
  /** The active row, or -1. The grid holds it, because keeping rows in place needs it first. */
  active: number
  setActive: (position: number) => void
  grid: RefObject<HTMLElement | null>
  sheet: RefObject<HTMLElement | null>
  /** The preview covers the whole list. */
  coversList: boolean
}

/** The active row of the grid, how it moves, and the preview and the page that open from it. */
export function useActiveRow(input: ActiveInput) {
  const { rows, filterKey, state, scroll, still, selecting, active, setActive, grid, sheet, coversList } = input
  const t = useTranslations('inspections.place')
  const texts = useRowTexts()
  /** Opens the preview when the row at this position is loaded. */
  const [awaited, setAwaited] = useState<number | null>(null)
  const isAtEnd = useRef(false)
  const address = useAddressPace()
  const isSheetOpen = state.row !== null
  const sheetHistory = useSheetHistory(state, coversList)
  const focus = () => grid.current?.focus({ preventScroll: true })

  const show = (id: AuditId | null) => {
    setAwaited(null)
    if (id === state.row) return
    address.noteChange()
    state.setRow(id, { history: id === null ? 'replace' : sheetHistory.enter() })
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
    else show(row.auditId)
  }
  // The first key activates the first visible row.
  const moveBy = (step: number, isRange = false) =>
    moveTo(active === -1 ? scroll.readFirstVisible() : active + step, isRange)
  const open = (position: number) => {
    const row = still.read(position)
    if (row === undefined) return
    keepPlace(filterKey, { scrollTop: scroll.readTop(), active: position })
    if (row.hydrated) rememberInspection({ auditId: row.auditId, title: texts.title(row) })
    address.goTo(inspectionHref(row.auditId))
  }
  const peek = (position: number) => {
    const row = still.read(position)
    if (row === undefined) return
    setActive(position)
    // A second click on the same row opens its page.
    if (row.auditId === state.row) return open(position)
    selecting.settle(position)
    focus()
    show(row.auditId)
  }
  const closeSummary = () => {
    setAwaited(null)
    if (!sheetHistory.leave(address.readWaitMs())) show(null)
    focus()
  }

  useLastRow(rows.total, (last) => {
    if (isAtEnd.current && active !== last) moveTo(last)
  })
  useWhenRead(awaited === null || awaited !== active ? undefined : still.read(awaited)?.auditId, show)
  // A link to a preview: its row becomes the active one if it is visible.
  const linked = active === -1 && state.row !== null ? findPosition(still.read, scroll.inSight, state.row) : -1
  if (linked !== -1) setActive(linked)

  const summary = describeSummary({ rows, state, scroll, still, active }, t)
  return {
    active,
    isSheetOpen,
    /** Only makes a row the active one. */
    point: setActive,
    focus,
    moveTo,
    moveBy,
    open,
    peek,
    closeSummary,
    /** The content of the preview; null while it is closed. */
    summary:
      summary === null
        ? null
        : {
            auditId: summary.auditId,
            row: summary.row,
            place: summary.place,
            onPrevious: summary.hasPrevious ? () => moveBy(-1) : null,
            onNext: summary.hasNext ? () => moveBy(1) : null,
            onClose: closeSummary,
            onOpen: () => (summary.row === undefined ? address.goTo(inspectionHref(summary.auditId)) : open(active)),
          },
  }
}

export type ActiveRow = ReturnType<typeof useActiveRow>

function findPosition(
  read: (position: number) => { auditId: AuditId } | undefined,
  { first, end }: { first: number; end: number },
  id: AuditId,
): number {
  for (let position = first; position < end; position += 1) if (read(position)?.auditId === id) return position
  return -1
}

/** The end of an estimated list moves. People who went to the last row stay at the last row. */
function useLastRow(total: number | null, onEnd: (last: number) => void): void {
  const end = useEffectEvent(() => {
    if (total !== null) onEnd(total - 1)
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it waits for another number of rows
  useEffect(() => end(), [total])
}

/** The preview is part of the address, which only an effect may write, after the row was loaded. */
function useWhenRead(id: AuditId | undefined, onRead: (id: AuditId) => void): void {
  const notify = useEffectEvent(onRead)
  useEffect(() => {
    if (id !== undefined) notify(id)
  }, [id])
}

type SummaryInput = Pick<ActiveInput, 'rows' | 'state' | 'scroll' | 'still' | 'active'>

/** The row in the preview beside the list; null while it is closed. */
function describeSummary({ rows, state, scroll, still, active }: SummaryInput, t: Translator<'inspections.place'>) {
  const { row: auditId } = state
  if (auditId === null) return null
  const row = active === -1 ? undefined : still.read(active)
  const shown = row !== undefined && row.auditId === auditId ? row : undefined
  const describePlace = (total: number) => t(rows.totalIsExact ? 'exact' : 'about', { place: active + 1, total })
  return {
    auditId,
    row: shown,
    place: shown !== undefined && rows.total !== null ? describePlace(rows.total) : null,
    hasPrevious: active > 0 && active <= scroll.total,
    hasNext: active !== -1 && active + 1 < scroll.total,
  }
}
