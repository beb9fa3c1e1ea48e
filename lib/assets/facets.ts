import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { Values } from '@/lib/db/values'
import { serverText } from '@/lib/server-text'
import { writeAssetBase, writeAssetChoices, writeNamed, type AssetDimension } from './filter-sql'
import type { AssetFacets, AssetFilter } from './schema'
import { noStatus } from './values-model'

/** The most values of a dimension. In an organization with more values, people search for the rare ones. */
const valuesMax = 1_000

interface Counted {
  dimension: AssetDimension
  id: string | null
  name: string | null
  color: string | null
  group_id: string | null
  n: number
}

const columns = {
  type: { id: 'type_id', name: 'type_name', color: 'null::text', group: 'null::text' },
  site: { id: 'site_id', name: 'site_name', color: 'null::text', group: 'null::text' },
  status: { id: 'option_id', name: 'option_name', color: 'option_color', group: 'group_id' },
} as const
const dimensions = ['type', 'site', 'status'] as const satisfies readonly AssetDimension[]

const nameOfNone = {
  type: serverText('assets.noType'),
  site: serverText('assets.noSite'),
  status: serverText('assets.noStatus'),
} as const

/** Values of one dimension among the rows of `base`, the most frequent first. Chosen values are always included. */
function writeDimension(filter: AssetFilter, dimension: AssetDimension, values: Values): string {
  const { id, name, color, group } = columns[dimension]
  const chosen = values.add(filter[dimension], 'text[]')
  return `select '${dimension}' as dimension, shown.* from (
    with counted as (
      select ${id} as id, max(${name}) as name, max(${color}) as color, max(${group}) as group_id, count(*) as n
      from base where ${writeAssetChoices(filter, values, dimension)} group by ${id}
    )
    select * from (select * from counted order by n desc, name collate "C", id limit ${valuesMax}) frequent
    union
    select * from counted where coalesce(id, '${noStatus}') = any(${chosen}) or ${writeNamed('name', chosen)}
    union
    select wanted.id collate "C", known.name, known.color, known.group_id, 0
    from unnest(${chosen}) as wanted (id), lateral (
      select ${name} as name, ${color} as color, ${group} as group_id from assets where ${id} = wanted.id limit 1
    ) known
    where not exists (select from counted where counted.id = wanted.id)
  ) shown`
}

/** Values for the filters of a list, each with its count under all other filters. */
export async function countAssetFacets(db: Queryable, filter: AssetFilter): Promise<AssetFacets> {
  const values = new Values()
  // The wide rows are read once for all three dimensions.
  const { rows } = await db.query<Counted>(
    `with base as materialized (
       select type_id, type_name, site_id, site_name, option_id, option_name, option_color, group_id
       from assets where ${writeAssetBase(filter, values)}
     )
     select * from (
       ${dimensions.map((dimension) => writeDimension(filter, dimension, values)).join(' union all ')}
     ) facets
     order by n desc, name collate "C", id`,
    values.list,
  )
  const list = (wanted: AssetDimension) =>
    rows
      .filter(({ dimension }) => dimension === wanted)
      .map((row) => ({
        id: row.id ?? noStatus,
        name: row.id === null ? nameOfNone[wanted] : (row.name ?? '') === '' ? row.id : (row.name ?? row.id),
        color: row.color,
        groupId: row.group_id,
        count: row.n,
      }))
  return { types: list('type'), sites: list('site'), statuses: list('status') }
}
