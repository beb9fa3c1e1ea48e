'use client'

import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { DataTable, type DataTableProps } from '@/components/ui/data-table/data-table'
import type { CellFilter, ColumnFilter, DataColumn, RowSpec, TableLook } from '@/components/ui/data-table/table-types'
import { useViewport } from '@/components/ui/data-table/use-measured-viewport'
import { ValueCell, RecordName } from './record-cells'
import { isFiltered, listFolded, readKey } from './record-model'
import type { RecordColumn } from './record-types'
import { usePeek } from './use-peek'
import type { Records } from './use-records'
import { useSortTexts } from './use-sort-texts'

/** The appearance of rows. Omitted parts are derived from the columns. The object must be stable. */
export type RecordSpec<Row> = Pick<RowSpec<Row>, 'idOf' | 'nameOf' | 'hrefOf'> & Partial<RowSpec<Row>>

type TableProps<Row> = DataTableProps<Row, string>

export interface RecordListProps<Row> extends Pick<TableProps<Row>, 'bulk' | 'hasPages' | 'onOpen'> {
  records: Records<Row>
  spec: RecordSpec<Row>
  /** What the table contains, for assistive technology. */
  label: string
  /** The parameter of the address that has the id of the row whose preview is open; defaults to "row". */
  peekParam?: string
  /** The content of the preview; defaults to the values of all columns. Null: the row is not in the list. */
  peekContent?: (id: string, row: Row | undefined) => ReactNode
  /** The page's own filters, by the columns whose cells set them. */
  filters?: Partial<Record<string, ColumnFilter<Row>>>
}

/** The table of a list, which comes below its tools and fills its container. */
export function RecordList<Row>({
  records,
  spec,
  label,
  filters,
  hasPages = false,
  peekParam,
  peekContent,
  ...rest
}: RecordListProps<Row>) {
  const { name, rows, columns, address, look, table, setEnd } = records
  const [viewport, setViewport] = useViewport()
  const [shownKey, setShownKey] = useState(address.key)
  if (shownKey !== address.key) {
    setShownKey(address.key)
    setViewport((now) => ({ ...now, scrollTop: 0 }))
  }
  const dataColumns = useDataColumns(columns)
  const rowSpec = useRowSpec(spec, columns, look)
  const cellFilters = useCellFilters(records)
  const preview = usePeek({
    spec,
    // Buttons are for the row itself.
    columns: dataColumns.filter((_, at) => columns[at]?.isForScreen !== true),
    hasPages,
    find: (id) => rows?.find((row) => spec.idOf(row) === id),
    isLoading: rows === undefined,
    param: peekParam,
    content: peekContent,
  })
  return (
    <DataTable<Row>
      // Mounted again for another list, so that it starts at its top.
      key={address.key}
      name={name}
      label={label}
      rows={table}
      spec={rowSpec}
      columns={dataColumns}
      look={look}
      listKey={`${name} ${address.key}`}
      viewport={viewport}
      onViewport={(next) => {
        setViewport(next)
        setEnd(Math.ceil((next.scrollTop + next.height) / next.rowHeight))
      }}
      sort={address.sort}
      onSort={address.setSort}
      filters={{ ...cellFilters, ...filters }}
      hasPages={hasPages}
      {...preview}
      {...rest}
    />
  )
}

function useDataColumns<Row>(columns: ReadonlyArray<RecordColumn<Row>>): ReadonlyArray<DataColumn<Row>> {
  const describe = useSortTexts()
  return useMemo(() => {
    const toColumn = (column: RecordColumn<Row>): DataColumn<Row> => ({
      ...column,
      isRight: column.kind === 'number',
      cell: column.cell ?? ((row) => <ValueCell value={column.value(row)} />),
      sort:
        column.isSortable === false
          ? undefined
          : {
              name: column.id,
              isDescendingFirst: column.kind !== undefined && column.kind !== 'text',
              describe: (isDescending) => describe(column, isDescending),
            },
    })
    return columns.map(toColumn)
  }, [columns, describe])
}

/**
 * By default, a card shows the name of the row, and below it the values of the next columns. Where space is limited, the
 * second line of the name has the values of the columns that are hidden there.
 */
function useRowSpec<Row>(
  spec: RecordSpec<Row>,
  columns: ReadonlyArray<RecordColumn<Row>>,
  { shown }: TableLook,
): RowSpec<Row> {
  const foldedIds = listFolded(columns, shown).join(' ')
  return useMemo(() => {
    const main: RowSpec<Row>['main'] =
      spec.main ??
      ((row, onClick) => (
        <RecordName href={spec.hrefOf === null ? null : spec.hrefOf(row)} onClick={onClick}>
          {spec.nameOf(row)}
        </RecordName>
      ))
    const others = columns.slice(1).filter(({ isShownFirst, isFolded }) => isShownFirst === true && isFolded !== true)
    const card: RowSpec<Row>['card'] = (row, onClick) => (
      <>
        <span className="flex min-w-0 items-center gap-2">{main(row, onClick)}</span>
        {/* A value that does not fit wraps into a hidden line, instead of being truncated. */}
        <span className="flex h-7 min-w-0 flex-wrap items-center gap-x-3 overflow-hidden text-xs text-ink-muted *:h-7 *:min-w-0">
          {others.filter(hasValue(row)).map(({ id, label, kind, cell, value }) => (
            <span key={id} className="flex items-center gap-1 truncate">
              {kind === 'number' && <span>{label}</span>}
              {cell === undefined ? <ValueCell value={value(row)} /> : cell(row)}
            </span>
          ))}
        </span>
      </>
    )
    const folded = foldedIds.split(' ').flatMap((id) => columns.filter((column) => column.id === id))
    const second: RowSpec<Row>['second'] = (row) =>
      folded.filter(hasValue(row)).map((column, at) => (
        <Fragment key={column.id}>
          {at > 0 && ' · '}
          <NamedValue column={column} row={row} />
        </Fragment>
      ))
    return { main, card, ...(folded.length > 0 ? { second } : {}), ...spec }
  }, [spec, columns, foldedIds])
}

const hasValue =
  <Row,>(row: Row) =>
  ({ value }: RecordColumn<Row>) =>
    value(row) !== null && value(row) !== ''

/** A value without its column: numbers and times need the name of the column. The cells of texts may be blocks. */
function NamedValue<Row>({ column: { label, kind, cell, value }, row }: { column: RecordColumn<Row>; row: Row }) {
  const isText = kind === undefined || kind === 'text'
  return (
    <>
      {!isText && `${label} `}
      {isText || cell === undefined ? <ValueCell value={value(row)} /> : cell(row)}
    </>
  )
}

/** Filters that are offered by the values of cells and by the headers of columns. */
function useCellFilters<Row>({
  columns,
  address,
  nameKey,
  setOpenFacet,
}: Records<Row>): Partial<Record<string, ColumnFilter<Row>>> {
  return Object.fromEntries(
    columns.filter(isFiltered).map((column) => {
      const ofRow = (row: Row): CellFilter => {
        const key = readKey(column, row)
        return { label: nameKey(column, key), include: () => address.choose(column.id, [key]) }
      }
      return [column.id, { open: () => setOpenFacet(column.id), ofRow }]
    }),
  )
}
