import 'server-only'
import { readObjectText } from '@/lib/activity/object-text'
import * as z from 'zod'
import { database } from '@/lib/db/instance'
import { decodePlace, encodePlace } from '@/lib/db/keyset'
import type { Queryable } from '@/lib/db/types'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { writeMessage } from './message-model'
import {
  type OutgoingEvent,
  outgoingEvent,
  type OutgoingDelivery,
  type OutgoingDeliveryPage,
  type outgoingDeliveryQuery,
  type TargetFormat,
  type TargetList,
  type WholeOutgoingDelivery,
} from './schema'
import { readTargets } from './store'

/** All targets by name. */
export async function listTargets(given?: Queryable): Promise<TargetList> {
  return { targets: await readTargets(given ?? (await database())) }
}

interface StoredDelivery {
  delivery_id: string
  target_id: string
  target_name: string
  has_target: boolean
  format: TargetFormat
  event: unknown
  state: OutgoingDelivery['state']
  created_at: string
  next_at: string
  tries: number
  handled_at: string | null
  status: number | null
  note: string | null
}

const columns = `delivery_id, target_id, target.name as target_name, target.deleted_at is null as has_target, target.format, event, state, sent.created_at, next_at, tries,
  handled_at, status, note`
const joined = `outgoing_deliveries as sent join outgoing_targets as target using (target_id)`

/** An event about Sightline itself has no name of its own. Its name is written in the language of the reader. */
function nameSubject(event: OutgoingEvent): OutgoingEvent {
  const { subject } = event
  if (subject?.kind !== 'system') return event
  return { ...event, subject: { ...subject, name: readObjectText('rule.act', subject.id, subject.name) } }
}

const toDelivery = (row: StoredDelivery): OutgoingDelivery => ({
  deliveryId: row.delivery_id,
  targetId: row.target_id,
  targetName: row.target_name,
  hasTarget: row.has_target,
  event: nameSubject(outgoingEvent.parse(row.event)),
  state: row.state,
  createdAt: row.created_at,
  nextAt: row.state === 'waiting' ? row.next_at : null,
  tries: row.tries,
  handledAt: row.handled_at,
  status: row.status,
  note: row.note,
})

/** The last delivery of a page. */
const position = z.tuple([z.iso.datetime(), z.uuid()])

/**
 * Deliveries that were sent or are waiting, newest first.
 * @throws AppError invalid, naming `after`
 */
export async function listOutgoing(
  { targetId, state, after, limit }: z.output<typeof outgoingDeliveryQuery>,
  given?: Queryable,
): Promise<OutgoingDeliveryPage> {
  const db = given ?? (await database())
  const [at, id] = after === undefined ? [null, null] : decodePlace(position, after)
  const { rows } = await db.query<StoredDelivery>(
    `select ${columns} from ${joined}
     where ($1::uuid is null or target_id = $1) and ($2::text is null or state = $2)
       and ($3::timestamptz is null or sent.created_at < $3 or (sent.created_at = $3 and delivery_id > $4::uuid))
     order by sent.created_at desc, delivery_id limit $5`,
    [targetId ?? null, state ?? null, at, id, limit + 1],
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    deliveries: shown.map(toDelivery),
    after: rows.length > limit && last !== undefined ? encodePlace([last.created_at, last.delivery_id]) : null,
  }
}

async function readRow(db: Queryable, deliveryId: string): Promise<StoredDelivery> {
  const { rows } = await db.query<StoredDelivery>(`select ${columns} from ${joined} where delivery_id = $1`, [
    deliveryId,
  ])
  const [row] = rows
  if (row === undefined) throw new AppError('not_found', serverText('outgoing.deliveryNotFound'))
  return row
}

/** One delivery. @throws AppError not_found */
export const readOutgoing = async (db: Queryable, deliveryId: string): Promise<OutgoingDelivery> =>
  toDelivery(await readRow(db, deliveryId))

/** One delivery, with its body in the format of its target. @throws AppError not_found */
export async function readWholeOutgoing(
  deliveryId: string,
  given?: Queryable,
  publicUrl = settings().publicUrl,
): Promise<WholeOutgoingDelivery> {
  const row = await readRow(given ?? (await database()), deliveryId)
  const delivery = toDelivery(row)
  return { ...delivery, body: writeMessage(row.format, { ...delivery, publicUrl }) }
}
