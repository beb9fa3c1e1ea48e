'use client'

import { useTranslations } from 'next-intl'
import type { RefObject } from 'react'
import { useGridKeys } from '@/components/inspections/grid/inspection-grid-keys'
import type { GridScroll } from '@/components/inspections/grid/use-grid-scroll'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { statusButtonId } from './asset-row'
import type { AssetChoosing } from './use-asset-choosing'
import type { AssetCursor } from './use-asset-cursor'

/** The keyboard shortcuts of the asset list. */
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
  const t = useTranslations('assets.shortcuts')
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
      label: t('setStatus'),
      group: t('group'),
      run: () => {
        if (choosing.hasSelection) return onSetSelected()
        if (active !== -1) document.querySelector<HTMLElement>(`#${statusButtonId(active)}`)?.click()
      },
    },
  ])
}
