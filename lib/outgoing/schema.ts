import * as z from 'zod'
import { serverText } from '@/lib/server-text'
import { deliveryStates, formats, targetNameMax } from './values-model'

/** Outgoing webhooks: rules send their results to targets outside Sightline. */

const instant = z.iso.datetime({ offset: true })

const format = z.enum(formats)
export type TargetFormat = z.infer<typeof format>

export const target = z.object({
  targetId: z.uuid(),
  name: z.string(),
  format,
  /** The address of the target without its path, because the path may be a secret. */
  host: z.string(),
  revision: z.number().int(),
  createdByName: z.string(),
  createdAt: instant,
  secretAt: instant,
  waiting: z.number().int(),
  lastDeliveredAt: instant.nullable(),
  lastFailedAt: instant.nullable(),
})
export type Target = z.infer<typeof target>

/** Response of GET /api/outgoing. */
export const targetList = z.object({ targets: z.array(target) })
export type TargetList = z.infer<typeof targetList>

/** Name of the target. */
const name = z
  .string()
  .trim()
  .min(1, serverText('common.fields.empty'))
  .max(targetNameMax)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, serverText('common.fields.badCharacter'))
/** The https URL that deliveries are sent to. */
const url = z.string().trim().max(2_000)

/** Body of POST /api/outgoing. */
export const newTarget = z.object({ name, url, format })
export type NewTarget = z.infer<typeof newTarget>

/** Body of PATCH /api/outgoing/[targetId]. Omitted fields stay unchanged. */
export const targetChange = z.object({
  /** The revision that the person edited. If the stored revision differs, there is a conflict. */
  revision: z.number().int(),
  name: name.optional(),
  url: url.optional(),
  format: format.optional(),
})
export type TargetChange = z.infer<typeof targetChange>

/** A target with its new secret. The secret is never shown again. */
export const targetWithSecret = z.object({ target, secret: z.string() })
export type TargetWithSecret = z.infer<typeof targetWithSecret>

/** What a delivery reports. */
export const outgoingEvent = z.object({
  type: z.enum(['rule', 'test']),
  /** The rule that sends it; null for a test. */
  rule: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** What the event is about. `path` is its page in Sightline. */
  subject: z.object({ kind: z.string(), id: z.string(), name: z.string(), path: z.string() }).nullable(),
  /** For an inspection: the version that matched. */
  version: z.string().nullable(),
  /** What the rule did or found, in the language of the server. */
  details: z.array(z.string()).default([]),
})
export type OutgoingEvent = z.infer<typeof outgoingEvent>

export const outgoingDelivery = z.object({
  deliveryId: z.uuid(),
  targetId: z.uuid(),
  targetName: z.string(),
  /** False if the target was deleted. Then the delivery cannot be sent again. */
  hasTarget: z.boolean(),
  event: outgoingEvent,
  state: z.enum(deliveryStates),
  createdAt: instant,
  /** The next try; null when there is none. */
  nextAt: instant.nullable(),
  tries: z.number().int(),
  handledAt: instant.nullable(),
  /** HTTP status of the last try; null when there was no response. */
  status: z.number().int().nullable(),
  note: z.string().nullable(),
})
export type OutgoingDelivery = z.infer<typeof outgoingDelivery>

/** One delivery with its body in the format of its target. */
export const wholeOutgoingDelivery = outgoingDelivery.extend({ body: z.string() })
export type WholeOutgoingDelivery = z.infer<typeof wholeOutgoingDelivery>

/** Query and response of GET /api/outgoing/deliveries: deliveries, newest first. */
export const outgoingDeliveryQuery = z.object({
  /** Only deliveries to this target. */
  targetId: z.uuid().optional(),
  /** Only deliveries in this state. */
  state: z.enum(deliveryStates).optional(),
  /** Cursor of the next page: `after` from the previous response. */
  after: z.string().max(200).optional(),
  /** Number of deliveries per page. */
  limit: z.coerce.number().int().min(1).max(200).default(100),
})
export const outgoingDeliveryPage = z.object({ deliveries: z.array(outgoingDelivery), after: z.string().nullable() })
export type OutgoingDeliveryPage = z.infer<typeof outgoingDeliveryPage>
