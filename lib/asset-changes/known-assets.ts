import 'server-only'
import type { SnapshotRow } from '@/lib/activity/snapshot-store'
import { readStoredStatus } from '@/lib/assets/data'
import type { AssetStatus } from '@/lib/assets/schema'
import type { Queryable } from '@/lib/db/types'

/** What the index knows about the assets of a change. */
export interface KnownAsset {
  assetId: string
  code: string
  typeId: string | null
  typeName: string | null
  status: AssetStatus | null
  /** Whether the service reported the asset so recently that no further read is needed. */
  isFresh: boolean
}

interface Row {
  asset_id: string
  code: string
  type_id: string | null
  type_name: string | null
  option_id: string | null
  option_name: string | null
  option_color: string | null
  group_id: string | null
  is_fresh: boolean
}

const freshSeconds = 60
const columns = `asset_id, code, type_id, type_name, option_id, option_name, option_color, group_id,
  seen_at > clock_timestamp() - interval '${freshSeconds} seconds' as is_fresh`

function toKnown(row: Row): KnownAsset {
  return {
    assetId: row.asset_id,
    code: row.code,
    typeId: row.type_id,
    typeName: row.type_name,
    status: readStoredStatus(row),
    isFresh: row.is_fresh,
  }
}

/** One asset, or null if it does not exist. */
export async function readKnownAsset(db: Queryable, assetId: string): Promise<KnownAsset | null> {
  const { rows } = await db.query<Row>(`select ${columns} from assets where asset_id = $1 and missing_at is null`, [
    assetId,
  ])
  const [row] = rows
  return row === undefined ? null : toKnown(row)
}

/** The assets that exist, in the order of the ids. */
export async function readKnownAssets(db: Queryable, assetIds: readonly string[]): Promise<KnownAsset[]> {
  const { rows } = await db.query<Row>(
    `select ${columns} from unnest($1::text[]) with ordinality as wanted (id, place)
     join assets on asset_id = wanted.id collate "C" where missing_at is null order by place`,
    [assetIds],
  )
  return rows.map(toKnown)
}

/** The assets of a type that have a given status. */
export async function readKeptStatuses(db: Queryable, typeId: string): Promise<SnapshotRow[]> {
  const { rows } = await db.query<Row>(
    `select ${columns} from assets where type_id = $1 and option_id is not null and missing_at is null order by asset_id`,
    [typeId],
  )
  return rows.map((row) => ({
    assetId: row.asset_id,
    code: row.code,
    typeId: row.type_id,
    groupId: row.group_id,
    optionId: row.option_id ?? '',
    optionName: row.option_name ?? '',
    optionColor: row.option_color ?? '',
  }))
}
