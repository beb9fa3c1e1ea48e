'use client'

import { ListChecks } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { lazy, type ReactNode, type Ref, type RefObject, Suspense, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '@/components/ui/button'
import { FreshButton } from '@/components/ui/fresh-button'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { LateBar } from './selection/late-bar'
import { ColumnChooser } from './columns/column-chooser'
import { listPinned } from './columns/column-layout'
import type { Selection } from './selection/selection'
import { createSelectionStore, type SelectionStore } from './selection/selection-store'
import { TableGrid } from './table-grid'
import type { ShownCell } from './table-row'
import { TableTextsProvider } from './table-texts'
import type { ColumnFilter, DataColumn, Peek, RowSpec, Sort, TableLook, TableRows } from './table-types'
import type { PeekSummary } from './use-active-row'
import type { NewestRows } from './use-fresh-rows'
import type { Picked } from './use-grid-pointer'
import type { Viewport } from './use-measured-viewport'
import { useRowMenu } from './use-row-menu'
import { useTableModel } from './use-table-model'

const RowMenu = lazy(() => import('./row-menu'))
/** Space for the bulk bar below the last row. */
const barPx = 64

/** The preview of a row beside the list, or over it on a phone. */
export interface PeekPlace {
  isOverList: boolean
  ref: Ref<HTMLElement>
  picked: RefObject<Picked>
}

/** What people can do with selected rows. */
export interface BulkActions<Row, Id extends string> {
  store: SelectionStore<Id, Row>
  /** "Selected inspections" */
  label: string
  actions?: ((selection: Selection<Id>) => ReactNode) | undefined
  /** Shown after the number of selected rows. */
  note?: (selection: Selection<Id>) => ReactNode
}

export interface DataTableProps<Row, Id extends string> {
  /** The name of the list, which the ids of its rows contain. */
  name: string
  /** What the table contains, for assistive technology. */
  label: string
  rows: TableRows<Row>
  spec: RowSpec<Row, Id>
  /** All columns, including hidden ones. The array must be stable. */
  columns: ReadonlyArray<DataColumn<Row>>
  look: TableLook
  /** Identifies this list, so that people can return to their position in it. */
  listKey: string
  /** Identifies the rows that the list contains, in any order; defaults to `listKey`. */
  setKey?: string
  viewport: Viewport
  onViewport: (viewport: Viewport) => void
  sort: Sort
  onSort: (sort: Sort) => void
  /** Filters by the id of their column. */
  filters?: Readonly<Partial<Record<string, ColumnFilter<Row>>>>
  /** Null: rows cannot be selected. */
  bulk?: BulkActions<Row, Id> | null
  peek?: Peek<Id> | null
  renderPeek?: (summary: PeekSummary<Row, Id>, place: PeekPlace) => ReactNode
  /** Whether rows have pages of their own. A click on a name opens the page, one elsewhere on the row the preview. */
  hasPages?: boolean
  onOpen?: (row: Row) => void
  newest?: NewestRows<Row> | null
  /** The element in which the number of new rows is shown; defaults to a place over the first row. */
  freshSlot?: HTMLElement | null
  /** Space to leave after the last row. */
  tailPx?: number
}

const noFilters = {}

/**
 * A list of any length. Only the visible rows are rendered. The grid itself keeps the focus and names the active row,
 * so that the focus is not lost when that row is scrolled away.
 */
export function DataTable<Row, Id extends string = string>(props: DataTableProps<Row, Id>) {
  return (
    <TableTextsProvider>
      <Table {...props} />
    </TableTextsProvider>
  )
}

function Table<Row, Id extends string>(props: DataTableProps<Row, Id>) {
  const { name, label, rows, spec, columns, look, viewport, sort, onSort, filters = noFilters } = props
  const { listKey, setKey = listKey, bulk = null, peek = null, tailPx = 0 } = props
  const t = useTranslations('shell.table.selection')
  const [ownStore] = useState(() => createSelectionStore<Id, Row>())
  const store = bulk?.store ?? ownStore
  const model = useTableModel({
    rows,
    spec,
    listKey,
    setKey,
    viewport,
    onViewport: props.onViewport,
    store,
    isSelectable: bulk !== null,
    peek,
    hasPages: props.hasPages ?? false,
    onOpen: props.onOpen,
    newest: props.newest ?? null,
    isCompact: look.isCompact,
  })
  const cells = useShownCells(columns, look)
  const { selection, hasSelection, isCards, hasBar, still, row } = model
  const menu = useRowMenu()
  const menuRow = menu.place === null ? undefined : still.read(menu.place.position)
  useRowMenuKey(name, row.active, model.gridRef, menu.openAt)
  return (
    <div className="relative flex min-h-0 flex-1">
      <div
        className="@container relative flex min-h-0 min-w-0 flex-1 flex-col"
        onPointerLeave={() => {
          if (still.isHeld && !model.isEngaged()) still.release()
        }}
      >
        {bulk !== null && (
          <div className="flex h-9 shrink-0 items-center justify-end border-b border-line bg-canvas px-2 sm:hidden">
            <Button size="sm" variant="ghost" icon={ListChecks} onClick={model.startChoosing}>
              {t('actions.start')}
            </Button>
          </div>
        )}
        <Fresh model={model} slot={props.freshSlot} />
        <TableGrid
          name={name}
          label={label}
          model={model}
          rows={rows}
          spec={spec}
          columns={columns}
          cells={cells}
          look={look}
          store={store}
          isSelectable={bulk !== null}
          viewport={viewport}
          head={{ sort, onSort, filters }}
          openId={peek?.row ?? null}
          onContextMenu={menu.onContextMenu}
          tailPx={tailPx + (hasBar ? barPx : 0)}
        />
        <div className="absolute top-0 end-0 z-10 flex h-9 w-11 items-center justify-center border-b border-line bg-canvas max-sm:hidden">
          <ColumnChooser columns={columns} look={look} />
        </div>
        {hasBar && bulk !== null && (
          <LateBar
            label={bulk.label}
            selection={selection}
            rows={rows}
            setKey={setKey}
            store={store}
            note={bulk.note?.(selection)}
            onClear={model.stopChoosing}
          >
            {hasSelection ? bulk.actions?.(selection) : null}
          </LateBar>
        )}
        {menu.place !== null && menuRow !== undefined && (
          <Suspense>
            <RowMenu
              name={spec.nameOf(menuRow)}
              href={spec.hrefOf === null ? null : spec.hrefOf(menuRow)}
              values={listCellFilters(menuRow, columns, filters, menu.place.columnId)}
              place={menu.place}
              focusAfter={() => model.gridRef.current}
              onClose={menu.close}
            />
          </Suspense>
        )}
      </div>
      {row.summary !== null &&
        viewport.isMeasured &&
        props.renderPeek?.(row.summary, { isOverList: isCards, ref: model.sheetRef, picked: model.pickedRef })}
    </div>
  )
}

/** Offers new rows, and rows that have moved. */
function Fresh<Row, Id extends string>({
  model: { fresh, still, row, settleHeld },
  slot,
}: {
  model: ReturnType<typeof useTableModel<Row, Id>>
  slot: HTMLElement | null | undefined
}) {
  if ((fresh.count === 0 && !still.isHeld) || slot === null) return null
  const button = (
    <FreshButton
      fresh={fresh}
      isInline={slot !== undefined}
      onClick={() => {
        fresh.see()
        settleHeld()
        if (fresh.count > 0) row.moveTo(0)
      }}
    />
  )
  return slot === undefined ? button : createPortal(button, slot)
}

/** The shown columns. Returns the same array when only widths change, so that rows do not render again. */
function useShownCells<Row>(
  columns: ReadonlyArray<DataColumn<Row>>,
  { shown }: TableLook,
): ReadonlyArray<ShownCell<Row>> {
  const key = shown.map(({ id, isPinned }) => `${id}${isPinned === true ? '!' : ''}`).join(' ')
  return useMemo(() => {
    const pinned: string[] = listPinned(columns, shown)
    return shown.flatMap(({ id }) => {
      const column = columns.find((each) => each.id === id)
      if (column === undefined) return []
      const pin = pinned.indexOf(id)
      return [{ column, pin, isLastPin: pin === pinned.length - 1, isMain: column === columns[0] }]
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` represents what is read from `shown`
  }, [columns, key])
}

/** The filters by the values of a row: of one cell, or of all cells if `columnId` is null. */
function listCellFilters<Row>(
  row: Row,
  columns: ReadonlyArray<DataColumn<Row>>,
  filters: NonNullable<DataTableProps<Row, string>['filters']>,
  columnId: string | null,
) {
  return columns.flatMap(({ id, label }) => {
    const filter = columnId === null || id === columnId ? (filters[id]?.ofRow?.(row) ?? null) : null
    return filter === null ? [] : [{ id, label, filter }]
  })
}

/** The menu key opens the menu of the active row. */
function useRowMenuKey(
  name: string,
  active: number,
  grid: RefObject<HTMLElement | null>,
  openAt: (position: number, element: Element | null) => void,
) {
  const t = useTranslations('shell.table.rowMenu')
  const group = useTranslations('shell.shortcutGroups')('list')
  useShortcuts([
    {
      id: 'list:menu',
      keys: ['contextmenu', 'shift+f10', '.'],
      label: t('open'),
      group,
      within: () => (active === -1 ? null : grid.current),
      run: () => openAt(active, document.querySelector(`#${name}-row-${active}`)),
    },
  ])
}
