import 'server-only'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { recordActivity } from '@/lib/activity/journal'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { settings } from '@/lib/env'
import type { OutgoingAllow } from '@/lib/env-outgoing'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import type { Locker } from '@/lib/auth/locker'
import { registerSecret } from '@/lib/log'
import { serverText } from '@/lib/server-text'
import { readTargetUrl } from './address'
import { outgoingWorker } from './instance'
import type { newTarget, OutgoingDelivery, Target, targetChange, TargetWithSecret } from './schema'
import { enqueue, makeSecret, outgoingLocker, readTarget } from './store'
import { readOutgoing } from './data'

const targetsMax = 50

/** What writes need from the process. Tests pass their own. */
export interface TargetWriter {
  db: Database
  allow: OutgoingAllow
  locker: Locker
  wake: () => void
}

async function ownWriter(): Promise<TargetWriter> {
  return {
    db: await database(),
    allow: settings().outgoingAllow,
    locker: outgoingLocker(),
    wake: () => outgoingWorker().wake(),
  }
}

type Act = 'create' | 'update' | 'rotate' | 'delete' | 'test' | 'replay'

/** A target as the log stores it: without its address and secret. */
const toKept = ({ name, host, format }: Target) => ({ name, host, format })

const record = (
  tx: Queryable,
  actor: Actor,
  act: Act,
  target: Target,
  states: { before?: unknown; after?: unknown } = {},
) =>
  recordActivity(tx, actor, {
    action: `outgoing.${act}`,
    objectKind: 'outgoing',
    objectId: target.targetId,
    objectName: target.name,
    ...states,
  })

/**
 * Adds a target with a secret of its own.
 * @throws AppError invalid
 */
export async function createTarget(
  actor: Actor,
  { name, url, format }: z.output<typeof newTarget>,
  to?: TargetWriter,
): Promise<TargetWithSecret> {
  const { db, allow, locker } = to ?? (await ownWriter())
  const read = readTargetUrl(url, allow)
  const secret = makeSecret()
  registerSecret(secret)
  const target = await db.transaction(async (tx) => {
    // The lock prevents two requests from both taking the last place.
    await tx.query('lock table outgoing_targets in share row exclusive mode')
    const { rows: kept } = await tx.query('select from outgoing_targets where deleted_at is null')
    if (kept.length >= targetsMax) throw new AppError('invalid', serverText('outgoing.tooMany', { max: targetsMax }))
    const { rows } = await tx.query<{ target_id: string }>(
      `insert into outgoing_targets (name, format, host, locked_url, locked_secret, created_by_name)
       values ($1, $2, $3, $4, $5, $6) returning target_id`,
      [name, format, read.host, locker.lock(read.href), locker.lock(secret), actor.name],
    )
    const created = await readTarget(tx, rows[0]?.target_id ?? '')
    await record(tx, actor, 'create', created, { after: toKept(created) })
    return created
  })
  publishChange('outgoing', [target.targetId])
  return { target, secret }
}

async function lockTarget(tx: Queryable, targetId: string): Promise<Target> {
  await tx.query('select from outgoing_targets where target_id = $1 for update', [targetId])
  return readTarget(tx, targetId)
}

/**
 * Changes a target. Waiting deliveries are sent to its new address.
 * @throws AppError not_found, invalid, conflict when the target has changed since `revision`
 */
export async function changeTarget(
  actor: Actor,
  targetId: string,
  { revision, url, name, format }: z.output<typeof targetChange>,
  to?: TargetWriter,
): Promise<Target> {
  const { db, allow, locker } = to ?? (await ownWriter())
  const read = url === undefined || url === '' ? null : readTargetUrl(url, allow)
  const target = await db.transaction(async (tx) => {
    const before = await lockTarget(tx, targetId)
    if (before.revision !== revision) throw new AppError('conflict', serverText('outgoing.changed'))
    await tx.query(
      `update outgoing_targets set name = coalesce($2, name), format = coalesce($3, format), host = coalesce($4, host),
         locked_url = coalesce($5, locked_url), revision = revision + 1, updated_at = clock_timestamp()
       where target_id = $1`,
      [targetId, name ?? null, format ?? null, read?.host ?? null, read === null ? null : locker.lock(read.href)],
    )
    const after = await readTarget(tx, targetId)
    await record(tx, actor, 'update', after, {
      before: toKept(before),
      after: { ...toKept(after), hasNewAddress: read !== null },
    })
    return after
  })
  publishChange('outgoing', [targetId])
  return target
}

/** Gives a target a new secret. The old secret is no longer used to sign. @throws AppError not_found */
export async function rotateSecret(actor: Actor, targetId: string, to?: TargetWriter): Promise<TargetWithSecret> {
  const { db, locker } = to ?? (await ownWriter())
  const secret = makeSecret()
  registerSecret(secret)
  const target = await db.transaction(async (tx) => {
    await lockTarget(tx, targetId)
    await tx.query(
      'update outgoing_targets set locked_secret = $2, secret_at = clock_timestamp() where target_id = $1',
      [targetId, locker.lock(secret)],
    )
    const after = await readTarget(tx, targetId)
    await record(tx, actor, 'rotate', after)
    return after
  })
  publishChange('outgoing', [targetId])
  return { target, secret }
}

/**
 * Deletes a target. Waiting deliveries are not sent, and rules that send to it pause when they act next.
 * @throws AppError not_found
 */
export async function deleteTarget(actor: Actor, targetId: string, to?: TargetWriter): Promise<void> {
  const { db } = to ?? (await ownWriter())
  await db.transaction(async (tx) => {
    const before = await lockTarget(tx, targetId)
    await tx.query(
      `update outgoing_targets set deleted_at = now(), locked_url = '', locked_secret = '' where target_id = $1`,
      [targetId],
    )
    await tx.query(
      `update outgoing_deliveries set state = 'cancelled', handled_at = clock_timestamp()
       where target_id = $1 and state = 'waiting'`,
      [targetId],
    )
    await record(tx, actor, 'delete', before, { before: toKept(before) })
  })
  publishChange('outgoing', [targetId])
}

/** Sends a test to a target. @throws AppError not_found */
export async function testTarget(actor: Actor, targetId: string, to?: TargetWriter): Promise<OutgoingDelivery> {
  const { db, wake } = to ?? (await ownWriter())
  const cause = `test ${randomUUID()}`
  const deliveryId = await db.transaction(async (tx) => {
    const target = await readTarget(tx, targetId)
    await enqueue(tx, [targetId], {
      cause,
      event: { type: 'test', rule: null, subject: null, version: null, details: [] },
    })
    await record(tx, actor, 'test', target)
    const { rows } = await tx.query<{ delivery_id: string }>(
      'select delivery_id from outgoing_deliveries where target_id = $1 and cause = $2',
      [targetId, cause],
    )
    return rows[0]?.delivery_id ?? ''
  })
  publishChange('outgoing', [targetId])
  wake()
  return readOutgoing(db, deliveryId)
}

/**
 * Sends a delivery again with the same id, so that a receiver can recognize one that it already has.
 * @throws AppError not_found; conflict when the delivery is still waiting or its target was deleted
 */
export async function replayDelivery(actor: Actor, deliveryId: string, to?: TargetWriter): Promise<OutgoingDelivery> {
  const { db, wake } = to ?? (await ownWriter())
  const { targetId } = await readOutgoing(db, deliveryId)
  await db.transaction(async (tx) => {
    const target = await readTarget(tx, targetId)
    const { rowCount } = await tx.query(
      `update outgoing_deliveries set state = 'waiting', next_at = clock_timestamp(), handled_at = null, note = null,
         status = null, tries = 0, until = clock_timestamp() + interval '24 hours'
       where delivery_id = $1 and state <> 'waiting'`,
      [deliveryId],
    )
    if (rowCount === 0) throw new AppError('conflict', serverText('outgoing.stillWaiting'))
    await record(tx, actor, 'replay', target, { after: { deliveryId } })
  })
  publishChange('outgoing', [targetId])
  wake()
  return readOutgoing(db, deliveryId)
}
