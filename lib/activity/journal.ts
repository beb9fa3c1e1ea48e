import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'
import { requestContext } from '@/lib/web/request-context'
import { publishChange } from '@/lib/events/publish'
import type { Service } from '@/lib/service/types'
import { writeDocument, writeLine } from './redact'
import type { ActivityOutcome } from './schema'

/** What was intended is written before it is sent, and how it ended after: nothing that was done is missing here. */

/** Who did it; somebody whose account is gone since has no id. */
export interface ActivityActor {
  userId: string | null
  name: string
  email: string
}

/** Who did what nobody asked for just then: at a start, or by what the settings say. */
export const consoleActor: ActivityActor = { userId: null, name: 'The console', email: '' }

export interface NewActivity {
  /** noun.verb, see lib/activity/model.ts. */
  action: string
  objectKind: string
  /** Null for what is about to be created. */
  objectId: string | null
  objectName: string
  /** The change of many things that it is a step of. */
  changeId?: string | null
  /** The entry of what this one is a step of. Steps of a change have that of its start, unless told. */
  parentId?: string
  /** As the service has it, and as it is asked for. Secrets are taken out. */
  before?: unknown
  after?: unknown
  /** What else it is about, as `relatedKey` names it: the log is asked by it as by the object. */
  related?: readonly string[]
  /** That of the request which is being answered, unless told. */
  requestId?: string
}

/** Name of a thing among those that an entry is about beside its object. */
export function relatedKey(kind: string, id: string): string {
  return `${kind}/${id}`
}

/** The thing that such a name is of. */
export function readRelatedKey(key: string): { objectKind: string; objectId: string } {
  const at = key.indexOf('/')
  return { objectKind: key.slice(0, at), objectId: key.slice(at + 1) }
}

const nameCharsMax = 500
const noteCharsMax = 2_000

/**
 * Writes down what is about to be done. Committed when it resolves, so give it the database and no transaction.
 * @returns the id of the entry, which is `pending` until `finishActivity`
 */
export function beginActivity(db: Queryable, actor: ActivityActor, intent: NewActivity): Promise<string> {
  return insertEntry(db, actor, intent, { outcome: 'pending', note: null })
}

/**
 * Writes down what was done to the console's own data, in the transaction that does it: both or neither.
 * @param ended how it ended, where it was not simply done
 * @returns the id of the entry, which has its outcome
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
 * Who acts, as the log names them. Who acts by an API token is its owner; that it was the token is part of who did it. Jobs keep
 * this name of whoever started them, so that what their steps write has it too.
 */
export function nameActor({ userId, name }: Pick<ActivityActor, 'userId' | 'name'>): string {
  const token = requestContext()?.token ?? null
  if (token === null || token.userId !== userId) return name
  const suffix = ` (token ${token.name})`
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
  /** Why it failed or is unknown, or what else is to be known, in words. */
  note?: string | null
  /**
   * Of one that failed: its answer was lost, and looks showed that it was not done. The service may still do it, so the
   * statuses that it kept stay in the log.
   */
  isFromRecheck?: boolean
  /** What is known only now; left out stays as it was. */
  objectId?: string
  objectName?: string
  after?: unknown
  /** What else it turned out to be about, as `relatedKey` names it: what was made. */
  related?: readonly string[]
}

/**
 * Writes down how it ended. An entry gets its outcome once: `unknown` may still become done or failed, those two stay.
 * What was refused has cleared no status, so the statuses that it kept are dropped.
 * @returns false when the entry had its outcome already, or is not there
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

/** An entry whose outcome is not known, for whoever can look at the service. */
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

/** An entry with what it kept. Null when the log has none of that id. */
export async function readActivity(db: Queryable, activityId: string): Promise<KeptActivity | null> {
  const { rows } = await db.query<KeptActivity>(`select ${openColumns} from activity where activity_id = $1`, [
    activityId,
  ])
  return rows[0] ?? null
}

/**
 * Entries of these kinds whose outcome is not known, of the last hours, the oldest first. Steps of a change are not among
 * them: who does the change looks at those itself, and step and entry get their outcome together.
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
 * Looks at the service whether something was done. Each noun brings its own for its kinds of objects; the boot joins
 * them. Null: it cannot be told yet, look again later.
 */
export type ActivityRecheck = (
  entry: OpenActivity,
  around: { db: Database; service: Pick<Service, 'call'>; signal: AbortSignal },
) => Promise<(ActivityEnd & { outcome: 'done' | 'failed' }) | null>
