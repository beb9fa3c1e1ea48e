import 'server-only'
import type { Queryable } from '@/lib/db/types'

/** The statuses that assets had before a write cleared or moved them. They belong to the log entry of the write. */

/**
 * SQL for the rows of `status_snapshots` whose status an entry of `activity` has, or may have, cleared or moved. If a
 * recheck found that the write failed, only rows of assets with another status count.
 */
export const hasLostStatus = `(activity.outcome <> 'failed' or exists (
  select from assets held where held.asset_id = status_snapshots.asset_id and held.missing_at is null
    and held.option_id is distinct from status_snapshots.option_id))`

/** An asset and the status that it is about to lose. */
export interface SnapshotRow {
  assetId: string
  code: string
  typeId: string | null
  groupId: string | null
  optionId: string
  optionName: string
  optionColor: string
}

/**
 * Records which assets have which status before the request that clears or moves them is sent. An existing row is
 * replaced.
 */
export async function keepSnapshot(db: Queryable, activityId: string, rows: readonly SnapshotRow[]): Promise<void> {
  // The last row of an asset counts: one statement may not write a row twice.
  const unique = [...new Map(rows.map((row) => [row.assetId, row])).values()]
  const column = (read: (row: SnapshotRow) => string | null) => unique.map(read)
  if (unique.length === 0) return
  await db.query(
    `insert into status_snapshots (activity_id, asset_id, code, type_id, group_id, option_id, option_name, option_color)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
     on conflict (activity_id, asset_id) do update set code = excluded.code, type_id = excluded.type_id,
       group_id = excluded.group_id, option_id = excluded.option_id, option_name = excluded.option_name,
       option_color = excluded.option_color`,
    [
      activityId,
      column((row) => row.assetId),
      column((row) => row.code),
      column((row) => row.typeId),
      column((row) => row.groupId),
      column((row) => row.optionId),
      column((row) => row.optionName),
      column((row) => row.optionColor),
    ],
  )
}

const snapshotColumns = `asset_id as "assetId", code, type_id as "typeId", group_id as "groupId", option_id as "optionId",
  option_name as "optionName", option_color as "optionColor"`

/** The statuses that an entry has recorded, by asset. */
export async function readSnapshot(db: Queryable, activityId: string): Promise<SnapshotRow[]> {
  const { rows } = await db.query<SnapshotRow>(
    `select ${snapshotColumns} from status_snapshots where activity_id = $1 order by asset_id`,
    [activityId],
  )
  return rows
}

/** The statuses that the steps of a change have recorded. If an asset lost its status twice, the last row counts. */
export async function readChangeSnapshot(db: Queryable, changeId: string): Promise<SnapshotRow[]> {
  const { rows } = await db.query<SnapshotRow>(
    `select distinct on (asset_id) ${snapshotColumns}
     from activity join status_snapshots using (activity_id)
     where change_id = $1 and ${hasLostStatus} order by asset_id, at desc, activity_id`,
    [changeId],
  )
  return rows
}
