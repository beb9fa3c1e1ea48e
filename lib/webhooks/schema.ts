import * as z from 'zod'
import { serverText } from '@/lib/server-text'

/** What the service tells by webhooks, and the subscriptions that make it tell. The body of a delivery is a pointer. */

const instant = z.iso.datetime({ offset: true })
const text = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((value) => !value.includes('\0'), serverText('common.fields.badCharacter'))

/**
 * `waiting`: taken in, and worked on next. `done`: what it points at is in the index as it is now. `ignored`: nothing here
 * depends on it. `failed`: given up after several tries. `unreadable`: signed, and not understood.
 */
export const deliveryStates = ['waiting', 'done', 'ignored', 'failed', 'unreadable'] as const
export const deliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof deliveryState>

export const delivery = z.object({
  deliveryId: z.uuid(),
  receivedAt: instant,
  webhookId: z.string().nullable(),
  /** As the service spells them, general to special: TRIGGER_EVENT_INSPECTION, TRIGGER_EVENT_INSPECTION_METADATA … */
  eventTypes: z.array(z.string()),
  /** When it happened, as the service says. */
  triggeredAt: instant.nullable(),
  /** Id of the user who caused it. */
  triggeredBy: z.string().nullable(),
  /** E.g. INSPECTION. */
  resourceType: z.string().nullable(),
  resourceId: z.string().nullable(),
  /** The inspection that this console can show: the resource is one, and its id is an id. */
  inspectionId: z.string().nullable(),
  /** Its title in the index; null where it is not there. */
  inspectionTitle: z.string().nullable(),
  state: deliveryState,
  /** When it is worked on next; null unless it waits. */
  dueAt: instant.nullable(),
  tries: z.number().int(),
  handledAt: instant.nullable(),
  /** What was done, or why not, in words. */
  note: z.string().nullable(),
})
export type Delivery = z.infer<typeof delivery>

/** Answer of GET /api/webhooks/deliveries/[deliveryId]. */
export const wholeDelivery = delivery.extend({
  /** As it came: JSON, unless it is unreadable. */
  body: z.string(),
  bodyBytes: z.number().int(),
  /** SHA-256 of the body in hex: the same body again is the same delivery. */
  bodyDigest: z.string(),
})
export type WholeDelivery = z.infer<typeof wholeDelivery>

/** Query of GET /api/webhooks/deliveries. */
export const deliveryQuery = z.object({
  state: deliveryState.optional(),
  /** One of its event kinds, with or without TRIGGER_EVENT_ before it. `INSPECTION` is in every one of an inspection. */
  kind: text(120).optional(),
  /** Id of the resource. */
  resource: text(200).optional(),
  after: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
/** What deliveries are asked for by. */
export type DeliveryFilter = { state?: DeliveryState; kind?: string; resource?: string; limit?: number }

/** The newest first. */
export const deliveryPage = z.object({ deliveries: z.array(delivery), after: z.string().nullable() })
export type DeliveryPage = z.infer<typeof deliveryPage>

/** Path of one delivery. */
export const deliveryPlace = z.object({ deliveryId: z.uuid() })

/**
 * What the receiver said. `accepted`: new, kept. `repeated`: the same bytes as one that is kept. `unreadable`: signed, kept
 * and not understood. `bad-signature`, `no-signature`: refused as forged. `not-configured`: no secret is known here.
 * `throttled`: one address asked too often. `too-large`: over the size that is read.
 */
export const receiverVerdicts = [
  'accepted',
  'repeated',
  'unreadable',
  'bad-signature',
  'no-signature',
  'not-configured',
  'throttled',
  'too-large',
] as const
export const receiverVerdict = z.enum(receiverVerdicts)
export type ReceiverVerdict = z.infer<typeof receiverVerdict>

/** A request that was refused; kept in memory of the process that refused it. */
export const refusal = z.object({ verdict: receiverVerdict, at: instant, address: z.string() })
export type Refusal = z.infer<typeof refusal>

/** Answer of GET /api/webhooks/status. */
export const webhookStatus = z.object({
  /** Where the service has to send them. */
  receiverUrl: z.string(),
  scheme: z.enum(['hmac-sha256', 'header']),
  /** The header that is looked at. */
  header: z.string(),
  secret: z.object({
    /** `setting`: WEBHOOK_SECRET. `service`: fetched from the service. `none`: every delivery is refused with 503. */
    source: z.enum(['setting', 'service', 'none']),
    /** The one before is accepted too. */
    hasPrevious: z.boolean(),
    /** Until when the one before is accepted; null where a setting says so, or there is none. */
    previousUntil: instant.nullable(),
    /** When it was fetched; null where it is a setting. */
    since: instant.nullable(),
  }),
  /** Counts of this process since it started. */
  verdicts: z.record(receiverVerdict, z.number().int()),
  countedSince: instant,
  /** Of this process, the newest first; some. */
  refusals: z.array(refusal),
  /** Of all consoles on this database. */
  lastAcceptedAt: instant.nullable(),
  waiting: z.number().int(),
  /** Age of the oldest that waits; null when none does. */
  oldestWaitingSeconds: z.number().nullable(),
  failed: z.number().int(),
})
export type WebhookStatus = z.infer<typeof webhookStatus>

/** A subscription as the service has it. What it may leave out is null. */
export const subscription = z.object({
  webhookId: z.string(),
  url: z.string(),
  triggerEvents: z.array(z.string()),
  enabled: z.boolean().nullable(),
  userId: z.string().nullable(),
  organisationId: z.string().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  /** It sends to this console; others are shown and left alone. */
  isOurs: z.boolean(),
  /** What else the service says of it. */
  others: z.record(z.string(), z.unknown()),
})
export type Subscription = z.infer<typeof subscription>

/** Answer of GET /api/webhooks/subscriptions. */
export const subscriptionList = z.object({
  /** Null: the service manages webhooks. Else why this console cannot manage them there, in words. */
  unavailable: z.object({ reason: z.enum(['absent', 'forbidden']), message: z.string() }).nullable(),
  receiverUrl: z.string(),
  subscriptions: z.array(subscription),
  /** Rows of the service without a usable id. */
  unreadable: z.number().int(),
})
export type SubscriptionList = z.infer<typeof subscriptionList>

export const triggerEventsMax = 100
const triggerEvent = z.string().regex(/^TRIGGER_EVENT_[A-Z0-9_]{1,100}$/)
const triggerEvents = z
  .array(triggerEvent)
  .min(1)
  .max(triggerEventsMax)
  .transform((kinds) => [...new Set(kinds)])

/** Body of POST /api/webhooks/subscriptions. It sends to this console's receiver, always. */
export const newSubscription = z.object({ triggerEvents })
export type NewSubscription = z.input<typeof newSubscription>

/** Body of PATCH /api/webhooks/subscriptions/[webhookId]. What is left out stays. */
export const subscriptionChange = z
  .object({ triggerEvents: triggerEvents.optional(), enabled: z.boolean().optional() })
  .refine(
    ({ triggerEvents: kinds, enabled }) => kinds !== undefined || enabled !== undefined,
    serverText('common.fields.nothing'),
  )
export type SubscriptionChange = z.input<typeof subscriptionChange>

/** Path of one subscription. */
export const subscriptionPlace = z.object({
  webhookId: z
    .string()
    .max(200)
    .regex(/^(?!\.{1,2}$)[A-Za-z0-9_.:~-]+$/, serverText('common.fields.id')),
})

/** What a write of a subscription did. */
export const subscriptionWritten = z.object({
  /** `unknown`: the answer was lost. Nothing is repeated; the log of activity gets its outcome when the service tells. */
  outcome: z.enum(['done', 'unknown']),
  activityId: z.uuid(),
  /** As the service has it now; null after a deletion and while unknown. */
  subscription: subscription.nullable(),
  /** What else is to be known, in words. */
  note: z.string().nullable(),
})
export type SubscriptionWritten = z.infer<typeof subscriptionWritten>

/** Body of POST /api/webhooks/secret. `fetch`: the one that the service signs with. `rotate`: has it make a new one. */
export const secretActions = ['fetch', 'rotate'] as const
export const secretAsked = z.object({ action: z.enum(secretActions) })
export type SecretAction = (typeof secretActions)[number]

/** What came of it. The secret itself never leaves the server. */
export const secretWritten = z.object({
  outcome: z.enum(['done', 'unknown']),
  activityId: z.uuid(),
  /** Whether it is another one than before. */
  isNew: z.boolean(),
  note: z.string().nullable(),
})
export type SecretWritten = z.infer<typeof secretWritten>
