import 'server-only'
import * as z from 'zod'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { hasLostStatus } from './journal'
import type { ActivityEntry, ActivityOutcome, ActivityPage, activityQuery } from './schema'

interface EntryRow {
  activity_id: string
  at: string
  actor_name: string
  action: string
  object_kind: string
  object_id: string | null
  object_name: string
  change_id: string | null
  before: unknown
  after: unknown
  outcome: ActivityOutcome
  outcome_note: string | null
  finished_at: string | null
  snapshot_count: number
}

const columns = `activity_id, at, actor_name, action, object_kind, object_id, object_name, change_id, before, after, outcome,
  outcome_note, finished_at,
  (select count(*) from status_snapshots where status_snapshots.activity_id = activity.activity_id and ${hasLostStatus})
    as snapshot_count`

function toEntry(row: EntryRow): ActivityEntry {
  return {
    activityId: row.activity_id,
    at: row.at,
    actorName: row.actor_name,
    action: row.action,
    objectKind: row.object_kind,
    objectId: row.object_id,
    objectName: row.object_name,
    changeId: row.change_id,
    before: row.before,
    after: row.after,
    outcome: row.outcome,
    outcomeNote: row.outcome_note,
    finishedAt: row.finished_at,
    snapshotCount: row.snapshot_count,
  }
}

/** Time and id of the last entry of a page. The time has its microseconds: entries of one instant are told apart by id. */
const place = z.tuple([z.iso.datetime({ offset: true }), z.uuid()])

/** A page of the log, the newest first. @throws AppError invalid, naming `after` */
export async function listActivity(asked: z.output<typeof activityQuery>, given?: Queryable): Promise<ActivityPage> {
  const db = given ?? (await database())
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const where = ['true']
  if (asked.objectKind !== undefined) where.push(`object_kind = ${add(asked.objectKind)}`)
  if (asked.objectId !== undefined) where.push(`object_id = ${add(asked.objectId)}`)
  if (asked.action !== undefined) where.push(`action = ${add(asked.action)}`)
  if (asked.changeId !== undefined) where.push(`change_id = ${add(asked.changeId)}`)
  if (asked.after !== undefined) {
    const from = place.safeParse(asked.after.split('~'))
    if (!from.success)
      throw new AppError('invalid', 'This place in the log is not known. Load the log from its top.', {
        details: { fields: { after: 'is not a cursor of this list' } },
      })
    const [at, id] = from.data.map(add)
    where.push(`(at < ${at} or (at = ${at} and activity_id > ${id}))`)
  }
  const { rows } = await db.query<EntryRow>(
    `select ${columns} from activity where ${where.join(' and ')}
     order by at desc, activity_id limit ${add(asked.limit + 1)}`,
    values,
  )
  const shown = rows.slice(0, asked.limit)
  const last = shown.at(-1)
  return {
    entries: shown.map(toEntry),
    after: rows.length > shown.length && last !== undefined ? `${last.at}~${last.activity_id}` : null,
  }
}

/** One entry of the log. @throws AppError not_found */
export async function readActivityEntry(activityId: string, given?: Queryable): Promise<ActivityEntry> {
  const db = given ?? (await database())
  const { rows } = await db.query<EntryRow>(`select ${columns} from activity where activity_id = $1`, [activityId])
  const [row] = rows
  if (row === undefined) throw new AppError('not_found', 'The log has no such entry.')
  return toEntry(row)
}
