import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { FacetName } from '@/lib/inspections/columns'
import { facetColumns } from '@/lib/inspections/columns-sql'
import { Values } from '@/lib/db/values'
import { writeWhere, type Condition } from '@/lib/inspections/filter/filter-sql'
import type { Facets, FacetValue } from '@/lib/inspections/schema'

/** Values of a dimension, the most frequent first, and the number of different values. */
export type FacetCount = Facets[FacetName]

export interface FacetPass {
  /** Rows that match all conditions. */
  total: number
  facets: Partial<Record<FacetName, FacetCount>>
}

const valuesMax = 50

interface CountedValue {
  dimension: FacetName | null
  value: string | null
  n: number
  distinct_values: number
}

/**
 * Counts rows and the values of some dimensions in one scan. Values from documents are only counted if the document was
 * read, so that each count equals the number of rows after choosing the value.
 */
export async function countFacets(
  db: Queryable,
  conditions: readonly Condition[],
  dimensions: readonly FacetName[],
  max = valuesMax,
): Promise<FacetPass> {
  const values = new Values()
  const where = writeWhere(conditions, values)
  // There is one grouping set for each dimension and one for all rows.
  const sets = [...dimensions.map((name) => `(${facetColumns[name].key})`), '()'].join(', ')
  const pick = (write: (dimension: FacetName) => string, otherwise: string) =>
    dimensions.length === 0
      ? otherwise
      : `case ${dimensions.map((name) => `when grouping(${facetColumns[name].key}) = 0 then ${write(name)}`).join(' ')} else ${otherwise} end`
  const hashed = dimensions.filter((name) => name !== 'result')
  const names = [
    ...hashed.map(
      (name) =>
        `'${name}' then (select ${facetColumns[name].value} from inspections where ${facetColumns[name].key} = frequent.hash limit 1)`,
    ),
    `'result' then result`,
  ]
  const limit = values.add(max, 'int8')
  const { rows } = await db.query<CountedValue>(
    `with grouped as (
       select ${pick((name) => `'${name}'`, 'null')}::text as dimension,
              ${hashed.length === 0 ? 'null' : `coalesce(${hashed.map((name) => facetColumns[name].key).join(', ')})`}::bigint as hash,
              ${dimensions.includes('result') ? 'result' : 'null::text'} as result,
              ${pick((name) => (name === 'template' ? 'count(*)' : 'count(result)'), 'count(*)')} as n
       from inspections where ${where}
       group by grouping sets (${sets})
     ), frequent as (
       select *, rank() over (partition by dimension order by n desc) as place,
              count(*) over (partition by dimension) as distinct_values
       from grouped where n > 0
     ), named as (
       select dimension, n, distinct_values, case dimension when ${names.join(' when ')} end as value
       from frequent where place <= ${limit}
     ), placed as (
       select *, row_number() over (partition by dimension order by n desc, value collate "C") as place from named
     )
     select dimension, value, n, distinct_values from placed where place <= ${limit} order by place`,
    values.list,
  )
  const facets: FacetPass['facets'] = {}
  for (const name of dimensions) {
    const counted = rows.filter(({ dimension }) => dimension === name)
    const labels =
      name === 'template'
        ? await readTemplateNames(
            db,
            counted.map(({ value }) => value),
          )
        : null
    facets[name] = {
      values: counted.map(({ value, n }): FacetValue => ({
        value,
        label: labels === null ? value : (labels.get(value) ?? null),
        count: n,
      })),
      distinct: counted[0]?.distinct_values ?? 0,
    }
  }
  return { total: rows.find(({ dimension }) => dimension === null)?.n ?? 0, facets }
}

// Maximum number of inspections in which the name of a template is searched, because the newest ones may not be read
// yet.
const namedAmongNewest = 2_000

/** The name of each template, from its newest document that was read. */
export async function readTemplateNames(
  db: Queryable,
  templateIds: ReadonlyArray<string | null>,
): Promise<Map<string | null, string>> {
  const { rows } = await db.query<{ id: string; name: string }>(
    `select wanted.id, named.template_name as name
     from unnest($1::text[]) as wanted (id), lateral (
       select template_name from (
         select template_name, modified_at, audit_id from inspections where template_id = wanted.id
         order by modified_at desc, audit_id desc limit ${namedAmongNewest}
       ) newest
       where template_name is not null order by modified_at desc, audit_id desc limit 1
     ) named`,
    [templateIds.filter((id) => id !== null)],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
