import * as z from 'zod'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import type { Values } from './values'

/**
 * Keyset pagination: a page begins after the value and id of the last row of the previous page. Rows without a value
 * come last in both directions. Rows with equal values are sorted by id. A sort is the name of a column, with a leading
 * `-` for descending order.
 */

/** The last row of a page: its sorted value (null: no value), its id, and its group if the list is grouped. */
export interface KeysetPosition {
  value: string | null
  id: string
  group?: string | null | undefined
}

export interface SortKey {
  /** SQL of the value. Text values use `foldedKey`. */
  key: string
  type: 'text' | 'timestamptz' | 'float8'
}

export interface Keyset<Name extends string> {
  /** The column of ids, collated "C". */
  id: string
  keys: Readonly<Record<Name, SortKey>>
}

export type SortOf<Name extends string> = Name | `-${Name}`

// Only folds ASCII letters, because lower() of other letters depends on the server's locale. Shortened, because cursors
// contain the value.
export const foldedKey = (column: string): SortKey => ({ key: `left(lower(${column} collate "C"), 200)`, type: 'text' })

/**
 * Sorts by one column, and rows with equal values by another column. Both are folded and shortened like `foldedKey`.
 */
export const foldedKeys = (column: string, then: string): SortKey => ({
  key: `left(lower(${column} collate "C"), 100) || chr(1) || coalesce(left(lower(${then} collate "C"), 100), '')`,
  type: 'text',
})

/** Splits a sort. The cast is safe: a sort is a name or a name after a minus. */
function readSort<Name extends string>({ keys }: Keyset<Name>, sort: SortOf<Name>) {
  const isDescending = sort.startsWith('-')
  const name = (isDescending ? sort.slice(1) : sort) as Name
  return { ...keys[name], isDescending }
}

/** SQL for the value of a row and for the order of rows. With `group`, rows are sorted by group first, A to Z. */
export function writeOrder<Name extends string>(
  keyset: Keyset<Name>,
  sort: SortOf<Name>,
  group: SortKey | null = null,
): { key: string; groupKey: string; order: string } {
  const { key, isDescending } = readSort(keyset, sort)
  const direction = isDescending ? 'desc' : 'asc'
  const order = `${key} ${direction} nulls last, ${keyset.id} ${direction}`
  return group === null
    ? { key, groupKey: 'null', order }
    : { key, groupKey: group.key, order: `${group.key} nulls last, ${order}` }
}

/** SQL condition for rows after a position in a grouped list. */
export function writeAfterInGroups<Name extends string>(
  keyset: Keyset<Name>,
  sort: SortOf<Name>,
  group: SortKey,
  position: KeysetPosition,
  values: Values,
): string {
  const isAfter = writeAfter(keyset, sort, position, values)
  if (position.group == null) return `(${group.key} is null and ${isAfter})`
  const place = `${values.add(position.group, 'text')} collate "C"`
  return `(${group.key} > ${place} or ${group.key} is null or (${group.key} = ${place} and ${isAfter}))`
}

/** SQL condition for rows after a position. */
export function writeAfter<Name extends string>(
  keyset: Keyset<Name>,
  sort: SortOf<Name>,
  { value, id }: KeysetPosition,
  values: Values,
): string {
  const { key, type, isDescending } = readSort(keyset, sort)
  const sign = isDescending ? '<' : '>'
  const isAfter = `${keyset.id} ${sign} ${values.add(id, 'text')} collate "C"`
  if (value === null) return `(${key} is null and ${isAfter})`
  const place = values.add(value, type)
  const typed = type === 'text' ? `${place} collate "C"` : place
  return `(${key} ${sign} ${typed} or (${key} = ${typed} and ${isAfter}) or ${key} is null)`
}

// The database does not accept NUL, so no cursor of ours contains it.
const kept = z
  .string()
  .max(1_500)
  .refine((text) => !text.includes('\0'))
const shapes: Readonly<Record<SortKey['type'], z.ZodType>> = {
  text: kept,
  timestamptz: z.iso.datetime(),
  float8: z.string().regex(/^-?\d{1,20}(?:\.\d{1,20})?$/),
}
const shape = z.tuple([z.string(), kept.nullable(), kept.min(1), kept.nullable().optional()])

/** Writes the last row of a page as an opaque cursor. */
export const encodePlace = (place: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/**
 * Reads a cursor of `encodePlace`.
 * @throws AppError invalid, naming `after`
 */
export function decodePlace<Place>(place: z.ZodType<Place>, cursor: string): Place {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (error) {
    throw refuse(serverText('common.fields.cursor'), error)
  }
}

/** The name of an order in a cursor. */
export const writeOrderName = (sort: string, groupName: string): string =>
  groupName === '' ? sort : `${groupName}/${sort}`

/** Writes a position in an order as an opaque cursor. */
export const writeCursor = (sort: string, { value, id, group }: KeysetPosition): string =>
  encodePlace(group === undefined ? [sort, value, id] : [sort, value, id, group])

function refuse(problem: string, cause?: unknown): AppError {
  return new AppError('invalid', serverText('common.unknownPlace'), {
    cause,
    details: { fields: { after: problem } },
  })
}

/**
 * Reads a cursor for a list in this order. It stays valid if the filter changes.
 * @throws AppError invalid, naming `after`
 */
export function readCursor<Name extends string>(
  keyset: Keyset<Name>,
  sort: SortOf<Name>,
  cursor: string,
  groupName = '',
): KeysetPosition {
  const [order, value, id, group] = decodePlace(shape, cursor)
  if (order !== writeOrderName(sort, groupName)) throw refuse(serverText('db.fields.otherOrder'))
  const typed = shapes[readSort(keyset, sort).type]
  if (value !== null && !typed.safeParse(value).success) throw refuse(serverText('common.fields.cursor'))
  return { value, id, group }
}
