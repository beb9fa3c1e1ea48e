import 'server-only'
import { randomBytes } from 'node:crypto'
import { ownLocker, type Locker } from '@/lib/auth/locker'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { processWide } from '@/lib/process-wide'
import { serverText } from '@/lib/server-text'
import type { SendResult } from './send'
import type { OutgoingEvent, Target, TargetFormat } from './schema'

/** SQL for targets and for the queue of their deliveries. */

/** Encrypts addresses and secrets of targets with the secret of this console. */
export const outgoingLocker = (): Locker =>
  processWide('outgoing-locker', () => ownLocker('sightline targets of outgoing webhooks'))

export const makeSecret = () => randomBytes(32).toString('base64url')

interface StoredTarget {
  target_id: string
  name: string
  format: TargetFormat
  host: string
  revision: number
  created_by_name: string
  created_at: string
  secret_at: string
  waiting: number
  last_delivered_at: string | null
  last_failed_at: string | null
}

const lastOf = (state: 'delivered' | 'failed') =>
  `(select max(handled_at) from outgoing_deliveries as sent where sent.target_id = outgoing_targets.target_id and state = '${state}')`

/** All targets by name, or only the target with this id. */
export async function readTargets(db: Queryable, targetId: string | null = null): Promise<Target[]> {
  const { rows } = await db.query<StoredTarget>(
    `select target_id, name, format, host, revision, created_by_name, created_at, secret_at,
       (select count(*) from outgoing_deliveries as sent where sent.target_id = outgoing_targets.target_id
          and state = 'waiting') as waiting,
       ${lastOf('delivered')} as last_delivered_at, ${lastOf('failed')} as last_failed_at
     from outgoing_targets where deleted_at is null and ($1::uuid is null or target_id = $1)
     order by lower(name), target_id`,
    [targetId],
  )
  return rows.map((row) => ({
    targetId: row.target_id,
    name: row.name,
    format: row.format,
    host: row.host,
    revision: row.revision,
    createdByName: row.created_by_name,
    createdAt: row.created_at,
    secretAt: row.secret_at,
    waiting: row.waiting,
    lastDeliveredAt: row.last_delivered_at,
    lastFailedAt: row.last_failed_at,
  }))
}

/** @throws AppError not_found */
export async function readTarget(db: Queryable, targetId: string): Promise<Target> {
  const [found] = await readTargets(db, targetId)
  if (found === undefined) throw new AppError('not_found', serverText('outgoing.notFound'))
  return found
}

/** The names of the given targets that exist, in alphabetical order. */
export async function readTargetNames(db: Queryable, targetIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select name from outgoing_targets where target_id = any($1::uuid[]) and deleted_at is null
     order by lower(name), target_id`,
    [targetIds],
  )
  return rows.map(({ name }) => name)
}

/**
 * Queues an event for targets, in the same transaction as the change that it reports. The same cause is sent only once
 * to each target.
 * @returns how many deliveries are new
 */
export async function enqueue(
  tx: Queryable,
  targetIds: readonly string[],
  { cause, event }: { cause: string; event: OutgoingEvent },
): Promise<number> {
  const { rowCount } = await tx.query(
    `insert into outgoing_deliveries (target_id, cause, event)
     select target_id, $2, $3 from outgoing_targets where target_id = any($1::uuid[]) and deleted_at is null
     order by target_id on conflict (target_id, cause) do nothing`,
    [targetIds, cause, JSON.stringify(event)],
  )
  return rowCount
}

/** A delivery that this console has claimed. */
export interface Claimed {
  delivery_id: string
  target_id: string
  target_name: string
  format: TargetFormat
  locked_url: Buffer
  locked_secret: Buffer
  event: unknown
  created_at: string
  tries: number
}

const claimedMax = 16
/** Limits the places that one target takes, because it may not respond. */
const claimedOfTarget = 2
/** Longer than a try takes. After this time, another console sends deliveries that this one has not finished. */
const leaseSeconds = 60

/** Claims due deliveries of several targets. */
export async function claimDue(db: Queryable): Promise<Claimed[]> {
  const { rows } = await db.query<Claimed>(
    `with due as (
       select candidate.delivery_id, target.name, target.format, target.locked_url, target.locked_secret
       from outgoing_targets as target cross join lateral (
         select delivery_id, next_at from outgoing_deliveries as waiting
         where waiting.target_id = target.target_id and state = 'waiting' and next_at <= clock_timestamp()
         order by next_at limit ${claimedOfTarget} for update skip locked
       ) as candidate
       where target.deleted_at is null order by candidate.next_at limit ${claimedMax}
     )
     update outgoing_deliveries as claimed
     set tries = tries + 1, next_at = clock_timestamp() + interval '${leaseSeconds} seconds'
     from due where claimed.delivery_id = due.delivery_id
     returning claimed.delivery_id, target_id, due.name as target_name, due.format, due.locked_url, due.locked_secret, event,
       created_at, tries`,
  )
  return rows
}

/**
 * SQL: the pause after a failed try. It is 10 s, doubled each time up to 1.4 hours, or as long as the target requests
 * ($5, in seconds).
 */
const pause = `greatest(interval '10 seconds' * 2 ^ least(tries - 1, 9), make_interval(secs => $5::float8))`

/**
 * Stores the outcome of a try, unless another console has claimed the delivery since.
 * @returns the state of the delivery; null when this console no longer held it
 */
export async function finishTry(
  tx: Queryable,
  { delivery_id: deliveryId, tries }: Pick<Claimed, 'delivery_id' | 'tries'>,
  { status, problem, retryAfterSeconds }: SendResult,
): Promise<string | null> {
  const { rows } = await tx.query<{ state: string }>(
    `update outgoing_deliveries set status = $3, note = $4, next_at = clock_timestamp() + ${pause},
       state = case when $4::text is null then 'delivered'
         when clock_timestamp() + ${pause} > until then 'failed' else 'waiting' end,
       handled_at = case when $4::text is null or clock_timestamp() + ${pause} > until then clock_timestamp() end
     where delivery_id = $1 and tries = $2 and state = 'waiting' returning state`,
    [deliveryId, tries, status, problem, retryAfterSeconds ?? 0],
  )
  return rows[0]?.state ?? null
}
