import 'server-only'
import { isIndexedSort, isNameSort, resultOrder } from '@/lib/inspections/columns'
import { sortColumns } from '@/lib/inspections/columns-sql'
import type { Values } from '@/lib/db/values'
import type { Sort } from '@/lib/inspections/filter/filter'
import type { InspectionResult } from '@/lib/inspections/schema'
import type { Position } from './cursor'

/**
 * Invariant: a list is read in parts, one after another. Each part uses one index that serves both directions. In
 * contrast, `order by … nulls last` would need a separate index for each direction, or sort all rows. Orders without
 * an index have the same parts, and sort their rows: see `isIndexedSort`.
 */

/** A part of an order as SQL over `inspections`. */
export interface OrderPart {
  /** The condition for rows of this part that come after the given position. */
  write: (values: Values) => string
  /** The `order by` of its rows. In a part with `names`: the `order by` of the rows of one name. */
  order: string
  /** Values of the sorted column. The part has the rows of each value in this order. */
  names?: readonly string[]
  /**
   * Many rows are looked at for each row of a page: the index has rows of other parts between those of this part and
   * can filter them out, or all rows are sorted. So the ids of a page are found before its rows are read.
   */
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
      ...(isIndexedSort(name) ? {} : { isScattered: true }),
    }),
  }
  const empty: WholePart = {
    holds: ({ value }) => value === null,
    cut: (after) => ({
      write: (values) =>
        `${column} is null and ${after === null ? 'true' : `audit_id ${sign} ${values.add(after.auditId, 'text')}`}`,
      order: `audit_id ${direction}`,
      ...(isIndexedSort(name) ? {} : { isScattered: true }),
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

/** An order by a column with few words. */
interface WordOrder {
  tieColumn: string
  /** The words from first to last; null: rows without a word. */
  words: readonly Word[]
  /** Rows without a word come last in both directions, instead of at their place in `words`. */
  isNullLast: boolean
  rowsOf: (word: Word) => Pick<TiedRows, 'write' | 'hasTie'>
}
type Word = string | null

/**
 * Orders by words. The rows of each word are returned by an index: those of results by `inspections_failed_completed`
 * and `inspections_completed`, where inspections in progress or not read have no time; those of reviews by
 * `inspections_reviewed`, and inspections without a review by `inspections_newest`.
 */
const wordOrders: Readonly<Record<'result' | 'review', WordOrder>> = {
  result: {
    tieColumn: 'date_completed',
    words: resultOrder satisfies readonly InspectionResult[],
    isNullLast: true,
    rowsOf: (result) => {
      const hasTie = result === 'failed' || result === 'passed'
      const is = result === null ? 'result is null' : `result = '${result}'`
      return { write: () => `${is} and date_completed is ${hasTie ? 'not null' : 'null'}`, hasTie }
    },
  },
  review: {
    tieColumn: 'modified_at',
    words: ['follow-up', null, 'reviewed'],
    isNullLast: false,
    rowsOf: (state) => ({
      write: () => (state === null ? 'review_state is null' : `review_state = '${state}'`),
      hasTie: true,
    }),
  },
}

/** Parts of an order by words, one for each word. In both directions, the newest rows of a word come first. */
function listWordParts(order: WordOrder, isDescending: boolean, isBackwards: boolean): WholePart[] {
  const { words, isNullLast, tieColumn, rowsOf } = order
  const direction = isBackwards ? 'asc' : 'desc'
  const parts = [...(isDescending ? words.toReversed() : words), ...(isNullLast ? [null] : [])].map(
    (word): WholePart => ({
      holds: ({ value }) => value === word,
      cut: (after) => writeTied({ ...rowsOf(word), tieColumn, direction, isScattered: true }, after),
    }),
  )
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
    : sort.name === 'result' || sort.name === 'review'
      ? listWordParts(wordOrders[sort.name], sort.isDescending, isBackwards)
      : listPlainParts(sort, isBackwards)
  const first = after === null ? 0 : parts.findIndex(({ holds }) => holds(after))
  return parts.slice(first).map(({ cut }, index) => cut(index === 0 ? after : null))
}
