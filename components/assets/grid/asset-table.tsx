'use client'

import { useTranslations } from 'next-intl'
import { type Ref, useLayoutEffect, useMemo, useRef } from 'react'
import { GridSpace } from '@/components/inspections/grid/grid-space'
import type { GridScroll } from '@/components/inspections/grid/use-grid-scroll'
import { hasCards, type Viewport } from '@/components/inspections/grid/use-measured-viewport'
import { isSelected } from '@/components/inspections/selection/selection'
import { useMounted } from '@/lib/browser/now'
import { AssetHead } from './asset-head'
import { AssetRowView, type RowHandlers, rowId } from './asset-row'
import type { AssetChoosing } from './use-asset-choosing'
import type { AssetCursor } from './use-asset-cursor'
import type { AssetRows } from './use-asset-rows'
import type { AssetSelecting } from '@/components/assets/use-asset-selection'
import type { AssetState } from '@/components/assets/use-asset-state'
import type { StatusSetting } from '@/components/assets/status/use-status-setting'

/** The table with the visible rows, and space in place of the rows above and below. */
export function AssetTable({
  ref,
  rows,
  state,
  viewport,
  scroll: { inSight },
  selecting,
  setting,
  offReason,
  cursor,
  choosing,
}: {
  ref: Ref<HTMLTableElement>
  rows: AssetRows
  state: AssetState
  viewport: Viewport
  scroll: GridScroll
  selecting: AssetSelecting
  setting: StatusSetting
  offReason: string | null
  cursor: AssetCursor
  choosing: AssetChoosing
}) {
  const t = useTranslations('assets')
  const isMounted = useMounted()
  const { active } = cursor
  const isCards = hasCards(viewport)
  const handlers = useLatestHandlers({
    onPick: cursor.open,
    onToggle: (position, isRange) => {
      cursor.point(position)
      cursor.focus()
      if (isRange) void selecting.extend(rows, position, active === -1 ? position : active)
      else choosing.toggle(position)
    },
    onPoint: cursor.point,
    onLongPress: (position) => {
      choosing.start()
      choosing.toggle(position)
    },
  })
  const positions = Array.from({ length: inSight.end - inSight.first }, (_, index) => inSight.first + index)
  const isActiveInSight = active >= inSight.first && active < inSight.end
  return (
    <table
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table with keyboard navigation is a grid
      role="grid"
      tabIndex={0}
      aria-label={t('title')}
      aria-multiselectable
      aria-rowcount={rows.total === null ? -1 : rows.total + 1}
      aria-busy={rows.total === null}
      aria-activedescendant={isActiveInSight ? rowId(active) : undefined}
      className="group/grid block outline-none sm:min-w-[770px]"
    >
      <AssetHead
        sort={state.filter.sort}
        onSort={state.setSort}
        mark={choosing.mark}
        onMark={choosing.mark === 'all' ? choosing.stop : choosing.selectInSight}
        isCovered={choosing.hasBar}
      />
      {isMounted && <GridSpace height={inSight.above} rowHeight={viewport.rowHeight} />}
      <tbody className="block">
        {positions.map((position) => {
          const row = rows.read(position)
          return (
            <AssetRowView
              key={position}
              onSet={setting.set}
              offReason={offReason}
              position={position}
              row={row}
              pending={row === undefined ? undefined : setting.pending.get(row.assetId)}
              layout={viewport.isMeasured ? (isCards ? 'cards' : 'columns') : 'both'}
              isActive={position === active}
              isOpen={row !== undefined && row.assetId === state.row}
              isSelected={row !== undefined && isSelected(choosing.selection, row.assetId)}
              isChoosing={isCards && choosing.hasBar}
              handlers={handlers}
            />
          )
        })}
      </tbody>
      {isMounted && rows.total !== null && <GridSpace height={inSight.below} rowHeight={viewport.rowHeight} />}
    </table>
  )
}

/** Keeps the handlers stable, so that a row renders only when its own data changes. */
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
