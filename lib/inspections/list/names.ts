import 'server-only'
import * as z from 'zod'
import type { Queryable } from '@/lib/db/types'
import type { Values } from '@/lib/db/values'
import { isNameSort, type NameSort } from '@/lib/inspections/columns'
import type { Sort } from '@/lib/inspections/filter/filter'
import { titleKey } from '@/lib/search/search-text'

/** All names of each kind as last read, and in their order: sorting thousands takes longer than reading a page. */
const ordered = new Map<NameSort, { json: string; names: readonly string[] }>()

const jsonNames = z.array(z.string())

interface NamesOptions {
  /** A name that is in the result in any case: that of a position. */
  known?: string | null
  /** Only the names of these templates, if the list is of these alone. */
  templates?: readonly string[] | undefined
}

/**
 * The names by which a list is sorted, in ascending order: as titles, without regard to case and accents, and numbers by
 * value. Names with one key are in the order of their bytes. No inspection has a name that is not among them (migration
 * 0046); some may have no inspection.
 */
async function readNames(db: Queryable, kind: NameSort, { known = null, templates }: NamesOptions) {
  const isOfSome = kind === 'template' && templates !== undefined
  const { rows } = await db.query<{ json: string }>(
    `select coalesce(json_agg(name), '[]')::text as json from inspection_names
     where kind = $1 ${isOfSome ? 'and template_id = any($2::text[])' : ''}`,
    isOfSome ? [kind, templates] : [kind],
  )
  const json = rows[0]?.json ?? '[]'
  const before = ordered.get(kind)
  const names = before?.json === json ? before.names : orderNames(jsonNames.parse(JSON.parse(json)))
  if (!isOfSome) ordered.set(kind, { json, names })
  return known === null || names.includes(known) ? names : orderNames([...names, known])
}

/** The `names` of an order by names, for `listParts`; nothing in other orders. */
export async function readOrderNames(
  db: Queryable,
  { name }: Sort,
  options: NamesOptions = {},
): Promise<{ names?: readonly string[] }> {
  return isNameSort(name) ? { names: await readNames(db, name, options) } : {}
}

/** SQL: the names with their places, as `named`. */
export const writeNamed = (names: readonly string[], values: Values) =>
  `unnest(${values.add(names, 'text[]')}) with ordinality as named (name, place)`

/** Each name once, in ascending order. */
export function orderNames(names: readonly string[]): string[] {
  // By their bytes, as the database compares the keys of titles; neither part has a NUL.
  const keyed = [...new Set(names)].map((name) => ({ name, key: Buffer.from(`${titleKey(name) ?? ''}\0${name}`) }))
  return keyed.sort((one, other) => Buffer.compare(one.key, other.key)).map(({ name }) => name)
}
