import 'server-only'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import type { NamedAsset } from '@/lib/report/names-schema'

/**
 * Names for values of the filter `asset`: the code of the asset, or else its name in an inspection. Unknown assets are
 * omitted.
 */
export async function nameAssets(refs: readonly string[], given?: Queryable): Promise<NamedAsset[]> {
  const db = given ?? (await database())
  const { rows } = await db.query<NamedAsset>(
    `select asked.ref, coalesce(assets.code, named.label) as label
     from unnest($1::text[]) as asked (ref)
     left join assets on asset_id = asked.ref
     left join lateral (
       select label from inspection_assets where ref = asked.ref limit 1
     ) as named on true
     where assets.code is not null or named.label is not null`,
    [[...new Set(refs)]],
  )
  return rows
}
