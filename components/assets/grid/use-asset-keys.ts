'use client'

import type { RefObject } from 'react'
import { useGridKeys } from '@/components/inspections/grid/inspection-grid-keys'
import type { GridScroll } from '@/components/inspections/grid/use-grid-scroll'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { statusButtonId } from './asset-row'
import type { AssetChoosing } from './use-asset-choosing'
import type { AssetCursor } from './use-asset-cursor'

/** What the keys do on the list of assets. */
export function useAssetKeys({
  grid,
  scroll,
  cursor,
  choosing,
  onSetSelected,
}: {
  grid: RefObject<HTMLElement | null>
  scroll: GridScroll
  cursor: AssetCursor
  choosing: AssetChoosing
  onSetSelected: () => void
}) {
  const { active } = cursor
  useGridKeys({
    moveBy: cursor.moveBy,
    moveTo: cursor.moveTo,
    pageRows: scroll.pageRows,
    last: scroll.total - 1,
    open: () => cursor.open(active),
    peek: () => (cursor.isOpen ? cursor.close() : cursor.open(active === -1 ? scroll.inSight.firstVisible : active)),
    toggle: () => {
      const at = active === -1 ? scroll.readFirstVisible() : active
      if (active === -1) cursor.moveTo(at)
      choosing.toggle(at)
    },
    selectInSight: choosing.selectInSight,
    escape: cursor.isOpen ? cursor.close : choosing.hasSelection || choosing.isChoosing ? choosing.stop : null,
    within: () => grid.current,
  })
  useShortcuts([
    {
      id: 'assets:set-status',
      keys: ['s'],
      label: 'Set the status of the selection, or of the row',
      group: 'List',
      run: () => {
        if (choosing.hasSelection) return onSetSelected()
        if (active !== -1) document.querySelector<HTMLElement>(`#${statusButtonId(active)}`)?.click()
      },
    },
  ])
}
