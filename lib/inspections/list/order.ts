import 'server-only'
import { isNameSort } from '@/lib/inspections/columns'
import { sortColumns } from '@/lib/inspections/columns-sql'
import type { Values } from '@/lib/db/values'
import type { Sort } from '@/lib/inspections/filter/filter'
import type { InspectionResult } from '@/lib/inspections/schema'
import type { Position } from './cursor'

/**
 * Invariant: a list is read in parts, one after another. Each part uses one index that serves both directions. In
 * contrast, `order by … nulls last` would need a separate index for each direction, or sort all rows.
 */

/** A part of an order as SQL over `inspections`. */
export interface OrderPart {
  /** The condition for rows of this part that come after the given position. */
  write: (values: Values) => string
  /** The `order by` of its rows. In a part with `names`: the `order by` of the rows of one name. */
  order: string
  /** Values of the sorted column. The part has the rows of each value in this order. */
  names?: readonly string[]
  /** The index has rows of other parts between the rows of this part, and can filter them out. */
  isScattered?: true
}

interface Place {
  /** Null: from the beginning. */
  after?: Position | null
  isBackwards?: boolean
  /** All names of the sorted column in ascending order, if the list is sorted by names. */
  names?: readonly string[]
}

/** A part of an order before it is cut at a position. */
interface WholePart {
  holds: (position: Position) => boolean
  cut: (after: Position | null) => OrderPart
}

/** The directions, with the operator for values that come later. */
const directions = { desc: '<', asc: '>' } as const
type Direction = keyof typeof directions

/** Parts of an order by one column and the id, both in the same direction: rows with a value, and rows without one. */
function listPlainParts({ name, isDescending }: Sort, isBackwards: boolean): WholePart[] {
  const { column, type, isNullable } = sortColumns[name]
  const direction = isDescending === isBackwards ? 'asc' : 'desc'
  const sign = directions[direction]
  const valued: WholePart = {
    holds: ({ value }) => value !== null,
    cut: (after) => ({
      write: (values) =>
        [
          isNullable ? `${column} is not null` : 'true',
          after === null
            ? 'true'
            : `(${column}, audit_id) ${sign} (${values.add(after.value, type)}, ${values.add(after.auditId, 'text')})`,
        ].join(' and '),
      order: `${column} ${direction}, audit_id ${direction}`,
    }),
  }
  const empty: WholePart = {
    holds: ({ value }) => value === null,
    cut: (after) => ({
      write: (values) =>
        `${column} is null and ${after === null ? 'true' : `audit_id ${sign} ${values.add(after.auditId, 'text')}`}`,
      order: `audit_id ${direction}`,
    }),
  }
  if (!isNullable) return [valued]
  return isBackwards ? [empty, valued] : [valued, empty]
}

interface TiedRows {
  tieColumn: string
  direction: Direction
  /** The condition for the rows of one value, or for rows without a value. */
  write: (values: Values) => string
  /** The beginning of `order by`: a column that is equal in all rows, if it comes first in the index. */
  order?: string
  isScattered?: true
  hasTie: boolean
}

/** A part with the rows of one value, sorted by time and then id. */
function writeTied(rows: TiedRows, after: Position | null): OrderPart {
  const { tieColumn, direction, write, order, isScattered, hasTie } = rows
  const sign = directions[direction]
  const isAfter = (values: Values, { tie, auditId }: Position) => {
    const id = values.add(auditId, 'text')
    return hasTie
      ? `(${tieColumn}, audit_id) ${sign} (${values.add(tie, 'timestamptz')}, ${id})`
      : `audit_id ${sign} ${id}`
  }
  return {
    write: (values) => (after === null ? write(values) : `${write(values)} and ${isAfter(values, after)}`),
    order: [order, `${tieColumn} ${direction}`, `audit_id ${direction}`].filter((one) => one !== undefined).join(', '),
    ...(isScattered === true ? { isScattered } : {}),
  }
}

const resultOrder = ['failed', 'in-progress', 'passed'] as const satisfies readonly InspectionResult[]

/**
 * Parts of an order by result: failed, in progress, passed. The indexes `inspections_failed_completed` and
 * `inspections_completed` return the rows of each result by time of completion. Inspections in progress or not read
 * have none.
 */
function listResultParts(isDescending: boolean, isBackwards: boolean): WholePart[] {
  const direction = isBackwards ? 'asc' : 'desc'
  const toPart = (result: string | null): WholePart => {
    const hasTie = result === 'failed' || result === 'passed'
    const is = result === null ? 'result is null' : `result = '${result}'`
    const rows: TiedRows = {
      tieColumn: 'date_completed',
      direction,
      write: () => `${is} and date_completed is ${hasTie ? 'not null' : 'null'}`,
      isScattered: true,
      hasTie,
    }
    return { holds: ({ value }) => value === result, cut: (after) => writeTied(rows, after) }
  }
  const parts = [...(isDescending ? resultOrder.toReversed() : resultOrder), null].map(toPart)
  return isBackwards ? parts.toReversed() : parts
}

/** Parts of an order by name, regardless of case. `readOrderNames` reads and sorts the names. */
function listNameParts(sort: Sort, { after = null, isBackwards = false, names = [] }: Place): WholePart[] {
  const { column, tieColumn } = sortColumns[sort.name]
  if (tieColumn === null) throw new Error(`${sort.name} has no column for ties`)
  const direction = isBackwards ? 'asc' : 'desc'
  const ordered = sort.isDescending === isBackwards ? names : names.toReversed()
  const start = after?.value ?? null
  const tied = { tieColumn, direction, hasTie: true } as const
  const toNamed = (some: readonly string[], holds: WholePart['holds']): WholePart => ({
    holds,
    cut: () => ({ ...writeTied({ ...tied, write: () => `${column} is not null` }, null), names: some }),
  })
  const empty: WholePart = {
    holds: ({ value }) => value === null,
    cut: (position) =>
      writeTied(
        { ...tied, write: () => `${column} is null`, order: `${column} ${isBackwards ? 'desc' : 'asc'}` },
        position,
      ),
  }
  const named: WholePart[] =
    start === null
      ? [toNamed(ordered, () => false)]
      : [
          {
            holds: ({ value }) => value === start,
            cut: (position) =>
              writeTied({ ...tied, write: (values) => `${column} = ${values.add(start, 'text')}` }, position),
          },
          toNamed(ordered.slice(ordered.indexOf(String(start)) + 1), () => false),
        ]
  return isBackwards ? [empty, ...named] : [...named, empty]
}

/** The parts of an order after a position. Backwards: the parts before it, the nearest first. */
export function listParts(sort: Sort, place: Place = {}): OrderPart[] {
  const { after = null, isBackwards = false } = place
  const parts = isNameSort(sort.name)
    ? listNameParts(sort, place)
    : sort.name === 'result'
      ? listResultParts(sort.isDescending, isBackwards)
      : listPlainParts(sort, isBackwards)
  const first = after === null ? 0 : parts.findIndex(({ holds }) => holds(after))
  return parts.slice(first).map(({ cut }, index) => cut(index === 0 ? after : null))
}
