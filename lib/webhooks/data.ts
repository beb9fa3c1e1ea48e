import 'server-only'
import * as z from 'zod'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { auditId } from '@/lib/ids'
import { service } from '@/lib/service/instance'
import type { Service } from '@/lib/service/types'
import { serverText } from '@/lib/server-text'
import { bareKind, kindFamilies, kindPrefix } from './model'
import { listRemote, readUnavailable } from './remote'
import type {
  Delivery,
  DeliveryPage,
  DeliveryState,
  deliveryQuery,
  SubscriptionList,
  WebhookStatus,
  WholeDelivery,
} from './schema'
import { webhookDoor, type WebhookDoor } from './instance'
import { headerOf } from './verify'

interface DeliveryRow {
  delivery_id: string
  received_at: string
  webhook_id: string | null
  event_types: string[]
  triggered_at: string | null
  triggered_by: string | null
  resource_type: string | null
  resource_id: string | null
  title: string | null
  state: DeliveryState
  due_at: string
  tries: number
  handled_at: string | null
  note: string | null
}

const columns = `d.delivery_id, d.received_at, d.webhook_id, d.event_types, d.triggered_at, d.triggered_by, d.resource_type,
  d.resource_id, i.title, d.state, d.due_at, d.tries, d.handled_at, d.note`
const joined = `webhook_deliveries d left join inspections i
  on i.audit_id = d.resource_id and upper(d.resource_type) = 'INSPECTION'`

function toDelivery(row: DeliveryRow): Delivery {
  const inspectionId =
    row.resource_type?.toUpperCase() === 'INSPECTION' ? auditId.safeParse(row.resource_id).data : null
  return {
    deliveryId: row.delivery_id,
    receivedAt: row.received_at,
    webhookId: row.webhook_id,
    eventTypes: row.event_types,
    triggeredAt: row.triggered_at,
    triggeredBy: row.triggered_by,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    inspectionId: inspectionId ?? null,
    inspectionTitle: row.title,
    state: row.state,
    dueAt: row.state === 'waiting' ? row.due_at : null,
    tries: row.tries,
    handledAt: row.handled_at,
    note: row.note,
  }
}

/** Time and id of the last delivery of a page. */
const place = z.tuple([z.iso.datetime({ offset: true }), z.uuid()])

/**
 * A page of the deliveries, newest first.
 * @throws AppError invalid, naming `after`
 */
export async function listDeliveries(asked: z.output<typeof deliveryQuery>, given?: Queryable): Promise<DeliveryPage> {
  const db = given ?? (await database())
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const where = ['true']
  if (asked.state !== undefined) where.push(`d.state = ${add(asked.state)}`)
  if (asked.kind !== undefined) {
    const kind = bareKind(asked.kind.toUpperCase())
    // The families of the filter are beginnings of names, such as ACTION. INSPECTION is an event of its own.
    const isFamily = kindFamilies.some(({ family, isUsed }) => !isUsed && family === kind)
    where.push(
      isFamily
        ? `exists (select from unnest(d.event_types) as named where named ~ ('^(${kindPrefix})?' || ${add(kind)} || '(_|$)'))`
        : `d.event_types && ${add([kind, kindPrefix + kind])}::text[]`,
    )
  }
  if (asked.resource !== undefined) where.push(`d.resource_id = ${add(asked.resource)}`)
  if (asked.after !== undefined) {
    const from = place.safeParse(asked.after.split('~'))
    if (!from.success)
      throw new AppError('invalid', serverText('common.unknownPlace'), {
        details: { fields: { after: serverText('common.fields.cursor') } },
      })
    const [at, id] = from.data.map(add)
    where.push(`(d.received_at < ${at} or (d.received_at = ${at} and d.delivery_id > ${id}))`)
  }
  const { rows } = await db.query<DeliveryRow>(
    `select ${columns} from ${joined} where ${where.join(' and ')}
     order by d.received_at desc, d.delivery_id limit ${add(asked.limit + 1)}`,
    values,
  )
  const shown = rows.slice(0, asked.limit)
  const last = shown.at(-1)
  return {
    deliveries: shown.map(toDelivery),
    after: rows.length > shown.length && last !== undefined ? `${last.received_at}~${last.delivery_id}` : null,
  }
}

/**
 * Reads one delivery with its body.
 * @throws AppError not_found
 */
export async function readDelivery(deliveryId: string, given?: Queryable): Promise<WholeDelivery> {
  const db = given ?? (await database())
  const { rows } = await db.query<DeliveryRow & { body: string; body_bytes: number; body_digest: string }>(
    `select ${columns}, d.body, octet_length(d.body) as body_bytes, d.body_digest from ${joined} where d.delivery_id = $1`,
    [deliveryId],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('not_found', serverText('webhooks.deliveryNotFound'))
  return { ...toDelivery(row), body: row.body, bodyBytes: row.body_bytes, bodyDigest: row.body_digest }
}

/** The address to which the service must send deliveries. */
export function receiverUrl(): string {
  return `${settings().publicUrl}/api/webhooks/service`
}

/** Whether deliveries can arrive, and the results of those that did. */
export async function readWebhookStatus(given?: {
  db: Queryable
  door: Pick<WebhookDoor, 'secrets' | 'verdicts'>
}): Promise<WebhookStatus> {
  const db = given?.db ?? (await database())
  const { secrets, verdicts } = given?.door ?? webhookDoor()
  const { webhooks } = settings()
  const known = await secrets.readAgain()
  const { since, counts, refusals } = verdicts.read()
  const { rows } = await db.query<{
    last_at: string | null
    waiting: number
    oldest_seconds: number | null
    failed: number
  }>(
    `select (select max(received_at) from webhook_deliveries) as last_at,
       count(*) filter (where state = 'waiting') as waiting,
       extract(epoch from clock_timestamp() - min(received_at) filter (where state = 'waiting'))::float8 as oldest_seconds,
       count(*) filter (where state = 'failed') as failed
     from webhook_deliveries where state in ('waiting', 'failed')`,
  )
  const [row] = rows
  return {
    receiverUrl: receiverUrl(),
    scheme: webhooks.scheme,
    header: headerOf(webhooks),
    secret: {
      source: known.source,
      hasPrevious: known.accepted.length > 1,
      previousUntil: known.previousUntil,
      since: known.since,
    },
    verdicts: counts,
    countedSince: since,
    refusals,
    lastAcceptedAt: row?.last_at ?? null,
    waiting: row?.waiting ?? 0,
    oldestWaitingSeconds: row?.oldest_seconds == null ? null : Math.max(0, row.oldest_seconds),
    failed: row?.failed ?? 0,
  }
}

/**
 * Lists the subscriptions at the service, or says why they cannot be managed there.
 * @throws AppError as `Service.call` for other errors
 */
export async function listSubscriptions(given?: {
  service: Pick<Service, 'call'>
  url: string
}): Promise<SubscriptionList> {
  const url = given?.url ?? receiverUrl()
  try {
    const listed = await listRemote(given?.service ?? service(), url, { lane: 'person' })
    return { unavailable: null, receiverUrl: url, ...listed }
  } catch (error) {
    const unavailable = readUnavailable(error)
    if (unavailable === null) throw error
    return { unavailable, receiverUrl: url, subscriptions: [], unreadable: 0 }
  }
}
