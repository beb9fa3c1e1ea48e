'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Sort, TableRows } from '@/components/ui/data-table/table-types'
import { useOwnLook } from '@/components/ui/data-table/use-table-look'
import { filterRecords, groupRecords, readRecordQuery, noneKey, type Place, sortRecords } from './record-model'
import type { RecordColumn } from './record-types'
import { useRecordAddress } from './use-record-address'

/** The state of a list that is loaded in pages, and a function that loads the next page. */
export interface MorePages {
  hasMore: boolean
  isLoading: boolean
  /** Whether the last page could not be loaded. */
  hasFailed: boolean
  load: () => void
}

export interface RecordInput<Row> {
  /** The name of the list, under which browsers remember its columns. */
  name: string
  /** The loaded rows; undefined until the first response. The array must be stable. */
  rows: readonly Row[] | undefined
  /** All columns, including hidden ones. The array must be stable. */
  columns: ReadonlyArray<RecordColumn<Row>>
  /** The order when the address has none. */
  firstSort: Sort
  /** Omitted if all rows are loaded at once. */
  more?: MorePages | undefined
}

const noneClosed: ReadonlySet<string> = new Set()

/** The next page is requested when fewer rows than this follow the visible rows. */
const aheadRows = 20

/**
 * A list whose rows are in the browser. Its address determines search, filters, order and groups. If the list has
 * pages, a filter or another order first loads the remaining pages, so that the result is complete.
 */
export function useRecords<Row>({ name, rows, columns, firstSort, more }: RecordInput<Row>) {
  const t = useTranslations('shell.table.records')
  const language = useLocale()
  const address = useRecordAddress(columns, firstSort)
  const look = useOwnLook(name, columns)
  const { words, chosen, sort, group } = address
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const isPlain =
    !address.isNarrowed &&
    group === null &&
    sort.name === firstSort.name &&
    sort.isDescending === firstSort.isDescending
  const [isWhole, setWhole] = useState(false)
  const [end, setEnd] = useState(0)
  const [openFacet, setOpenFacet] = useState<string | null>(null)
  const loaded = rows?.length ?? 0
  const isWanting = more?.hasMore === true && (!isPlain || isWhole || end + aheadRows > loaded)
  const loadMore = useEffectEvent(() => {
    if (isWanting && !more.isLoading && !more.hasFailed) more.load()
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each loaded page checks whether another is wanted
  useEffect(() => loadMore(), [isWanting, loaded, more?.isLoading])

  const groupColumn = columns.find(({ id }) => id === group)
  const nameKey = (column: RecordColumn<Row>, key: string) =>
    key === noneKey ? t('none') : (column.facet?.nameOf?.(key) ?? key)
  const matching = useMemo(
    () => {
      const found = filterRecords(rows ?? [], columns, { words, chosen })
      // Rows that are equal in the chosen order keep the first order.
      return sortRecords(sortRecords(found, columns, firstSort, language), columns, sort, language)
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `address.key` represents the whole address
    [rows, columns, address.key, language],
  )
  const places = useMemo(
    (): ReadonlyArray<Place<Row>> | null =>
      groupColumn === undefined
        ? null
        : groupRecords(matching, groupColumn, { closed, nameOf: (key) => nameKey(groupColumn, key), language }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `nameKey` depends only on the column
    [matching, groupColumn, closed, language],
  )
  const toggle = (id: string) =>
    setClosed((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]))
  const isOpenEnded = more?.hasMore === true
  const table: TableRows<Row> = {
    read: (position) => (places === null ? matching[position] : places[position]?.row),
    // Rows in groups are never held in place, because their headers cannot be held.
    version: places === null ? rows : null,
    total: rows === undefined ? null : (places ?? matching).length + (isOpenEnded && isPlain ? 1 : 0),
    totalIsExact: !isOpenEnded,
    load: (from, to) =>
      Promise.resolve(
        places === null
          ? matching.slice(from, to + 1)
          : places.slice(from, to + 1).flatMap(({ row }) => (row === undefined ? [] : [row])),
      ),
    ...(places === null
      ? {}
      : { ...describeGroups(places, toggle), rowCount: rows === undefined ? null : matching.length }),
  }
  return {
    name,
    columns,
    address,
    look,
    table,
    /** Every loaded row. */
    rows,
    /** The rows that match the search and filters, in their order, without groups. */
    matching,
    /** The matching rows as the list shows them, also those of closed groups: group by group if there are groups. */
    listShown: (): readonly Row[] =>
      groupColumn === undefined
        ? matching
        : groupRecords(matching, groupColumn, {
            closed: noneClosed,
            nameOf: (key) => nameKey(groupColumn, key),
            language,
          }).flatMap(({ row }) => (row === undefined ? [] : [row])),
    groupColumn,
    nameKey,
    /** Whether further rows are not loaded yet. */
    isOpenEnded,
    hasFailed: more?.hasFailed === true,
    /** The column whose filter is open. */
    openFacet,
    setOpenFacet,
    /** Requests the rows up to this position. */
    setEnd,
    loadWhole: () => setWhole(true),
    /** The number of rows that match the query of an address; null while not all rows are loaded. */
    countOf: (query: string) =>
      rows === undefined || isOpenEnded ? null : filterRecords(rows, columns, readRecordQuery(columns, query)).length,
  }
}

export type Records<Row> = ReturnType<typeof useRecords<Row>>

/** The headers of a grouped list, by position. */
function describeGroups<Row>(places: ReadonlyArray<Place<Row>>, toggle: (id: string) => void) {
  return {
    headAt: (position: number) => {
      const head = places[position]?.head
      return head === undefined ? null : { ...head, toggle: () => toggle(head.id) }
    },
  }
}
