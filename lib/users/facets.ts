import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { Values } from '@/lib/db/values'
import { facetSql, writeUserWhere } from './filter-sql'
import type { UserFacetName, UserFacets, UserFilter } from './schema'
import { facetValuesMax, noValue, userFacetNames } from './values-model'

function writeFacet(name: UserFacetName, filter: UserFilter, values: Values): string {
  const { column, isList } = facetSql[name]
  const where = writeUserWhere(filter, values, name)
  const from = isList
    ? `organization_users left join lateral unnest(${column}) as part (value) on true`
    : `organization_users, lateral (select ${column} as value) part`
  // Chosen values stay in the list, even if no user has them.
  const chosen = values.add(filter[name], 'text[]')
  return `select '${name}' as name, coalesce(value, '${noValue}') as value, sum(count)::int8 as count from (
      (select part.value, count(*) as count from ${from} where ${where}
       group by part.value order by count desc, part.value collate "C" limit ${facetValuesMax})
      union all select nullif(wanted, '${noValue}'), 0 from unnest(${chosen}) as wanted
    ) counted group by value`
}

/** Values for the filters of a list, each with its count under all other filters. */
export async function countUserFacets(db: Queryable, filter: UserFilter): Promise<UserFacets> {
  const values = new Values()
  const { rows } = await db.query<{ name: UserFacetName; value: string; count: number }>(
    `select * from (${userFacetNames.map((name) => writeFacet(name, filter, values)).join(' union all ')}) facets
     order by count desc, value collate "C"`,
    values.list,
  )
  const list = (wanted: UserFacetName) =>
    rows.filter(({ name }) => name === wanted).map(({ value, count }) => ({ value, count }))
  return {
    seat: list('seat'),
    group: list('group'),
    site: list('site'),
    timezone: list('timezone'),
    status: list('status'),
  }
}
