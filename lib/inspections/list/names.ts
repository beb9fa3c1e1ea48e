import 'server-only'
import * as z from 'zod'
import type { Queryable } from '@/lib/db/types'
import type { Values } from '@/lib/db/values'
import { isNameSort, type NameSort } from '@/lib/inspections/columns'
import type { Sort } from '@/lib/inspections/filter/filter'
import { titleKey } from '@/lib/search/search-text'

/**
 * The sorted names of each kind from the last read. They are cached because sorting takes longer than reading a page.
 */
const ordered = new Map<NameSort, { json: string; names: readonly string[] }>()

const jsonNames = z.array(z.string())

interface NamesOptions {
  /** A name that the result must contain, because a position has it. */
  known?: string | null
  /** The templates of the list, if it is limited to some. Only their names are returned. */
  templates?: readonly string[] | undefined
}

/**
 * The names by which a list is sorted, in ascending order. They are sorted like titles: regardless of case and accents,
 * and numbers by value. Names with equal keys are sorted by bytes. The result contains the names of all inspections
 * (migrations 0046 and 0047), and maybe names that no inspection has.
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

/** The option `names` of `listParts` for an order by names; empty for other orders. */
export async function readOrderNames(
  db: Queryable,
  { name }: Sort,
  options: NamesOptions = {},
): Promise<{ names?: readonly string[] }> {
  return isNameSort(name) ? { names: await readNames(db, name, options) } : {}
}

/** SQL: the names with their positions, as `named`. */
export const writeNamed = (names: readonly string[], values: Values) =>
  `unnest(${values.add(names, 'text[]')}) with ordinality as named (name, place)`

/** Sorts names in ascending order and removes duplicates. */
export function orderNames(names: readonly string[]): string[] {
  // Compares bytes, as the database does for the keys of titles. NUL can separate the parts because neither contains
  // it.
  const keyed = [...new Set(names)].map((name) => ({ name, key: Buffer.from(`${titleKey(name) ?? ''}\0${name}`) }))
  return keyed.sort((one, other) => Buffer.compare(one.key, other.key)).map(({ name }) => name)
}
