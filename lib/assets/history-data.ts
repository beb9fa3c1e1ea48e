import 'server-only'
import * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { readEntries, toEntry } from '@/lib/activity/data'
import { visibleTo, type Condition } from '@/lib/activity/filter'
import { relatedKey } from '@/lib/activity/journal'
import { hasLostStatus } from '@/lib/activity/snapshot-store'
import { recheckedHours } from '@/lib/activity/model'
import type { ActivityEntry } from '@/lib/activity/schema'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import type { AssetHistory, AssetHistoryItem, assetHistoryQuery } from './history-schema'
import type { AssetStatus } from './schema'

/** The history of one asset. It consists of few log entries, and each of them is found by an index. */

const place = z.tuple([z.iso.datetime({ offset: true }), z.uuid()])
type Place = z.output<typeof place> | null

function readPlace(after: string | undefined): Place {
  if (after === undefined) return null
  const from = place.safeParse(after.split('~'))
  if (from.success) return from.data
  throw new AppError('invalid', serverText('common.unknownPlace'), {
    details: { fields: { after: serverText('common.fields.cursor') } },
  })
}

/**
 * Entries about the asset, and entries that moved or cleared its status. The ids are an array, so that each part of the
 * condition can use its index.
 */
function ofAsset(actor: Actor, assetId: string): Condition {
  const { where, values } = visibleTo(actor)
  const id = `$${values.length + 1}`
  const related = `$${values.length + 2}`
  const effects = `array(
    select status_snapshots.activity_id from status_snapshots join activity using (activity_id)
    where status_snapshots.asset_id = ${id} and ${hasLostStatus})`
  return {
    where: [
      ...where,
      `((object_kind = 'asset' and object_id = ${id}) or related @> ${related}::text[] or activity_id = any(${effects}))`,
    ],
    values: [...values, assetId, [relatedKey('asset', assetId)]],
  }
}

async function readLost(
  db: Queryable,
  assetId: string,
  activityIds: readonly string[],
): Promise<Map<string, AssetStatus>> {
  const { rows } = await db.query<AssetStatus & { activityId: string }>(
    `select activity_id as "activityId", option_id as "optionId", option_name as name, option_color as color,
       group_id as "groupId"
     from status_snapshots where asset_id = $1 and activity_id = any($2::uuid[])`,
    [assetId, activityIds],
  )
  return new Map(rows.map(({ activityId, ...status }) => [activityId, status]))
}

const savedGroup = z.object({
  groupId: z.string(),
  options: z.array(z.object({ optionId: z.string().nullable(), name: z.string(), color: z.string() })),
  removed: z.object({ kind: z.literal('move'), optionId: z.string() }),
})

/**
 * The status that an asset got when its status was removed together with its option, its group, or the group of its
 * type.
 */
function readTarget({ action, after }: ActivityEntry): AssetStatus | null {
  const saved = action === 'status-group.update' ? savedGroup.safeParse(after) : null
  if (saved?.success !== true) return null
  const { groupId, options, removed } = saved.data
  const target = options.find(({ optionId }) => optionId === removed.optionId)
  return target === undefined ? null : { optionId: removed.optionId, name: target.name, color: target.color, groupId }
}

interface NoticeRow {
  notice_id: string
  noticed_at: string
  known_at: string
  before: AssetStatus | null
  after: AssetStatus | null
  is_raw: boolean
}

/** Raw writes, which do not say how they changed which asset. */
const rawWrites = [
  'service.updateAsset',
  'service.bulkUpdateAssets',
  'service.updateStatusGroup',
  'service.deleteStatusGroup',
  'service.addStatusGroupTypes',
  'service.removeStatusGroupTypes',
] as const

/** The entry was in progress at some time between the read before a notice and the notice. */
const wasUnderWay = `activity.at <= n.noticed_at
  and coalesce(activity.finished_at, activity.at + interval '${recheckedHours} hours') >= n.known_at
  and activity.outcome <> 'failed'`

/** Changes that no log entry explains. */
async function readNotices(db: Queryable, assetId: string, after: Place, limit: number): Promise<NoticeRow[]> {
  const { rows } = await db.query<NoticeRow>(
    `select notice_id, noticed_at, known_at, before, after,
       exists (select from activity where action = any($5::text[]) and ${wasUnderWay}) as is_raw
     from noticed_statuses n
     where asset_id = $1
       and ($2::timestamptz is null or noticed_at < $2 or (noticed_at = $2 and notice_id > $3::uuid))
       and not exists (
         select from activity
         where object_kind = 'asset' and object_id = $1 and ${wasUnderWay}
           and (activity.after ->> 'optionId') is not distinct from (n.after ->> 'optionId'))
       and not exists (
         select from status_snapshots join activity using (activity_id)
         where status_snapshots.asset_id = $1 and ${wasUnderWay})
       and not exists (
         select from activity where related @> array[$6::text] and ${wasUnderWay})
     order by noticed_at desc, notice_id limit $4`,
    [assetId, after?.[0] ?? null, after?.[1] ?? null, limit, rawWrites, relatedKey('asset', assetId)],
  )
  return rows
}

/**
 * A page of everything that happened to an asset, newest first.
 * @throws AppError invalid, naming `after`
 */
export async function readAssetHistory(
  actor: Actor,
  assetId: string,
  asked: z.output<typeof assetHistoryQuery>,
  given?: Queryable,
): Promise<AssetHistory> {
  const db = given ?? (await database())
  const after = readPlace(asked.after)
  const limit = asked.limit + 1
  const [rows, notices] = await Promise.all([
    readEntries(db, ofAsset(actor, assetId), { after, limit }),
    readNotices(db, assetId, after, limit),
  ])
  const lost = await readLost(
    db,
    assetId,
    rows.map((row) => row.activity_id),
  )
  const items: Array<{ at: string; id: string; item: AssetHistoryItem }> = [
    ...rows.map((row) => {
      const entry = toEntry(row, actor)
      const before = row.object_kind === 'asset' ? undefined : lost.get(row.activity_id)
      const effect = before === undefined ? null : { before, after: readTarget(entry) }
      return { at: row.at, id: row.activity_id, item: { kind: 'entry' as const, entry, effect } }
    }),
    ...notices.map((row) => ({
      at: row.noticed_at,
      id: row.notice_id,
      item: {
        kind: 'noticed' as const,
        noticeId: row.notice_id,
        noticedAt: row.noticed_at,
        knownAt: row.known_at,
        before: row.before,
        after: row.after,
        isOutside: !row.is_raw,
      },
    })),
  ].toSorted((left, right) => compareTimes(right.at, left.at) || (left.id < right.id ? -1 : 1))
  const shown = items.slice(0, asked.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ item }) => item),
    after: items.length > shown.length && last !== undefined ? `${last.at}~${last.id}` : null,
  }
}

/** Times of the database have three or six decimals, always in UTC. */
const compareTimes = (left: string, right: string) => {
  const [one, other] = [left.replace('Z', '').padEnd(26, '0'), right.replace('Z', '').padEnd(26, '0')]
  return one < other ? -1 : one > other ? 1 : 0
}
