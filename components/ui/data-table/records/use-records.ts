'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Sort, TableRows } from '@/components/ui/data-table/table-types'
import { useOwnLook } from '@/components/ui/data-table/use-table-look'
import { filterRecords, groupRecords, readRecordQuery, noneKey, type Place, sortRecords } from './record-model'
import type { RecordColumn } from './record-types'
import { useRecordAddress } from './use-record-address'

/** How a list that is loaded in pages gets the next one. */
export interface MorePages {
  hasMore: boolean
  isLoading: boolean
  /** The last one could not be loaded. */
  hasFailed: boolean
  load: () => void
}

export interface RecordInput<Row> {
  /** The name of the list, for what browsers remember of it. */
  name: string
  /** Those that are loaded; undefined before the first answer. Keep them stable. */
  rows: readonly Row[] | undefined
  /** All columns, also hidden ones. Keep them stable. */
  columns: ReadonlyArray<RecordColumn<Row>>
  /** The order in which the list is without one in the address. */
  firstSort: Sort
  /** Left out: the rows come whole. */
  more?: MorePages | undefined
}

/** Rows that are requested before someone has scrolled to the last one. */
const aheadRows = 20

/**
 * A list whose rows are in the browser: searched, filtered, sorted and grouped by its address. Of a list with pages, a change of
 * order and every filter load the rest first, so that they are about the whole list.
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
      // Equal rows are in the first order.
      return sortRecords(sortRecords(found, columns, firstSort, language), columns, sort, language)
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the value of all that the address says
    [rows, columns, address.key, language],
  )
  const places = useMemo(
    (): ReadonlyArray<Place<Row>> | null =>
      groupColumn === undefined
        ? null
        : groupRecords(matching, groupColumn, { closed, nameOf: (key) => nameKey(groupColumn, key), language }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- names follow from the column
    [matching, groupColumn, closed, language],
  )
  const toggle = (id: string) =>
    setClosed((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]))
  const isOpenEnded = more?.hasMore === true
  const table: TableRows<Row> = {
    read: (position) => (places === null ? matching[position] : places[position]?.row),
    // Groups are never held in place: their headers could not be.
    version: places === null ? rows : null,
    total: rows === undefined ? null : (places ?? matching).length + (isOpenEnded && isPlain ? 1 : 0),
    totalIsExact: !isOpenEnded,
    load: (from, to) =>
      Promise.resolve(
        places === null
          ? matching.slice(from, to + 1)
          : places.slice(from, to + 1).flatMap(({ row }) => (row === undefined ? [] : [row])),
      ),
    ...(places === null ? {} : describeGroups(places, toggle)),
  }
  return {
    name,
    columns,
    address,
    look,
    table,
    /** Every loaded row. */
    rows,
    /** Those on screen in their order, without groups. */
    matching,
    groupColumn,
    nameKey,
    /** Not every row is loaded. */
    isOpenEnded,
    hasFailed: more?.hasFailed === true,
    /** The column whose filter is open. */
    openFacet,
    setOpenFacet,
    /** Rows up to this position are wanted. */
    setEnd,
    loadWhole: () => setWhole(true),
    /** How many rows match the query of an address; null while not all are loaded. */
    countOf: (query: string) =>
      rows === undefined || isOpenEnded ? null : filterRecords(rows, columns, readRecordQuery(columns, query)).length,
  }
}

export type Records<Row> = ReturnType<typeof useRecords<Row>>

/** The headers among the places of a grouped list. */
function describeGroups<Row>(places: ReadonlyArray<Place<Row>>, toggle: (id: string) => void) {
  return {
    headCount: places.filter(({ head }) => head !== undefined).length,
    headAt: (position: number) => {
      const head = places[position]?.head
      return head === undefined ? null : { ...head, toggle: () => toggle(head.id) }
    },
  }
}
