import 'server-only'
import { readActorText } from '@/lib/activity/actor-text'
import * as z from 'zod'
import { hasLostStatus } from '@/lib/activity/snapshot-store'
import type { Actor } from '@/lib/access/actor'
import { may } from '@/lib/access/permissions'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { keptInstant } from '@/lib/inspections/schema'
import { serverText } from '@/lib/server-text'
import type { AssetChangeRead, ChangeKind, ChangeStep, ChangeSummary, KeptStatuses, StepState } from './schema'

const pageChanges = 30

/** The last change of a page, as stored in its cursor. */
const place = z.tuple([keptInstant, z.uuid()])

interface ChangeRow {
  change_id: string
  kind: ChangeKind
  title: string
  owner_id: string | null
  owner_name: string
  created_at: string
  cancelled_at: string | null
  of_change_id: string | null
  total: number
  done: number
  unchanged: number
  failed: number
  unknown: number
  cancelled: number
  open: number
  finished_at: string | null
  snapshot_count: number
}

/** Whether a person may cancel, retry or undo a change. Admins may do so for any change, others only for their own. */
export function mayChangeChange(actor: Actor, kind: ChangeKind, ownerId: string | null): boolean {
  const isOfTypes = kind === 'assign-types' || kind === 'undo-and-restore'
  const isOfAssets = kind !== 'assign-types'
  return (
    (!isOfTypes || may(actor, 'status-groups:write')) &&
    (!isOfAssets || may(actor, 'assets:write')) &&
    (ownerId === actor.userId || may(actor, 'system:write'))
  )
}

function toSummary(row: ChangeRow, actor: Actor): ChangeSummary {
  return {
    changeId: row.change_id,
    kind: row.kind,
    title: row.title,
    ownerName: readActorText(row.owner_id, row.owner_name),
    isMine: row.owner_id === actor.userId,
    mayChange: mayChangeChange(actor, row.kind, row.owner_id),
    createdAt: row.created_at,
    cancelledAt: row.cancelled_at,
    finishedAt: row.open > 0 ? null : row.finished_at,
    ofChangeId: row.of_change_id,
    total: row.total,
    done: row.done,
    unchanged: row.unchanged,
    failed: row.failed,
    unknown: row.unknown,
    cancelled: row.cancelled,
    open: row.open,
    snapshotCount: row.snapshot_count,
  }
}

/** How many statuses the steps of a change have cleared or may have cleared. */
const keptCount = `(
  select count(distinct asset_id) from status_snapshots join activity using (activity_id)
  where activity.change_id = c.change_id and ${hasLostStatus}
)`

async function readChanges(
  db: Queryable,
  where: string,
  values: readonly unknown[],
  limit: number,
): Promise<ChangeRow[]> {
  const { rows } = await db.query<ChangeRow>(
    `select c.change_id, c.kind, c.title, c.owner_id, c.owner_name, c.created_at, c.cancelled_at, c.of_change_id, s.*,
            ${keptCount} as snapshot_count
     from (select * from asset_changes where ${where} order by created_at desc, change_id limit ${limit}) c
     cross join lateral (
       select count(*) as total,
              count(*) filter (where state = 'done') as done,
              count(*) filter (where state = 'unchanged') as unchanged,
              count(*) filter (where state = 'failed') as failed,
              count(*) filter (where state = 'unknown') as unknown,
              count(*) filter (where state = 'cancelled') as cancelled,
              count(*) filter (where state in ('waiting', 'running')) as open,
              max(finished_at) filter (where state not in ('waiting', 'running', 'unknown')) as finished_at
       from asset_change_steps where asset_change_steps.change_id = c.change_id
     ) s
     order by c.created_at desc, c.change_id`,
    values,
  )
  return rows
}

/**
 * Lists a page of all changes, newest first.
 * @throws AppError invalid, naming `after`
 */
export async function listAssetChanges(
  actor: Actor,
  { after }: { after?: string | undefined },
  given?: Queryable,
): Promise<{ changes: ChangeSummary[]; after: string | null }> {
  const db = given ?? (await database())
  const values: string[] = []
  let where = 'true'
  if (after !== undefined) {
    const last = place.safeParse(after.split('~'))
    if (!last.success)
      throw new AppError('invalid', serverText('common.unknownPlace'), {
        details: { fields: { after: serverText('common.fields.cursor') } },
      })
    values.push(...last.data)
    where = '(created_at < $1 or (created_at = $1 and change_id > $2))'
  }
  const rows = await readChanges(db, where, values, pageChanges + 1)
  const shown = rows.slice(0, pageChanges)
  const last = shown.at(-1)
  return {
    changes: shown.map((row) => toSummary(row, actor)),
    after: rows.length > pageChanges && last !== undefined ? `${last.created_at}~${last.change_id}` : null,
  }
}

export function unknownChange(): AppError {
  return new AppError('not_found', serverText('assetChanges.notFound'))
}

/** @throws AppError not_found */
export async function readChangeSummary(actor: Actor, changeId: string, given?: Queryable): Promise<ChangeSummary> {
  const [row] = await readChanges(given ?? (await database()), 'change_id = $1', [changeId], 1)
  if (row === undefined) throw unknownChange()
  return toSummary(row, actor)
}

interface StepRow {
  position: number
  object_kind: 'asset' | 'asset-type'
  object_id: string
  object_name: string
  before: unknown
  after: unknown
  state: StepState
  note: string | null
  finished_at: string | null
  activity_id: string | null
}

/**
 * Reads one change with its steps in order: all steps, or only those that changed since the mark of an earlier read.
 * The transaction that wrote a row shows whether the earlier read could see the row. So steps need no timestamp, and
 * none is missed that was written at the moment of the read.
 * @throws AppError not_found
 */
export async function readAssetChange(
  actor: Actor,
  changeId: string,
  given?: Database,
  since?: string,
): Promise<AssetChangeRead> {
  const db = given ?? (await database())
  return db.transaction(
    async (tx) => {
      const summary = await readChangeSummary(actor, changeId, tx)
      const { rows: marks } = await tx.query<{ mark: string }>(
        'select pg_snapshot_xmin(pg_current_snapshot())::text as mark',
      )
      const mark = marks[0]?.mark ?? null
      // A mark that is ahead of this database belongs to another database.
      const from = since === undefined || mark === null || BigInt(since) > BigInt(mark) ? null : since
      const { rows } = await tx.query<StepRow>(
        `select position, object_kind, object_id, object_name, before, after, state, note, finished_at, activity_id
         from asset_change_steps
         where change_id = $1 and ($2::text is null or age(xmin) <= age($2::text::xid8::xid)) order by position`,
        [changeId, from],
      )
      return { ...summary, steps: rows.map(toStep), mark, kept: await readKept(tx, 'change_id', changeId) }
    },
    { setup: 'set transaction isolation level repeatable read, read only' },
  )
}

/** Statuses that one log entry has cleared, of assets that have another status now, or none. */
export async function readKeptOfEntry(activityId: string, db?: Database): Promise<{ kept: KeptStatuses[] }> {
  return { kept: await readKept(db ?? (await database()), 'activity_id', activityId) }
}

async function readKept(tx: Queryable, column: 'change_id' | 'activity_id', id: string): Promise<KeptStatuses[]> {
  const { rows } = await tx.query<KeptStatuses>(
    `select type_id as "typeId", kept.option_id as "optionId", max(kept.option_name) as name,
       max(kept.option_color) as color, count(*) as count, count(*) filter (where now_option_id is null) as "bareCount"
     from (
       select distinct on (status_snapshots.asset_id) assets.type_id, status_snapshots.option_id,
         status_snapshots.option_name, status_snapshots.option_color, assets.option_id as now_option_id
       from activity join status_snapshots using (activity_id)
         join assets on assets.asset_id = status_snapshots.asset_id and missing_at is null
       where ${column} = $1 and ${hasLostStatus}
       order by status_snapshots.asset_id, at desc, activity_id
     ) kept
     where type_id is not null and now_option_id is distinct from kept.option_id
     group by type_id, kept.option_id order by 1, 2`,
    [id],
  )
  return rows
}

function toStep(row: StepRow): ChangeStep {
  // The content of `before` and `after` depends on the kind of object. Only `mutations.ts` and `store.ts` write them.
  return {
    position: row.position,
    objectKind: row.object_kind,
    objectId: row.object_id,
    objectName: row.object_name,
    before: row.before,
    after: row.after,
    state: row.state,
    note: row.note,
    // While a step is retried, the row has the time when the response of the earlier try was lost.
    finishedAt: row.state === 'waiting' || row.state === 'running' ? null : row.finished_at,
    activityId: row.activity_id,
  } as ChangeStep
}
