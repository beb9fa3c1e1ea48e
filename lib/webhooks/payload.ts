import 'server-only'
import * as z from 'zod'
import { normalizeInstant } from '@/lib/time/instants'
import { bareKind } from './model'

/**
 * Reads a delivery leniently: its format is only known from the service's public pages (service.md 8), not from the
 * contract.
 */
export interface ReadPayload {
  webhookId: string | null
  eventTypes: string[]
  triggeredAt: string | null
  triggeredBy: string | null
  resourceType: string | null
  resourceId: string | null
  /** When the resource was modified according to the service, in the format of the index. */
  resourceVersion: string | null
}

const charsMax = 200
const kindsMax = 100

/** A value that a column can store, or null. */
const word = z
  .string()
  .transform((text) => text.replaceAll('\u0000', '').toWellFormed().slice(0, charsMax))
  .nullable()
  .catch(null)
const kinds = z
  .array(z.unknown())
  .transform((list) =>
    list.slice(0, kindsMax).flatMap((kind) => {
      const text = word.parse(kind)
      return text === null || text === '' ? [] : [text]
    }),
  )
  .catch([])

/** The requested fields of an object; anything else counts as an empty object. */
const part = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape).catch(() => z.looseObject(shape).parse({}))

const payload = z.looseObject({
  webhook_id: word.default(null),
  event: part({
    date_triggered: word.default(null),
    event_types: kinds.default([]),
    triggered_by: part({ user: word.default(null) }).prefault({}),
  }).prefault({}),
  resource: part({ id: word.default(null), type: word.default(null) }).prefault({}),
  data: part({
    details: part({ inspection_id: word.default(null), modify_time: word.default(null) }).prefault({}),
    // Version 1.0.0 had the whole inspection instead.
    audit: part({ audit_id: word.default(null), modified_at: word.default(null) }).prefault({}),
  }).prefault({}),
})

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The text of a body for the database. Characters that are not UTF-8, or that it cannot store, are replaced. */
export function readText(body: Uint8Array): string {
  return new TextDecoder().decode(body).replaceAll('\u0000', '\ufffd')
}

/**
 * Reads a delivery. Returns null for unreadable bodies: not UTF-8, not JSON, not an object, or without the object that
 * the delivery is about.
 */
export function readPayload(body: Uint8Array): ReadPayload | null {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(body))
  } catch {
    return null
  }
  if (Array.isArray(value)) return null
  const parsed = payload.safeParse(value)
  if (!parsed.success) return null
  const { webhook_id: webhookId, event, resource, data } = parsed.data
  const inspectionId = data.details.inspection_id ?? data.audit.audit_id
  const named = resource.type ?? (inspectionId === null ? null : 'INSPECTION')
  const read: ReadPayload = {
    webhookId,
    eventTypes: event.event_types,
    triggeredAt: normalizeInstant(event.date_triggered),
    triggeredBy: event.triggered_by.user,
    resourceType: named,
    resourceId: resource.id ?? inspectionId,
    resourceVersion: normalizeInstant(data.details.modify_time ?? data.audit.modified_at),
  }
  return read.eventTypes.length === 0 && read.resourceId === null ? null : read
}

/**
 * Events after which the inspection itself is read. After them the service's list still has the old version or no
 * longer has the inspection.
 */
export const rereadKinds: readonly string[] = [
  'INSPECTION_ARCHIVED_STATUS',
  'INSPECTION_DELETED_STATUS',
  'INSPECTION_ARCHIVED',
  'INSPECTION_UNARCHIVED',
  'INSPECTION_ACCESS',
  'INSPECTION_ORGANISATION',
].flatMap((kind) => [kind, `TRIGGER_EVENT_${kind}`])

const rereadKindSet = new Set(rereadKinds.map(bareKind))

/** Whether events require a read of the inspection itself. */
export function wantsReread(eventTypes: readonly string[]): boolean {
  return eventTypes.some((kind) => rereadKindSet.has(bareKind(kind)))
}

/**
 * How long after a delivery its second is certainly over. Two changes within one second can cause a single delivery,
 * because the service gives times by the second and equal bytes are the same delivery. Only a read that begins after
 * that second shows everything that happened in it. So an inspection is read at once, for the screens, and again when
 * the second is over. A pass for events without a version waits for the end of the second.
 */
export const settleMs = 1_100
export function startDelayMs({ eventTypes, resourceVersion }: ReadPayload): number {
  return resourceVersion === null && !wantsReread(eventTypes) ? settleMs : 0
}
