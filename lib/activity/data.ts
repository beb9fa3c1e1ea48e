import 'server-only'
import * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { readActorText } from './actor-text'
import { countSteps, readBulks, readChangeTitles, readUndoneTitle } from './bulk-data'
import {
  conditionOf,
  countList,
  visibleTo,
  writeNestedIds,
  type Asked,
  type AskedActivity,
  type Condition,
} from './filter'
import { readRelatedKey } from './journal'
import { readObjectText } from './object-text'
import { readOutcomeReason } from './outcome-reason'
import { hasLostStatus } from './snapshot-store'
import { cutEntry, maySeePeople } from './visibility'
import type { ActivityEntry, ActivityOutcome, ActivityPage, ActivityPeople, activityQuery } from './schema'

export interface EntryRow {
  activity_id: string
  at: string
  actor_id: string | null
  actor_name: string
  actor_email: string
  action: string
  object_kind: string
  object_id: string | null
  object_name: string
  change_id: string | null
  parent_id: string | null
  before: unknown
  after: unknown
  outcome: ActivityOutcome
  outcome_note: string | null
  finished_at: string | null
  snapshot_count: number
  related_count: number
  related_first: string[] | null
  request_id: string | null
  address: string | null
}

/** For larger changes people open the list of objects. Each object also has the entry in its own history. */
const relatedShown = 5

const columns = `activity_id, at, actor_id, actor_name, actor_email, action, object_kind, object_id, object_name, change_id, parent_id, before,
  after, outcome, outcome_note, finished_at, request_id, address, coalesce(cardinality(related), 0) as related_count,
  related[1:${relatedShown}] as related_first,
  (select count(*) from status_snapshots where status_snapshots.activity_id = activity.activity_id and ${hasLostStatus})
    as snapshot_count`

/** Removes from an entry what the person may not see. */
export function toEntry(whole: EntryRow, actor: Actor): ActivityEntry {
  const row = cutEntry(actor, whole)
  return {
    activityId: row.activity_id,
    at: row.at,
    actorId: row.actor_id,
    actorName: readActorText(row.actor_id, row.actor_name),
    actorEmail: row.actor_email,
    action: row.action,
    objectKind: row.object_kind,
    objectId: row.object_id,
    objectName: readObjectText(row.action, row.object_id, row.object_name),
    changeId: row.change_id,
    parentId: row.parent_id,
    before: row.before,
    after: row.after,
    isWithheld: row.isWithheld,
    outcome: row.outcome,
    outcomeNote: row.outcome_note,
    outcomeReason: row.outcome === 'failed' ? readOutcomeReason(row.outcome_note) : null,
    finishedAt: row.finished_at,
    snapshotCount: row.snapshot_count,
    relatedCount: row.related_count,
    relatedTo: (row.related_first ?? []).map(readRelatedKey),
    requestId: row.request_id,
    address: row.address,
  }
}

/** Time and id of the last entry of a page. The time has microseconds; entries with the same time are ordered by id. */
const place = z.tuple([z.iso.datetime({ offset: true }), z.uuid()])

/** Which entries come first. Entries with the same time are always ordered by ascending id. */
type EntryOrder = 'newest' | 'oldest'
const writeOrder = (order: EntryOrder) => `order by at ${order === 'newest' ? 'desc' : 'asc'}, activity_id`

/** Where a page begins, and how long it is. */
interface Part {
  after: readonly [at: string, activityId: string] | null
  limit: number
  order?: EntryOrder
}

/** Entries after that position. */
function addPlace(
  { where, values }: Condition,
  [at, activityId]: readonly [string, string],
  order: EntryOrder,
): Condition {
  const sign = order === 'newest' ? '<' : '>'
  const time = `$${values.length + 1}`
  const id = `$${values.length + 2}`
  return {
    // The first condition lets the query start at this place of the index.
    where: [...where, `at ${sign}= ${time}`, `(at ${sign} ${time} or activity_id > ${id})`],
    values: [...values, at, activityId],
  }
}

/** Entries in the order of the log after a position, at most `limit`. */
export async function readEntries<Row extends EntryRow = EntryRow>(
  db: Queryable,
  condition: Condition,
  { after, limit, order = 'newest', more = '' }: Part & { more?: string },
): Promise<Row[]> {
  const { where, values } = after === null ? condition : addPlace(condition, after, order)
  const { rows } = await db.query<Row>(
    `select ${columns}${more} from activity where ${where.join(' and ')}
     ${writeOrder(order)} limit ${limit}`,
    values,
  )
  return rows
}

function readPlace(after: string | undefined): readonly [string, string] | null {
  if (after === undefined) return null
  const from = place.safeParse(after.split('~'))
  if (from.success) return from.data
  throw new AppError('invalid', serverText('common.unknownPlace'), {
    details: { fields: { after: serverText('common.fields.cursor') } },
  })
}

/**
 * Entries after a position, in the order of the log, without steps of bulk changes. An entry is included if it matches
 * the filter or has a matching step.
 */
async function readNested(db: Queryable, asked: Asked, { after, limit, order = 'newest' }: Part): Promise<EntryRow[]> {
  const { condition, isNarrowed } = asked
  const top = { ...condition, where: [...condition.where, 'parent_id is null'] }
  if (!isNarrowed) return readEntries(db, top, { after, limit, order })
  const { where, values } = after === null ? condition : addPlace(condition, after, order)
  const first = `${writeOrder(order)} limit ${limit}`
  const { rows } = await db.query<EntryRow>(
    `select ${columns} from activity where activity_id in (
       ${writeNestedIds(asked, where.slice(condition.where.length), first)}
     ) ${first}`,
    values,
  )
  return rows
}

function readAsked(actor: Actor, asked: AskedActivity, nowMs: number): Asked {
  const visible = visibleTo(actor)
  const condition = conditionOf(actor, asked, nowMs)
  return { visible, condition, isNarrowed: condition.where.length > visible.where.length }
}

/** Adds the progress of bulk changes to their entries, and their titles as server texts. */
export async function withBulks(db: Queryable, entries: ActivityEntry[]): Promise<ActivityEntry[]> {
  const [bulks, titles] = await Promise.all([readBulks(db, entries), readChangeTitles(db, entries)])
  for (const entry of entries) {
    entry.objectName = titles.get(entry.objectId ?? '') ?? entry.objectName
    const bulk = bulks.get(entry.activityId) ?? null
    entry.bulk = bulk?.act === 'undo' ? { ...bulk, undone: readUndoneTitle(entry.objectName) } : bulk
  }
  return entries
}

/**
 * A page of the log that a person may see, newest first.
 * @throws AppError invalid, naming the field
 */
export async function listActivity(
  actor: Actor,
  asked: z.output<typeof activityQuery>,
  { db: given, nowMs = Date.now() }: { db?: Queryable; nowMs?: number } = {},
): Promise<ActivityPage> {
  const db = given ?? (await database())
  const read = readAsked(actor, asked, nowMs)
  const { visible, condition, isNarrowed } = read
  const part: Part = { after: readPlace(asked.after), limit: asked.limit + 1, order: asked.sort ?? 'newest' }
  const isNested = asked.steps === 'nested'
  const rows = isNested ? await readNested(db, read, part) : await readEntries(db, condition, part)
  const shown = rows.slice(0, asked.limit)
  const last = shown.at(-1)
  const matching = isNarrowed ? condition : null
  const ids = shown.map((row) => row.activity_id)
  const steps = isNested && ids.length > 0 ? await countSteps(db, ids, { visible, matching }) : null
  const entries = await withBulks(
    db,
    shown.map((row) => {
      const entry = toEntry(row, actor)
      if (steps !== null) entry.steps = steps.get(entry.activityId) ?? null
      return entry
    }),
  )
  return {
    entries,
    after: rows.length > shown.length && last !== undefined ? `${last.at}~${last.activity_id}` : null,
    counts: asked.include?.includes('counts') === true ? await countList(db, read, isNested) : null,
  }
}

/**
 * One entry of the log.
 * @throws AppError not_found, also for entries that the person may not see
 */
export async function readActivityEntry(actor: Actor, activityId: string, given?: Queryable): Promise<ActivityEntry> {
  const db = given ?? (await database())
  const { where, values } = visibleTo(actor)
  const { rows } = await db.query<EntryRow>(
    `select ${columns} from activity where ${where.join(' and ')} and activity_id = $${values.length + 1}`,
    [...values, activityId],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('not_found', serverText('common.entryNotFound'))
  const [entry] = await withBulks(db, [toEntry(row, actor)])
  if (entry === undefined) throw new Error('each entry is given back')
  const steps = await countSteps(db, [activityId], { visible: visibleTo(actor), matching: null })
  entry.steps = steps.get(activityId) ?? null
  return entry
}

const peopleMax = 1_000

/** Everyone with an account, by name, for the filter. Only readers who manage people get email addresses of others. */
export async function listActivityPeople(actor: Actor, given?: Queryable): Promise<ActivityPeople> {
  const db = given ?? (await database())
  const { rows } = await db.query<ActivityPeople['people'][number]>(
    `select user_id as "userId", name, case when $1::boolean or user_id = $2 then email end as email from users
     order by lower(name), user_id limit ${peopleMax}`,
    [maySeePeople(actor), actor.userId],
  )
  return { people: rows }
}
