'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { FacetPicker } from '@/components/ui/inputs/facet-picker'
import { SearchField, searchPlaceClass } from '@/components/ui/inputs/search-field'
import { chipLineClass, FilterChips, useValueChips } from '@/components/ui/lists/filter-chips'
import { SortMenu } from '@/components/ui/lists/sort-menu'
import { GroupMenu } from '@/components/ui/data-table/groups/group-menu'
import { RecordExport } from './record-export'
import { compareKeys, countKeys, isFiltered } from './record-model'
import type { RecordColumn, RecordTexts } from './record-types'
import { writeOrder } from '@/components/ui/data-table/columns/sort-order'
import type { Records } from './use-records'
import { useSortTexts } from './use-sort-texts'

/** Search, filters, groups and files of a list. */
export function RecordTools<Row>({
  records,
  texts,
}: {
  records: Records<Row>
  texts: Pick<RecordTexts, 'search' | 'searchHint'>
}) {
  const common = useTranslations('common.list')
  const { address, columns } = records
  const facets = columns.filter(({ facet }) => facet !== undefined)
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <div className={searchPlaceClass}>
        <SearchField
          value={address.words}
          onChange={address.search}
          label={texts.search}
          placeholder={texts.searchHint ?? common('searchPlaceholder')}
        />
      </div>
      {facets.filter(isFiltered).map((column) => (
        <Facet key={column.id} records={records} column={column} />
      ))}
      <span className="ms-auto flex items-center gap-1.5">
        <PhoneSort records={records} />
        {facets.length > 0 && <GroupMenu address={address} columns={facets} />}
        <RecordExport records={records} />
      </span>
      <Chips records={records} />
    </div>
  )
}

/** The chosen values of filters. */
function Chips<Row>({ records }: { records: Records<Row> }) {
  const t = useTranslations('shell.table.records')
  const listChips = useValueChips()
  const { address, columns, nameKey, setOpenFacet } = records
  return (
    <FilterChips
      className={chipLineClass}
      clearLabel={t('clear')}
      onClear={address.clear}
      chips={columns.filter(isFiltered).flatMap((column) =>
        listChips({
          id: column.id,
          label: column.label,
          chosen: address.chosen[column.id] ?? [],
          nameOf: (value) => nameKey(column, value),
          onChange: (next) => address.choose(column.id, next),
          onOpen: () => setOpenFacet(column.id),
        }),
      )}
    />
  )
}

function Facet<Row>({ records, column }: { records: Records<Row>; column: RecordColumn<Row> }) {
  const format = useFormatter()
  const language = useLocale()
  const { rows, columns, address, nameKey, openFacet, setOpenFacet } = records
  const { id, label, facet } = column
  const options = useMemo(
    () => {
      const compare = compareKeys(column, (key) => nameKey(column, key), language)
      return [...countKeys(rows ?? [], columns, column, address)]
        .toSorted(([a], [b]) => compare(a, b))
        .map(([value, count]) => ({ value, label: nameKey(column, value), hint: format.number(count) }))
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `address.key` represents the whole address
    [rows, columns, column, address.key, language],
  )
  return (
    <FacetPicker
      label={label}
      noun={facet?.noun ?? ''}
      options={options}
      value={address.chosen[id] ?? []}
      onChange={(next) => address.choose(id, next)}
      open={openFacet === id}
      onOpenChange={(isOpen) => setOpenFacet(isOpen ? id : null)}
    />
  )
}

/** Chooses the order of a list on phones, where cards have no column headers. */
function PhoneSort<Row>({ records: { columns, address } }: { records: Records<Row> }) {
  const describe = useSortTexts()
  const orders = columns
    .filter(({ isSortable }) => isSortable !== false)
    .flatMap((column) =>
      [false, true].map((isDescending) => {
        const sort = { name: column.id, isDescending }
        return { order: writeOrder(sort), sort, text: describe(column, isDescending) }
      }),
    )
  return (
    <SortMenu
      value={writeOrder(address.sort)}
      sorts={orders.map(({ order }) => order)}
      describe={(wanted) => orders.find(({ order }) => order === wanted)?.text ?? wanted}
      onChange={(wanted) => {
        const chosen = orders.find(({ order }) => order === wanted)
        if (chosen !== undefined) address.setSort(chosen.sort)
      }}
    />
  )
}
