import { fold } from '@/lib/browser/fold'
import type { SheetCell } from '@/lib/csv/xlsx'
import type { GroupHead, Sort } from '@/components/ui/data-table/table-types'
import type { ShownColumn } from '@/lib/table/shown-columns'
import type { RecordColumn, RecordFacet } from './record-types'

/** Stands for "no value" in addresses. */
export const noneKey = 'none'

/** The values that filters allow, by the id of the column. */
export type Chosen = Readonly<Partial<Record<string, readonly string[]>>>

type Columns<Row> = ReadonlyArray<RecordColumn<Row>>

/** Whether a list can be filtered by the values of a column. */
export const isFiltered = ({ facet }: Pick<RecordColumn<never>, 'facet'>) =>
  facet !== undefined && facet.isGroupOnly !== true

/** The shown columns that are hidden where space is limited. Pinned columns always stay. */
export const listFolded = <Row>(columns: Columns<Row>, shown: readonly ShownColumn[]): string[] =>
  shown
    .filter(({ id, isPinned }) => isPinned !== true && columns.find((column) => column.id === id)?.isFolded === true)
    .map(({ id }) => id)

/** Reads the filter from the query of an address. */
export function readRecordQuery<Row>(columns: Columns<Row>, query: string): { words: string; chosen: Chosen } {
  const search = new URLSearchParams(query)
  return {
    words: search.get('q') ?? '',
    chosen: readChosen(
      columns,
      Object.fromEntries(columns.filter(isFiltered).map(({ id }) => [id, search.getAll(id)])),
    ),
  }
}

/** The chosen values, with names of values replaced by the values. Addresses of older versions contain such names. */
export function readChosen<Row>(columns: Columns<Row>, chosen: Chosen): Chosen {
  const read = ({ keys, nameOf }: RecordFacet<Row>, text: string) =>
    keys === undefined || keys.includes(text) ? text : (keys.find((key) => nameOf?.(key) === text) ?? text)
  return Object.fromEntries(
    Object.entries(chosen).map(([id, texts]) => {
      const facet = columns.find((column) => column.id === id)?.facet
      return [id, facet === undefined ? texts : texts?.map((text) => read(facet, text))]
    }),
  )
}

/** A facet by words of the API, such as states, whose names are translated. Unknown words are their own names. */
export function wordFacet<Row, Word extends string>(
  noun: string,
  keys: readonly Word[],
  keyOf: (row: Row) => Word,
  nameOf: (word: Word) => string,
) {
  return {
    noun,
    keys,
    keyOf,
    nameOf: (key: string) => {
      const word = keys.find((known) => known === key)
      return word === undefined ? key : nameOf(word)
    },
  } satisfies RecordFacet<Row>
}

const textOf = (value: SheetCell): string | null => (value === null || typeof value === 'object' ? null : String(value))

/** The value by which a row is filtered and grouped. */
export function readKey<Row>({ facet, value }: RecordColumn<Row>, row: Row): string {
  const key = facet?.keyOf === undefined ? textOf(value(row)) : facet.keyOf(row)
  return key === null || key === '' ? noneKey : key
}

/** Rows that have one of the chosen values of each filtered column, and whose searched columns contain every word. */
export function filterRecords<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  { words, chosen }: { words: string; chosen: Chosen },
): Row[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean)
  const searched = columns.filter(({ isSearched }) => isSearched === true)
  const facets = columns.flatMap((column) => {
    const keys = chosen[column.id] ?? []
    return keys.length === 0 ? [] : [{ column, keys: new Set(keys) }]
  })
  return rows.filter((row) => {
    if (!facets.every(({ column, keys }) => keys.has(readKey(column, row)))) return false
    if (wanted.length === 0) return true
    const text = fold(searched.map(({ value }) => textOf(value(row)) ?? '').join('\n'))
    return wanted.every((word) => text.includes(word))
  })
}

/**
 * The values of a column with their number of rows, after the filters of all other columns. Chosen values are always
 * listed.
 */
export function countKeys<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  column: RecordColumn<Row>,
  { words, chosen }: { words: string; chosen: Chosen },
): Map<string, number> {
  const counts = new Map((chosen[column.id] ?? []).map((key) => [key, 0]))
  for (const row of filterRecords(rows, columns, { words, chosen: { ...chosen, [column.id]: [] } })) {
    const key = readKey(column, row)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

const instantOf = ({ time }: { time: string }) => Date.parse(time)

function compareCells(a: SheetCell, b: SheetCell, collator: Intl.Collator): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (a !== null && b !== null && typeof a === 'object' && typeof b === 'object') return instantOf(a) - instantOf(b)
  return collator.compare(textOf(a) ?? '', textOf(b) ?? '')
}

const isEmpty = (cell: SheetCell) => cell === null || cell === ''

/** Sorts by a column. Rows without a value come last in both directions, and equal rows keep their order. */
export function sortRecords<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  { name, isDescending }: Sort,
  language: string,
): readonly Row[] {
  const column = columns.find(({ id }) => id === name)
  if (column === undefined) return rows
  const collator = new Intl.Collator(language, { numeric: true })
  return rows
    .map((row) => ({ row, cell: column.value(row) }))
    .toSorted((a, b) => {
      if (isEmpty(a.cell) || isEmpty(b.cell)) return Number(isEmpty(a.cell)) - Number(isEmpty(b.cell))
      const order = compareCells(a.cell, b.cell, collator)
      return isDescending ? -order : order
    })
    .map(({ row }) => row)
}

/**
 * Compares values of a column in the order of the facet's `keys`, such as good before bad, and then by their names. Rows
 * without a value come last.
 */
export function compareKeys<Row>(
  { facet }: RecordColumn<Row>,
  nameOf: (key: string) => string,
  language: string,
): (a: string, b: string) => number {
  const collator = new Intl.Collator(language, { numeric: true })
  const known = facet?.keys ?? []
  const rankOf = (key: string) => (key === noneKey ? Infinity : known.includes(key) ? known.indexOf(key) : known.length)
  return (a, b) => {
    const [rankA, rankB] = [rankOf(a), rankOf(b)]
    return rankA === rankB ? collator.compare(nameOf(a), nameOf(b)) : rankA - rankB
  }
}

/** One position of a grouped list: the header of a group, or a row. */
export type Place<Row> = { head: Omit<GroupHead, 'toggle'>; row?: never } | { head?: never; row: Row }

/** Groups in the order of `compareKeys`, each with its rows below its header. The rows of closed groups are omitted. */
export function groupRecords<Row>(
  rows: readonly Row[],
  column: RecordColumn<Row>,
  { closed, nameOf, language }: { closed: ReadonlySet<string>; nameOf: (key: string) => string; language: string },
): Array<Place<Row>> {
  const byKey = new Map<string, Row[]>()
  for (const row of rows) {
    const key = readKey(column, row)
    const ofGroup = byKey.get(key)
    if (ofGroup === undefined) byKey.set(key, [row])
    else ofGroup.push(row)
  }
  const compare = compareKeys(column, nameOf, language)
  const groups = [...byKey].toSorted(([a], [b]) => compare(a, b))
  const places: Array<Place<Row>> = []
  for (const [key, ofGroup] of groups) {
    const isOpen = !closed.has(key)
    places.push({ head: { id: key, label: nameOf(key), count: ofGroup.length, isOpen } })
    if (isOpen) for (const row of ofGroup) places.push({ row })
  }
  return places
}
