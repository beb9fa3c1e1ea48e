import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { type FacetName, orderGroups } from '@/lib/inspections/columns'
import { listValueConditions, type Condition } from '@/lib/inspections/filter/filter-sql'
import { countFacets } from '@/lib/inspections/list/facets'
import { groupsMax } from '@/lib/inspections/params-model'

/**
 * The groups of a file, in the order of the list: the conditions of the rows of each group. The last one has the rows
 * that are in no group of the list. `listed` are the conditions of the list, and `exported` those of the file, which may
 * have selected rows only.
 */
export async function listFileGroups(
  tx: Queryable,
  group: FacetName,
  { listed, exported }: { listed: readonly Condition[]; exported: readonly Condition[] },
): Promise<Condition[][]> {
  const read = async (conditions: readonly Condition[]) =>
    (await countFacets(tx, conditions, [group], groupsMax)).facets[group]?.values ?? []
  const shown = orderGroups(group, await read(listed)).map(({ value }) => value)
  const present = listed === exported ? null : new Set((await read(exported)).map(({ value }) => value))
  const values = shown.filter((value) => present?.has(value) !== false)
  const isInNone = listValueConditions(group, values).map(({ dimension, write }): Condition => ({
    dimension,
    write: (written) => `(${write(written)}) is not true`,
  }))
  return [...values.map((value) => listValueConditions(group, [value])), isInNone]
}
