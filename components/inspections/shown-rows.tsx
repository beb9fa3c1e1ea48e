'use client'

import { useState } from 'react'
import { NoInspections, NoMatch } from '@/components/filters/late-empty'
import type { FilterKind, NameOf } from '@/components/filters/filter-texts'
import type { ListState } from '@/components/filters/use-list-state'
import { countRows } from '@/components/ui/data-table/table-types'
import type { Viewport } from '@/components/ui/data-table/use-measured-viewport'
import { classNames } from '@/lib/browser/class-names'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'
import type { ListParams } from '@/lib/inspections/schema'
import { RowsFailure, SomeRowsFailure } from './filter-notices'
import { InspectionGrid } from './grid/inspection-grid'
import type { InspectionRows } from './use-inspection-rows'

const bulk = onDemand(() => import('./bulk/bulk-verbs'), { isEarly: true })

/** The actions of the selected rows. */
const BulkVerbs = lateComponent(bulk, (loaded) => loaded.BulkVerbs)

export interface ShownListProps {
  state: ListState
  nameOf: NameOf
  list: { params: ListParams; filterKey: string; isOld: boolean }
  freshSlot: HTMLElement | null
  onFilter: (kind: FilterKind) => void
}

/** The rows, or what is shown while there are none. */
export function ShownRows({
  state,
  nameOf,
  list,
  freshSlot,
  onFilter,
  rows,
  viewport,
  onViewport,
  placeKey = list.filterKey,
}: ShownListProps & {
  rows: InspectionRows
  viewport: Viewport
  onViewport: (viewport: Viewport) => void
  /** Identifies the positions of the rows. */
  placeKey?: string
}) {
  const [failurePx, setFailurePx] = useState(0)
  const hasFailed = rows.error !== null && rows.total !== null
  return (
    <>
      <div
        className={classNames(
          'flex min-h-0 flex-1 flex-col transition-opacity',
          // Delayed, because most responses arrive before a person notices.
          list.isOld && 'opacity-60 delay-150',
        )}
      >
        {rows.total === 0 && rows.totalAll !== 0 ? (
          <NoMatch state={state} nameOf={nameOf} />
        ) : rows.total === 0 ? (
          <NoInspections isFirst={rows.asOf === null} />
        ) : rows.total === null && rows.error !== null ? (
          <RowsFailure rows={rows} />
        ) : (
          <InspectionGrid
            rows={rows}
            filterKey={list.filterKey}
            placeKey={placeKey}
            viewport={viewport}
            onViewport={onViewport}
            // Rows at the end of the list stay in place when the failure notice below them disappears.
            tailPx={hasFailed ? 0 : failurePx}
            state={state}
            freshSlot={freshSlot}
            onFilter={onFilter}
            renderActions={(selection) => (
              <BulkVerbs
                selection={selection}
                params={list.params}
                columns={state.columns}
                group={state.group}
                total={countRows(rows)}
              />
            )}
          />
        )}
      </div>
      {hasFailed && <SomeRowsFailure rows={rows} onHeight={setFailurePx} />}
    </>
  )
}
