'use client'

import { useTranslations } from 'next-intl'
import { usePreferences } from '@/lib/browser/preferences-context'
import { ListChecks } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useGridScroll } from '@/components/inspections/grid/use-grid-scroll'
import { hasCards, useMeasuredViewport, type Viewport } from '@/components/inspections/grid/use-measured-viewport'
import { Button } from '@/components/ui/button'
import { scrollHeightMax } from '@/lib/browser/row-window'
import { AssetSheet, AssetSheetDialog } from '@/components/assets/asset-sheet'
import { AssetTable } from './asset-table'
import { SelectionBar } from '@/components/assets/selection-bar'
import { useAssetChoosing } from './use-asset-choosing'
import { useAssetCursor } from './use-asset-cursor'
import { useAssetKeys } from './use-asset-keys'
import type { AssetRows } from './use-asset-rows'
import type { AssetSelecting } from '@/components/assets/use-asset-selection'
import type { AssetState } from '@/components/assets/use-asset-state'
import type { StatusSetting } from '@/components/assets/status/use-status-setting'

const skeletonRows = 20
const renderStepRows = 4
const rowHeightPx = { comfortable: 40, compact: 32 } as const

/**
 * The rows of the list; only visible rows are rendered. The grid keeps the focus and names the active row, so that scrolling a
 * row away does not lose the focus.
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
  const t = useTranslations('assets.selection')
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const sheet = useRef<HTMLElement>(null)
  const total = rows.total ?? skeletonRows
  const scroll = useGridScroll(scroller, viewport, total)
  const isCards = hasCards(viewport)
  const cursor = useAssetCursor({ rows, state, scroll, selecting, grid, sheet, coversList: isCards })
  const choosing = useAssetChoosing({ rows, scroll, selecting, isCards })
  useAssetKeys({ grid, scroll, cursor, choosing, onSetSelected })
  useMeasuredViewport(scroller, viewport, rowHeightPx[usePreferences().preferences.density], onViewport)

  const follow = (element: HTMLElement) => {
    const { scrollTop, scrollLeft } = element
    element.toggleAttribute('data-sideways', scrollLeft > 0)
    // Some rows beyond both edges are rendered, so most steps of a smooth scroll need no render.
    const isNear = Math.abs(scrollTop - viewport.scrollTop) < renderStepRows * viewport.rowHeight
    if (isNear && scrollTop !== 0 && total * viewport.rowHeight <= scrollHeightMax) return
    // Synchronously: otherwise the browser would paint a frame without rows first.
    flushSync(() => onViewport({ ...viewport, scrollTop }))
  }
  const status = { onSet: setting.set, offReason, pending: setting.pending }
  return (
    <div className="relative flex min-h-0 flex-1">
      <div className="@container relative flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="flex h-9 shrink-0 items-center justify-end border-b border-line bg-canvas px-2 sm:hidden">
          <Button size="sm" variant="ghost" icon={ListChecks} onClick={choosing.start}>
            {t('actions.start')}
          </Button>
        </div>
        {choosing.hasBar && (
          <SelectionBar
            selecting={selecting}
            total={rows.total}
            hasBox={!isCards}
            offReason={offReason}
            onSetStatus={onSetSelected}
            onClear={choosing.stop}
          />
        )}
        <div
          ref={scroller}
          tabIndex={-1}
          onScroll={(event) => follow(event.currentTarget)}
          className="group/scroller min-h-0 flex-1 overflow-auto bg-surface outline-none [overflow-anchor:none] max-sm:overflow-x-hidden"
        >
          <AssetTable
            ref={grid}
            rows={rows}
            state={state}
            viewport={viewport}
            scroll={scroll}
            selecting={selecting}
            setting={setting}
            offReason={offReason}
            cursor={cursor}
            choosing={choosing}
          />
        </div>
      </div>
      {cursor.sheet !== null &&
        viewport.isMeasured &&
        (isCards ? (
          <AssetSheetDialog {...cursor.sheet} {...status} />
        ) : (
          <AssetSheet ref={sheet} {...cursor.sheet} {...status} />
        ))}
    </div>
  )
}
