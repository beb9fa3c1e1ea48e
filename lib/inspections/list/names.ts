import 'server-only'
import * as z from 'zod'
import type { Queryable } from '@/lib/db/types'
import type { NameSort } from '@/lib/inspections/columns'
import { titleKey } from '@/lib/search/search-text'

/** The last names of each kind as the database told them, and in their order: sorting thousands takes longer than a page. */
const ordered = new Map<NameSort, { told: string; names: readonly string[] }>()

const toldNames = z.array(z.string())

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
export async function readNames(
  db: Queryable,
  kind: NameSort,
  { known = null, templates }: NamesOptions = {},
): Promise<readonly string[]> {
  const isOfSome = kind === 'template' && templates !== undefined
  const { rows } = await db.query<{ told: string }>(
    `select coalesce(json_agg(name), '[]')::text as told from inspection_names
     where kind = $1 ${isOfSome ? 'and template_id = any($2::text[])' : ''}`,
    isOfSome ? [kind, templates] : [kind],
  )
  const told = rows[0]?.told ?? '[]'
  const before = ordered.get(kind)
  const names = before?.told === told ? before.names : orderNames(toldNames.parse(JSON.parse(told)))
  ordered.set(kind, { told, names })
  return known === null || names.includes(known) ? names : orderNames([...names, known])
}

/** Each name once, in ascending order. */
export function orderNames(names: readonly string[]): string[] {
  // By their bytes, as the database compares the keys of titles; neither part has a NUL.
  const keyed = [...new Set(names)].map((name) => ({ name, key: Buffer.from(`${titleKey(name) ?? ''}\0${name}`) }))
  return keyed.sort((one, other) => Buffer.compare(one.key, other.key)).map(({ name }) => name)
}
