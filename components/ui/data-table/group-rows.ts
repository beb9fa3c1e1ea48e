import type { GroupHead, TableRows } from './table-types'

/** One position of a grouped list: the header of a group, or a row. */
type Place<Row> = { head: GroupHead; row?: never } | { head?: never; row: Row }

export interface Grouping<Row> {
  /** The group of a row. Rows are sorted by group, so a group begins where the id changes. */
  groupOf: (row: Row) => { id: string; label: string }
  /** The number of rows that each group has on the server, because not all rows are loaded. */
  counts: ReadonlyMap<string, number>
}

/** Adds the headers of groups to rows that are sorted by group. */
export function placeRows<Row>(rows: readonly Row[], { groupOf, counts }: Grouping<Row>): Array<Place<Row>> {
  let last: string | null = null
  const places: Array<Place<Row>> = []
  for (const row of rows) {
    const { id, label } = groupOf(row)
    if (id !== last) places.push({ head: { id, label, count: counts.get(id) ?? null, isOpen: true, toggle: null } })
    last = id
    places.push({ row })
  }
  return places
}

/** A list from the server with the headers of its groups. `rows`: the loaded rows, starting with the first row. */
export function groupTable<Row, Table extends TableRows<Row>>(
  table: Table,
  rows: readonly Row[],
  grouping: Grouping<Row>,
): Table {
  const places = placeRows(rows, grouping)
  const headCount = Math.max(places.length - rows.length, grouping.counts.size)
  return {
    ...table,
    total: table.total === null ? null : table.total + headCount,
    rowCount: table.total,
    read: (position: number) => places[position]?.row,
    headAt: (position: number) => places[position]?.head ?? null,
    // Rows in groups are never held in place, because their headers cannot be held.
    version: null,
    load: async (from: number, to: number) =>
      placeRows(await table.load(0, to), grouping)
        .slice(from, to + 1)
        .flatMap(({ row }) => (row === undefined ? [] : [row])),
  }
}
