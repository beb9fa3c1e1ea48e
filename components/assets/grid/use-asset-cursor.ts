'use client'

import { useTranslations } from 'next-intl'
import type { Translator } from '@/lib/messages/translator'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { GridScroll } from '@/components/inspections/grid/use-grid-scroll'
import { useSheetHistory } from '@/components/inspections/sheet/use-sheet-history'
import type { AssetRows } from './use-asset-rows'
import type { AssetSelecting } from '@/components/assets/use-asset-selection'
import type { AssetState } from '@/components/assets/use-asset-state'

const addressMs = 200

/** The active row: how the keys move it, and the sheet that opens from it. */
export function useAssetCursor({
  rows,
  state,
  scroll,
  selecting,
  grid,
  sheet,
  coversList,
}: {
  rows: AssetRows
  state: AssetState
  scroll: GridScroll
  selecting: AssetSelecting
  grid: RefObject<HTMLElement | null>
  sheet: RefObject<HTMLElement | null>
  /** The sheet covers the whole list. */
  coversList: boolean
}) {
  // By id, so that it is the same asset after a refresh; by position while it is not loaded.
  const [at, setAt] = useState<{ position: number; id: string | null }>({ position: -1, id: null })
  const t = useTranslations('assets.sheet')
  const isOpen = state.row !== null
  const found = at.id === null ? undefined : rows.find(at.id)
  const active = rows.total === null ? -1 : Math.min(found ?? at.position, rows.total - 1)
  // A link with an open sheet: its row is the active one, if it is loaded.
  const linked = active === -1 && state.row !== null ? rows.find(state.row) : undefined
  if (linked !== undefined && at.position === -1) setAt({ position: linked, id: state.row })

  const focus = () => grid.current?.focus({ preventScroll: true })
  const { show, showWhenRead, hide } = useSheetAddress({ rows, state, active, coversList })
  const point = (position: number) => setAt({ position, id: rows.read(position)?.assetId ?? null })
  const moveTo = (position: number, isRange = false) => {
    if (rows.total === null || rows.total === 0) return
    const next = Math.min(Math.max(position, 0), rows.total - 1)
    const row = rows.read(next)
    if (sheet.current?.contains(document.activeElement) !== true) focus()
    if (isRange) void selecting.extend(rows, next, active === -1 ? next : active)
    else selecting.settle(row)
    setAt({ position: next, id: row?.assetId ?? null })
    scroll.scrollToRow(next)
    if (!isOpen) return
    if (row === undefined) showWhenRead(next)
    else show(row.assetId)
  }
  // The first key activates the first visible row instead of moving from an invisible one.
  const moveBy = (step: number, isRange = false) =>
    moveTo(active === -1 ? scroll.readFirstVisible() : active + step, isRange)
  const open = (position: number) => {
    const row = rows.read(position)
    if (row === undefined) return
    setAt({ position, id: row.assetId })
    selecting.settle(row)
    focus()
    show(row.assetId)
  }
  const close = () => {
    hide()
    focus()
  }
  return {
    active,
    isOpen,
    focus,
    point,
    moveTo,
    moveBy,
    open,
    close,
    /** The props of the sheet; null while it is closed. */
    sheet:
      state.row === null ? null : describeSheet(t, state.row, { rows, active, total: scroll.total, moveTo, close }),
  }
}

export type AssetCursor = ReturnType<typeof useAssetCursor>

/** The asset `assetId` in the list, and how to reach its neighbors. */
function describeSheet(
  t: Translator<'assets.sheet'>,
  assetId: string,
  {
    rows,
    active,
    total,
    moveTo,
    close,
  }: { rows: AssetRows; active: number; total: number; moveTo: (position: number) => void; close: () => void },
) {
  const shownAt = rows.find(assetId)
  const step = (by: number) => {
    // If the asset left the list because its status changed, the next one has taken its place.
    const to = shownAt === undefined ? (by > 0 ? active : active - 1) : shownAt + by
    return active === -1 || to < 0 || to >= total ? null : () => moveTo(to)
  }
  return {
    assetId,
    row: shownAt === undefined ? undefined : rows.read(shownAt),
    place: shownAt !== undefined && rows.total !== null ? t('place', { place: shownAt + 1, total: rows.total }) : null,
    onPrevious: step(-1),
    onNext: step(1),
    onClose: close,
  }
}

/** Opens and closes the sheet, which is part of the page's address. */
function useSheetAddress({
  rows,
  state,
  active,
  coversList,
}: {
  rows: AssetRows
  state: AssetState
  active: number
  coversList: boolean
}) {
  /** Opens the sheet when the row at this position is loaded. */
  const [awaited, setAwaited] = useState<number | null>(null)
  const changedAt = useRef(-addressMs)
  const sheetHistory = useSheetHistory(state, coversList)
  const show = (id: string | null) => {
    setAwaited(null)
    if (id === state.row) return
    changedAt.current = performance.now()
    state.setRow(id, { history: id === null ? 'replace' : sheetHistory.enter() })
  }
  const awaitedId = awaited === null || awaited !== active ? undefined : rows.read(awaited)?.assetId
  const openAwaited = useEffectEvent((id: string) => show(id))
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the sheet is part of the address, which only an effect may write
    if (awaitedId !== undefined) openAwaited(awaitedId)
  }, [awaitedId])
  return {
    show,
    showWhenRead: (position: number) => setAwaited(position),
    hide: () => {
      setAwaited(null)
      // The address is written a moment after a change. Going back before that would restore the sheet.
      const waitMs = changedAt.current + addressMs - performance.now()
      if (!sheetHistory.leave(waitMs)) show(null)
    },
  }
}
