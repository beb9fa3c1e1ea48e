import 'server-only'
import * as z from 'zod'
import { normalizeInstant } from '@/lib/time/instants'
import { bareKind } from './model'

/** What a delivery says, read leniently: its shape is the service's public pages' (service.md 8), not the contract's. */
export interface ReadPayload {
  webhookId: string | null
  eventTypes: string[]
  triggeredAt: string | null
  triggeredBy: string | null
  resourceType: string | null
  resourceId: string | null
  /** When the service says that the resource was modified, in the spelling of the index. */
  resourceVersion: string | null
}

const charsMax = 200
const kindsMax = 100

/** Something a column can hold, or null. */
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

/** An object with what is asked for of it; anything else is an empty one. */
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

/** The text of a body, for the database; what is not UTF-8, or not kept by it, is replaced. */
export function readText(body: Uint8Array): string {
  return new TextDecoder().decode(body).replaceAll('\u0000', '\ufffd')
}

/** Null for what cannot be understood: not UTF-8, not JSON, no object, or with nothing in it that says what it is about. */
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
 * Kinds after which the inspection itself is read: its list keeps what they change under the old version, or has it no
 * more.
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

/** Whether the inspection itself has to be read. */
export function wantsReread(eventTypes: readonly string[]): boolean {
  return eventTypes.some((kind) => rereadKindSet.has(bareKind(kind)))
}

/**
 * The same bytes are the same delivery, and the service tells times of events by the second: what happens twice within
 * one is told once. So only a read that begins after this time shows whatever happened in that second. An inspection is
 * read at once, for the screens, and again when the second is over; a pass for what has no version waits for it.
 */
export const settleMs = 1_100
export function startDelayMs({ eventTypes, resourceVersion }: ReadPayload): number {
  return resourceVersion === null && !wantsReread(eventTypes) ? settleMs : 0
}
