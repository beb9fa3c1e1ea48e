'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useMemo } from 'react'
import type { FilterKind } from '@/components/filters/filter-texts'
import { type ListState, useListState } from '@/components/filters/use-list-state'
import { ForeignCount } from '@/components/inspections/bulk/foreign-count'
import { CardCell } from '@/components/inspections/columns/card-cell'
import { RowMarks } from '@/components/inspections/columns/column-cells'
import { readSort, writeSort } from '@/components/inspections/columns/column-sort'
import { RowTextsProvider, useRowTexts } from '@/components/inspections/columns/row-texts'
import { TitleLink } from '@/components/inspections/columns/row-title'
import { useInspectionColumns } from '@/components/inspections/columns/use-inspection-columns'
import { inspectionSelection } from '@/components/inspections/selection/selection-store'
import type { InspectionRows } from '@/components/inspections/use-inspection-rows'
import { DataTable } from '@/components/ui/data-table/data-table'
import type { Selection } from '@/components/ui/data-table/selection/selection'
import type { RowSpec } from '@/components/ui/data-table/table-types'
import type { Viewport } from '@/components/ui/data-table/use-measured-viewport'
import { useTableLook } from '@/components/ui/data-table/use-table-look'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'
import { inspectionHref } from '@/lib/browser/routes'
import type { AuditId } from '@/lib/ids'
import { columns as registry } from '@/lib/inspections/columns'
import { writeColumns } from '@/lib/inspections/model'
import type { InspectionRow } from '@/lib/inspections/schema'
import { findStartKey } from '@/lib/saved-views/model'
import { useCellFilters } from './use-cell-filters'

const sheet = onDemand(() => import('@/components/inspections/sheet/side-sheet'), { isEarly: true })

const SideSheet = lateComponent(sheet, (loaded) => loaded.SideSheet)

interface GridProps {
  rows: InspectionRows
  /** Identifies this list, for returning to it. */
  filterKey: string
  /** Identifies the positions of the rows; defaults to `filterKey`. */
  placeKey?: string
  viewport: Viewport
  onViewport: (viewport: Viewport) => void
  /** Space to leave after the last row. */
  tailPx?: number
  state?: ListState
  /** The actions of the selected rows. */
  renderActions?: (selection: Selection<AuditId>) => ReactNode
  /** Opens the panel of a filter. */
  onFilter?: (kind: FilterKind) => void
  /** Where the number of new rows is shown. */
  freshSlot?: HTMLElement | null
}

/** The rows of the list of inspections. */
export function InspectionGrid(props: GridProps) {
  return (
    <RowTextsProvider>
      <Grid {...props} />
    </RowTextsProvider>
  )
}

function Grid({ tailPx = 0, state: given, renderActions, onFilter, freshSlot, ...input }: GridProps) {
  const t = useTranslations('inspections')
  const { rows, filterKey, placeKey = filterKey, viewport, onViewport } = input
  const own = useListState()
  const state = given ?? own
  const spec = useRowSpec()
  const columns = useInspectionColumns()
  const filters = useCellFilters(state, onFilter)
  const look = useTableLook(null, registry, {
    columns: state.columns,
    setColumns: state.setColumns,
    isCompact: state.isCompact,
    setCompact: state.setCompact,
    isPlain:
      writeColumns(state.columns) === null &&
      !state.isCompact &&
      // Built-in views have no columns of their own.
      (state.view === null || findStartKey(state.view) !== undefined),
  })
  const sort = readSort(state.params)
  return (
    <DataTable<InspectionRow, AuditId>
      name="inspection"
      label={t('title')}
      rows={rows}
      spec={spec}
      columns={columns}
      look={look}
      listKey={placeKey}
      setKey={filterKey}
      viewport={viewport}
      onViewport={onViewport}
      sort={sort}
      onSort={(next) => state.change({ sort: writeSort(next) })}
      filters={filters}
      bulk={{
        store: inspectionSelection,
        label: t('bulk.label'),
        actions: renderActions,
        note: (selection) => <ForeignCount selection={selection} rows={rows} filterKey={filterKey} />,
      }}
      peek={state}
      renderPeek={(summary, place) => <SideSheet summary={summary} place={place} />}
      hasPages
      newest={
        sort.name === 'modified' && sort.isDescending
          ? { head: rows.head, timeOf: (row) => Date.parse(row.modifiedAt) }
          : null
      }
      {...(freshSlot === undefined ? {} : { freshSlot })}
      tailPx={tailPx}
    />
  )
}

function useRowSpec(): RowSpec<InspectionRow, AuditId> {
  const texts = useRowTexts()
  return useMemo(
    () => ({
      idOf: (row) => row.auditId,
      nameOf: texts.title,
      hrefOf: (row) => inspectionHref(row.auditId),
      main: (row, onClick) => (
        <>
          <TitleLink row={row} onClick={onClick} className="hover:underline hover:underline-offset-2" />
          <RowMarks row={row} />
        </>
      ),
      second: (row) => row.templateName,
      card: (row, onClick) => <CardCell row={row} onClick={onClick} />,
    }),
    [texts],
  )
}
