import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'
import { requestContext } from '@/lib/web/request-context'
import { publishChange } from '@/lib/events/publish'
import type { Service } from '@/lib/service/types'
import { storedActors, storeTokenSuffix } from './actor-text'
import { writeDocument, writeLine } from './redact'
import type { ActivityOutcome } from './schema'

/** A write is logged before it is sent, and its outcome afterwards, so that no change is missing from the log. */

/** The person who acts. `userId` is null if the account has been deleted. */
export interface ActivityActor {
  userId: string | null
  name: string
  email: string
}

/** The actor of work that no person requested, such as work at startup or because of the settings. */
export const consoleActor: ActivityActor = { userId: null, name: storedActors.system, email: '' }

export interface NewActivity {
  /** noun.verb, see lib/activity/model.ts. */
  action: string
  objectKind: string
  /** Null for an object that is about to be created. */
  objectId: string | null
  objectName: string
  /** The bulk change that this step belongs to. */
  changeId?: string | null
  /** The entry that this step is listed under; by default the entry that started the change. */
  parentId?: string
  /** `before`: the state at the service. `after`: the requested state. Secrets are removed. */
  before?: unknown
  after?: unknown
  /** Keys of further objects (`relatedKey`). The log can be filtered by them in the same way as by the object. */
  related?: readonly string[]
  /** The id of the current request by default. */
  requestId?: string
}

/** Key of a further object of an entry. */
export function relatedKey(kind: string, id: string): string {
  return `${kind}/${id}`
}

/** The object of such a key. */
export function readRelatedKey(key: string): { objectKind: string; objectId: string } {
  const at = key.indexOf('/')
  return { objectKind: key.slice(0, at), objectId: key.slice(at + 1) }
}

const nameCharsMax = 500
const noteCharsMax = 2_000

/**
 * Logs a write before it is sent. The entry must be committed by then, so pass the database and not a transaction.
 * @returns the id of the entry, which is `pending` until `finishActivity`
 */
export function beginActivity(db: Queryable, actor: ActivityActor, intent: NewActivity): Promise<string> {
  return insertEntry(db, actor, intent, { outcome: 'pending', note: null })
}

/**
 * Logs a change of the console's own data in the transaction of the change, so that both are stored or neither is.
 * @param ended the outcome; `done` by default
 * @returns the id of the entry
 */
export function recordActivity(
  tx: Queryable,
  actor: ActivityActor,
  act: NewActivity,
  ended: { outcome: 'done' | 'failed'; note?: string | null } = { outcome: 'done' },
): Promise<string> {
  return insertEntry(tx, actor, act, { outcome: ended.outcome, note: ended.note ?? null })
}

/**
 * The name of an actor in the log. For a request with an API token, the name of the token follows its owner's name.
 * Jobs store this name, so that entries of their steps have it too.
 */
export function nameActor({ userId, name }: Pick<ActivityActor, 'userId' | 'name'>): string {
  const token = requestContext()?.token ?? null
  if (token === null || token.userId !== userId) return name
  const suffix = storeTokenSuffix(token.name)
  return name.endsWith(suffix) ? name : name + suffix
}

async function insertEntry(
  db: Queryable,
  actor: ActivityActor,
  intent: NewActivity,
  { outcome, note }: { outcome: 'pending' | 'done' | 'failed'; note: string | null },
): Promise<string> {
  const context = requestContext()
  const { rows } = await db.query<{ activity_id: string }>(
    `insert into activity (actor_id, actor_name, actor_email, action, object_kind, object_id, object_name, change_id,
                           before, after, request_id, address, related, outcome, outcome_note, finished_at,
                           parent_id)
     values ((select user_id from users where user_id = $1), $2, $3, $4, $5, $6, $7, $8, $9::text::json, $10::text::json, $11,
             $12, $13, $14, $15, case when $14 <> 'pending' then clock_timestamp() end, coalesce($16::uuid, (
               select activity_id from activity started where started.object_kind = 'asset-change'
                 and started.object_id = $8::uuid::text and started.action = 'asset-change.start' order by at limit 1)))
     returning activity_id`,
    [
      actor.userId,
      writeLine(nameActor(actor), nameCharsMax),
      writeLine(actor.email, nameCharsMax),
      intent.action,
      intent.objectKind,
      intent.objectId,
      writeLine(intent.objectName, nameCharsMax),
      intent.changeId ?? null,
      writeDocument(intent.before),
      writeDocument(intent.after),
      intent.requestId ?? context?.requestId ?? null,
      context === undefined || context.address === '' ? null : context.address,
      intent.related === undefined || intent.related.length === 0 ? null : intent.related,
      outcome,
      note === null ? null : writeLine(note, noteCharsMax),
      intent.parentId ?? null,
    ],
  )
  const [row] = rows
  if (row === undefined) throw new Error('an insert with returning gives its row')
  publishChange('activity', [row.activity_id])
  return row.activity_id
}

export interface ActivityEnd {
  outcome: Exclude<ActivityOutcome, 'pending'>
  /** Why the outcome is failed or unknown, or another note, as text. */
  note?: string | null
  /**
   * The response of a failed write was lost, and rechecks showed that it was not done. The service may still do it, so
   * its recorded statuses stay in the log.
   */
  isFromRecheck?: boolean
  /** Values that are known only after the write. Omitted fields stay unchanged. */
  objectId?: string
  objectName?: string
  after?: unknown
  /** Keys (`relatedKey`) of objects that the write created. */
  related?: readonly string[]
}

/**
 * Logs the outcome. An entry gets its outcome once: `unknown` may still become done or failed, but those two are final.
 * A refused write has cleared no status, so its recorded statuses are deleted.
 * @returns false when the entry already had its outcome, or does not exist
 */
export async function finishActivity(db: Queryable, activityId: string, end: ActivityEnd): Promise<boolean> {
  const { rows } = await db.query(
    `with ended as (
       update activity set outcome = $2, outcome_note = $3, object_id = coalesce($4, object_id),
         object_name = coalesce($5, object_name), after = coalesce($6::text::json, after),
         related = case when $8::text[] is null then related else coalesce(related, '{}') || $8::text[] end,
         finished_at = case when $2 = 'unknown' then null else clock_timestamp() end
       where activity_id = $1 and outcome in ('pending', 'unknown')
       returning activity_id
     ), dropped as (
       delete from status_snapshots using ended
       where status_snapshots.activity_id = ended.activity_id and $2 = 'failed' and not $7::boolean
     )
     select from ended`,
    [
      activityId,
      end.outcome,
      end.note === undefined || end.note === null ? null : writeLine(end.note, noteCharsMax),
      end.objectId ?? null,
      end.objectName === undefined ? null : writeLine(end.objectName, nameCharsMax),
      writeDocument(end.after),
      end.isFromRecheck === true,
      end.related === undefined || end.related.length === 0 ? null : end.related,
    ],
  )
  publishChange('activity', [activityId])
  return rows.length > 0
}

/** An entry without a known outcome, for code that can check with the service. */
export interface OpenActivity {
  activityId: string
  /** Milliseconds since the epoch. */
  atMs: number
  action: string
  objectKind: string
  objectId: string | null
  objectName: string
  changeId: string | null
  before: unknown
  after: unknown
}

export type KeptActivity = OpenActivity & { outcome: ActivityOutcome }

const openColumns = `activity_id as "activityId", (extract(epoch from at) * 1000)::float8 as "atMs", action,
  object_kind as "objectKind", object_id as "objectId", object_name as "objectName", change_id as "changeId", before, after,
  outcome`

/** An entry with its data. Null when the log has no entry with that id. */
export async function readActivity(db: Queryable, activityId: string): Promise<KeptActivity | null> {
  const { rows } = await db.query<KeptActivity>(`select ${openColumns} from activity where activity_id = $1`, [
    activityId,
  ])
  return rows[0] ?? null
}

/**
 * Entries of the last `hours` with unknown outcome, oldest first. Steps of a bulk change are not included: its worker
 * rechecks them, so that step and entry get their outcome together.
 */
export async function listUnknownActivity(
  db: Queryable,
  { kinds, hours, limit }: { kinds: readonly string[]; hours: number; limit: number },
): Promise<OpenActivity[]> {
  const { rows } = await db.query<OpenActivity>(
    `select ${openColumns} from activity
     where outcome = 'unknown' and change_id is null and object_kind = any($1::text[])
       and at > clock_timestamp() - make_interval(hours => $2::int)
     order by at, activity_id limit $3`,
    [kinds, hours, limit],
  )
  return rows
}

/**
 * Checks with the service whether a write was done. There is one function for each kind of object. Null: still unknown,
 * check again later.
 */
export type ActivityRecheck = (
  entry: OpenActivity,
  around: { db: Database; service: Pick<Service, 'call'>; signal: AbortSignal },
) => Promise<(ActivityEnd & { outcome: 'done' | 'failed' }) | null>
