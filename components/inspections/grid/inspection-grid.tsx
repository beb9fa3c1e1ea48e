'use client'

import { ListChecks } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { FreshButton } from '@/components/filters/fresh-button'
import { type ListState, useListState } from '@/components/filters/use-list-state'
import { BulkBar } from '@/components/inspections/bulk/bulk-bar'
import { ColumnChooser } from '@/components/inspections/columns/column-chooser'
import { RowTextsProvider } from '@/components/inspections/columns/row-texts'
import { useColumns } from '@/components/inspections/columns/use-columns'
import type { Selection } from '@/components/inspections/selection/selection'
import { SheetDialog, SideSheet } from '@/components/inspections/sheet/side-sheet'
import { Button } from '@/components/ui/button'
import { GridTable } from './grid-table'
import { type GridInput, useInspectionGrid } from './use-inspection-grid'

interface GridProps extends GridInput {
  /** Space to leave after the last row. */
  tailPx?: number
  state?: ListState
  /** The actions of the selected rows. */
  renderActions?: (selection: Selection) => ReactNode
}

/**
 * The rows of the list, of which only the visible ones are rendered. The grid itself keeps the focus and names the active
 * row, so that the focus is not lost when that row is scrolled away.
 */
export function InspectionGrid(props: GridProps) {
  return (
    <RowTextsProvider>
      <Grid {...props} />
    </RowTextsProvider>
  )
}

function Grid({ tailPx = 0, state: given, renderActions, ...input }: GridProps) {
  const t = useTranslations('inspections.selection')
  const { rows, filterKey, viewport } = input
  const own = useListState()
  const state = given ?? own
  const model = useInspectionGrid(input, state)
  const choice = useColumns(state)
  const { selection, hasSelection, isCards, hasBar, still, fresh, row, sheetRef, pickedRef } = model
  return (
    <div className="relative flex min-h-0 flex-1">
      <div
        className="@container relative flex min-h-0 min-w-0 flex-1 flex-col"
        onPointerLeave={() => {
          if (still.isHeld && !model.isEngaged()) still.release()
        }}
      >
        <div className="flex h-9 shrink-0 items-center justify-end border-b border-line bg-canvas px-2 sm:hidden">
          <Button size="sm" variant="ghost" icon={ListChecks} onClick={model.startChoosing}>
            {t('actions.start')}
          </Button>
        </div>
        {hasBar && (
          <BulkBar
            selection={selection}
            rows={rows}
            filterKey={filterKey}
            hasBox={!isCards}
            onClear={model.stopChoosing}
            actions={hasSelection ? renderActions?.(selection) : null}
          />
        )}
        {(fresh.count > 0 || still.isHeld) && (
          <FreshButton
            fresh={fresh}
            isLow={hasBar}
            onClick={() => {
              fresh.see()
              model.settleHeld()
              if (fresh.count > 0) row.moveTo(0)
            }}
          />
        )}
        <GridTable model={model} rows={rows} viewport={viewport} state={state} choice={choice} tailPx={tailPx} />
        <div className="absolute top-0 end-0 z-10 flex h-9 w-11 items-center justify-center border-b border-line bg-canvas max-sm:hidden">
          <ColumnChooser
            shown={choice.columns}
            onColumns={choice.changeColumns}
            isCompact={state.isCompact}
            onCompact={choice.changeCompact}
          />
        </div>
      </div>
      {row.summary !== null &&
        viewport.isMeasured &&
        (isCards ? <SheetDialog {...row.summary} /> : <SideSheet ref={sheetRef} picked={pickedRef} {...row.summary} />)}
    </div>
  )
}
