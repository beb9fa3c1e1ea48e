import 'server-only'
import * as z from 'zod'
import { decodePlace, encodePlace } from '@/lib/db/keyset'
import type { Queryable } from '@/lib/db/types'
import type { OpenPage } from './inspections-export'
import type { Cell } from './schema'

/** Exports of assets and users, ordered by id. */

const rowsAtOnce = 2_000
const position = z.tuple([z.string().min(1).max(500)])

async function pageById(db: Queryable, select: string, id: string, after: string | undefined): Promise<OpenPage> {
  const [from] = after === undefined ? [null] : decodePlace(position, after)
  const { rows } = await db.query<Record<string, Cell>>(
    `${select} where $1::text is null or ${id} > $1 collate "C" order by ${id} limit ${rowsAtOnce}`,
    [from],
  )
  const given = rows.map((cells) => ({ cells, cursor: encodePlace([cells[id]]) }))
  return { rows: given, after: rows.length < rowsAtOnce ? null : (given.at(-1)?.cursor ?? null) }
}

/** A page of all assets in the index, including deleted ones. @throws AppError invalid, naming `after` */
export const pageAssets = (db: Queryable, after: string | undefined) =>
  pageById(
    db,
    `select asset_id, code, type_id, type_name, site_id, site_name, state, option_id as status_id, option_name as status_name,
       group_id as status_group_id, modified_at, missing_at is not null as deleted from assets`,
    'asset_id',
    after,
  )

/** A page of the organization's users. @throws AppError invalid, naming `after` */
export const pageUsers = (db: Queryable, after: string | undefined) =>
  pageById(
    db,
    `select user_id, email, name, seat, status, timezone as time_zone, groups_text as groups, sites_text as sites,
       missing_at is not null as deleted from organization_users`,
    'user_id',
    after,
  )
