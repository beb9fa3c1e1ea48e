import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { serverText } from '@/lib/server-text'
import { behindProblems } from '@/lib/sync/documents/read-row'
import { rereadKinds, settleMs } from './payload'

/**
 * The inbox as its worker reads and writes it. The state of a delivery is in its row, so that the worker may die
 * between any two statements. A row is only ended if it is still in the state in which it was read: a replay since then
 * has changed `due_at`.
 */

export interface DueDelivery {
  delivery_id: string
  due_at: string
  tries: number
  resource_id: string
  resource_version: string | null
  wants_reread: boolean
  /** The delivery may hide another event of the same second, and no read has confirmed it yet. */
  wants_confirmation: boolean
  /** Version of the inspection's row in the index; null if it has no row. */
  indexed_at: string | null
  is_hydrated: boolean
  is_missing: boolean
}

/**
 * Longer than any pause. A due time that is further ahead means that the clock was set back, or that another console's
 * clock differs.
 */
const skewed = `interval '15 minutes'`
const isDue = `d.state = 'waiting' and (d.due_at <= $1 or d.due_at > $1::timestamptz + ${skewed})`

/** A valid id, as `auditId` of lib/ids.ts defines it. */
const isInspection = `upper(d.resource_type) = 'INSPECTION' and d.resource_id ~ '^[A-Za-z0-9_.:~-]{1,200}$'
  and d.resource_id not in ('.', '..')`

/** Ends deliveries that Sightline does not use. */
export async function ignoreOthers(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `update webhook_deliveries d set state = 'ignored', handled_at = $1,
       note = case when upper(d.resource_type) = 'INSPECTION' then $2::text else $3::text end
     where ${isDue} and not coalesce(${isInspection}, false)`,
    [now, serverText('webhooks.noInspection'), serverText('webhooks.unused')],
  )
  return rowCount
}

/**
 * Whether a delivery names an older version than the index has: it was late, or the inspection was set back at the
 * service. A difference below one second does not count, because not all clients give milliseconds. A version that the
 * index read after the delivery arrived does not count either.
 */
const isOlder = `d.resource_version <= i.modified_at - interval '1 second'
  and not exists (select from inspection_documents kept
    where kept.audit_id = i.audit_id and kept.modified_at = i.modified_at and kept.fetched_at >= d.received_at)`

/** Ends deliveries whose version, or a later one, is already in the index with its document. */
export async function finishReached(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `update webhook_deliveries d set state = 'done', handled_at = $1, note = $3
     from inspections i
     where d.state = 'waiting' and i.audit_id = d.resource_id and d.resource_version <= i.modified_at
       and i.hydrated_modified_at = i.modified_at and i.missing_at is null and upper(d.resource_type) = 'INSPECTION'
       and not d.event_types && $2::text[] and not (${isOlder})`,
    [now, rereadKinds, serverText('webhooks.upToDate')],
  )
  return rowCount
}

/** Due deliveries, oldest first, without those in `held`. */
export async function readDue(
  db: Queryable,
  { now, held, limit }: { now: Date; held: readonly string[]; limit: number },
): Promise<DueDelivery[]> {
  const { rows } = await db.query<DueDelivery>(
    `select d.delivery_id, d.due_at, d.tries, d.resource_id, d.resource_version,
       d.event_types && $3::text[]
         or coalesce(i.hydrated_modified_at = i.modified_at and ${isOlder}, false) as wants_reread,
       d.event_types && $3::text[] and not d.is_confirming as wants_confirmation, i.modified_at as indexed_at,
       coalesce(i.hydrated_modified_at = i.modified_at, false) as is_hydrated,
       i.missing_at is not null as is_missing
     from webhook_deliveries d left join inspections i on i.audit_id = d.resource_id
     where ${isDue} and not d.delivery_id = any($2::uuid[])
     order by d.due_at, d.received_at limit $4`,
    [now, held, rereadKinds, limit],
  )
  return rows
}

/** When the next waiting delivery without those in `held` is due; null when none waits. */
export async function readNextDue(db: Queryable, held: readonly string[]): Promise<Date | null> {
  const { rows } = await db.query<{ at: string | null }>(
    `select min(due_at) as at from webhook_deliveries where state = 'waiting' and not delivery_id = any($1::uuid[])`,
    [held],
  )
  const at = rows[0]?.at
  return at === null || at === undefined ? null : new Date(at)
}

type Read = Pick<DueDelivery, 'delivery_id' | 'due_at'>

const asRead = `d.delivery_id = read.delivery_id and d.state = 'waiting' and d.due_at = read.due_at`
const unnested = `unnest($1::uuid[], $2::timestamptz[]) as read (delivery_id, due_at)`
const columnsOf = (rows: readonly Read[]) => [rows.map((row) => row.delivery_id), rows.map((row) => row.due_at)]

/**
 * Ends deliveries.
 * @returns how many were ended: deliveries that were replayed since `rows` were read continue
 */
export async function finish(
  db: Queryable,
  rows: readonly Read[],
  end: { state: 'done' | 'failed'; now: Date; note: string },
): Promise<number> {
  if (rows.length === 0) return 0
  const { rowCount } = await db.query(
    `update webhook_deliveries d set state = $3, handled_at = $4, note = $5 from ${unnested} where ${asRead}`,
    [...columnsOf(rows), end.state, end.now, end.note],
  )
  return rowCount
}

/**
 * Ends deliveries whose inspection was read at `startedAt` or later. Deliveries whose second was not over at that time
 * wait for its end, and the inspection is read once more for them.
 * @returns how many were updated: deliveries that were replayed since `rows` were read continue
 */
export async function finishRead(
  db: Queryable,
  rows: readonly DueDelivery[],
  { startedAt, ...end }: { startedAt: number; state: 'done' | 'failed'; now: Date; note: string },
): Promise<number> {
  const settledAt = (row: DueDelivery) => Date.parse(row.due_at) + settleMs
  const early = rows.filter((row) => row.wants_confirmation && startedAt < settledAt(row))
  const ended = await finish(
    db,
    rows.filter((row) => !early.includes(row)),
    end,
  )
  if (early.length === 0) return ended
  const { rowCount } = await db.query(
    `update webhook_deliveries d set is_confirming = true, note = $4, due_at = d.due_at + $3 * interval '1 millisecond'
     from ${unnested} where ${asRead}`,
    [...columnsOf(early), settleMs, serverText('webhooks.confirming')],
  )
  return ended + rowCount
}

/** Postpones deliveries. `counts`: whether this counts as a try. */
export async function postpone(
  db: Queryable,
  rows: readonly Read[],
  later: { dueAt: Date; note: string | null; counts: boolean },
): Promise<void> {
  if (rows.length === 0) return
  await db.query(
    `update webhook_deliveries d set due_at = $3, note = $4, tries = d.tries + case when $5::boolean then 1 else 0 end
     from ${unnested} where ${asRead}`,
    [...columnsOf(rows), later.dueAt, later.note, later.counts],
  )
}

/** What the index has of an inspection before it is read. `isRead`: this version has a document that names it. */
export async function readIndexed(
  db: Queryable,
  auditId: string,
): Promise<{ modifiedAt: string; isRead: boolean; isMissing: boolean } | null> {
  const { rows } = await db.query<{ modifiedAt: string; isRead: boolean; isMissing: boolean }>(
    `select modified_at as "modifiedAt", coalesce(hydrated_modified_at = modified_at, false)
         and not coalesce(document_problem like any ($2::text[]), false) as "isRead",
       missing_at is not null as "isMissing" from inspections where audit_id = $1`,
    [auditId, behindProblems.map((part) => `%${part}%`)],
  )
  return rows[0] ?? null
}

/**
 * Marks an inspection as missing, unless the index has another version by then.
 * @returns whether it is marked
 */
export async function markMissing(
  tx: Queryable,
  auditId: string,
  { modifiedAt, reason }: { modifiedAt: string; reason: 'removed' | 'not-permitted' },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update inspections set missing_at = coalesce(missing_at, now()), missing_reason = $3
     where audit_id = $1 and modified_at = $2`,
    [auditId, modifiedAt, reason],
  )
  return rowCount > 0
}

export const keptDays = 30

/** Deletes ended deliveries that are older than `keptDays`. */
export async function forgetOldDeliveries(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(
    `delete from webhook_deliveries
     where state <> 'waiting' and received_at < clock_timestamp() - interval '${keptDays} days'`,
  )
  return rowCount
}
