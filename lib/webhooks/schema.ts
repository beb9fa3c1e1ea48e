import * as z from 'zod'
import { serverText } from '@/lib/server-text'
import { deliveryStates, receiverVerdicts } from './values-model'

/**
 * Webhook deliveries of the service, and the subscriptions that cause them. The body of a delivery only references an
 * object.
 */

const instant = z.iso.datetime({ offset: true })
const text = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((value) => !value.includes('\0'), serverText('common.fields.badCharacter'))

export const deliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof deliveryState>

export const delivery = z.object({
  deliveryId: z.uuid(),
  receivedAt: instant,
  webhookId: z.string().nullable(),
  /**
   * In the service's notation, from general to specific: TRIGGER_EVENT_INSPECTION, TRIGGER_EVENT_INSPECTION_METADATA …
   */
  eventTypes: z.array(z.string()),
  /** When it happened according to the service. */
  triggeredAt: instant.nullable(),
  /** ID of the user who caused the event. */
  triggeredBy: z.string().nullable(),
  /** For example INSPECTION. */
  resourceType: z.string().nullable(),
  resourceId: z.string().nullable(),
  /** The inspection that this console can show: the resource is an inspection with a valid ID. */
  inspectionId: z.string().nullable(),
  /** Its title in the index; null if it is not there. */
  inspectionTitle: z.string().nullable(),
  state: deliveryState,
  /** When the delivery is processed next; null unless it waits. */
  dueAt: instant.nullable(),
  tries: z.number().int(),
  handledAt: instant.nullable(),
  /** What was done, or the reason why nothing was done, as a text for people. */
  note: z.string().nullable(),
})
export type Delivery = z.infer<typeof delivery>

/** Response of GET /api/webhooks/deliveries/[deliveryId]. */
export const wholeDelivery = delivery.extend({
  /** As received: JSON, unless it is unreadable. */
  body: z.string(),
  bodyBytes: z.number().int(),
  /** SHA-256 of the body in hex. Deliveries with equal bodies are the same delivery. */
  bodyDigest: z.string(),
})
export type WholeDelivery = z.infer<typeof wholeDelivery>

/** Query of GET /api/webhooks/deliveries. */
export const deliveryQuery = z.object({
  /** Only deliveries in this state. */
  state: deliveryState.optional(),
  /**
   * Only deliveries with this event, with or without the prefix TRIGGER_EVENT_. Every delivery about an inspection has
   * the event `INSPECTION`. `ACTION`, `INCIDENT`, `TRAINING`, `MEDIA` and `ATTENDANCE` match all events that
   * begin with them.
   */
  kind: text(120).optional(),
  /** Only deliveries about this resource, such as the ID of an inspection. */
  resource: text(200).optional(),
  /** Cursor of the next page: `after` from the previous response. */
  after: z.string().max(100).optional(),
  /** Number of deliveries per page. */
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
/** The filters of deliveries. */
export type DeliveryFilter = { state?: DeliveryState; kind?: string; resource?: string; limit?: number }

/** Newest first. */
export const deliveryPage = z.object({ deliveries: z.array(delivery), after: z.string().nullable() })
export type DeliveryPage = z.infer<typeof deliveryPage>

/** Path of one delivery. */
export const deliveryPlace = z.object({ deliveryId: z.uuid() })

export const receiverVerdict = z.enum(receiverVerdicts)
export type ReceiverVerdict = z.infer<typeof receiverVerdict>

/** A refused request. It is only kept in the memory of the process that refused it. */
export const refusal = z.object({ verdict: receiverVerdict, at: instant, address: z.string() })
export type Refusal = z.infer<typeof refusal>

/** Response of GET /api/webhooks/status. */
export const webhookStatus = z.object({
  /** The address to which the service must send deliveries. */
  receiverUrl: z.string(),
  scheme: z.enum(['hmac-sha256', 'header']),
  /** The header that deliveries are verified with. */
  header: z.string(),
  secret: z.object({
    /** `setting`: WEBHOOK_SECRET. `service`: fetched from the service. `none`: every delivery is refused with 503. */
    source: z.enum(['setting', 'service', 'none']),
    /** Whether the previous secret is accepted too. */
    hasPrevious: z.boolean(),
    /**
     * Until when the previous secret is accepted; null when a setting defines the secret, or there is no previous
     * secret.
     */
    previousUntil: instant.nullable(),
    /** When the secret was fetched; null for a setting. */
    since: instant.nullable(),
  }),
  /** Counts of this process since it started. */
  verdicts: z.record(receiverVerdict, z.number().int()),
  countedSince: instant,
  /** The latest refusals of this process, newest first. */
  refusals: z.array(refusal),
  /** The latest accepted delivery of all consoles on this database. */
  lastAcceptedAt: instant.nullable(),
  waiting: z.number().int(),
  /** Age of the oldest waiting delivery; null when none waits. */
  oldestWaitingSeconds: z.number().nullable(),
  failed: z.number().int(),
})
export type WebhookStatus = z.infer<typeof webhookStatus>

/** A subscription as the service has it. Fields that it may omit are null. */
export const subscription = z.object({
  webhookId: z.string(),
  url: z.string(),
  triggerEvents: z.array(z.string()),
  enabled: z.boolean().nullable(),
  userId: z.string().nullable(),
  organisationId: z.string().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  /** Whether the subscription sends to this console. Others are shown and left unchanged. */
  isOurs: z.boolean(),
  /** Further fields that the service returned. */
  others: z.record(z.string(), z.unknown()),
})
export type Subscription = z.infer<typeof subscription>

/** Response of GET /api/webhooks/subscriptions. */
export const subscriptionList = z.object({
  /**
   * Null if the service manages webhooks. Otherwise the reason why this console cannot manage them there, with a text
   * for people.
   */
  unavailable: z.object({ reason: z.enum(['absent', 'forbidden']), message: z.string() }).nullable(),
  receiverUrl: z.string(),
  subscriptions: z.array(subscription),
  /** How many rows of the service have no usable ID. */
  unreadable: z.number().int(),
})
export type SubscriptionList = z.infer<typeof subscriptionList>

export const triggerEventsMax = 100
const triggerEvent = z.string().regex(/^TRIGGER_EVENT_[A-Z0-9_]{1,100}$/)
/** Events to receive, such as TRIGGER_EVENT_INSPECTION. */
const triggerEvents = z
  .array(triggerEvent)
  .min(1)
  .max(triggerEventsMax)
  .transform((kinds) => [...new Set(kinds)])

/** Body of POST /api/webhooks/subscriptions. It always sends to this console's receiver. */
export const newSubscription = z.object({ triggerEvents })
export type NewSubscription = z.input<typeof newSubscription>

/** Body of PATCH /api/webhooks/subscriptions/[webhookId]. Fields that are left out stay unchanged. */
export const subscriptionChange = z
  .object({
    triggerEvents: triggerEvents.optional(),
    /** False pauses deliveries. */
    enabled: z.boolean().optional(),
  })
  .refine(
    ({ triggerEvents: kinds, enabled }) => kinds !== undefined || enabled !== undefined,
    serverText('common.fields.nothing'),
  )
export type SubscriptionChange = z.input<typeof subscriptionChange>

/** Path of one subscription. */
export const subscriptionPlace = z.object({
  /** ID of the subscription in SafetyCulture. */
  webhookId: z
    .string()
    .max(200)
    .regex(/^(?!\.{1,2}$)[A-Za-z0-9_.:~-]+$/, serverText('common.fields.id')),
})

/** The result of a write of a subscription. */
export const subscriptionWritten = z.object({
  /**
   * `unknown`: the response was lost. The request is not repeated. The activity log gets the outcome when the service
   * shows it.
   */
  outcome: z.enum(['done', 'unknown']),
  activityId: z.uuid(),
  /** The subscription as the service has it now; null after a deletion and while the outcome is unknown. */
  subscription: subscription.nullable(),
  /** A further note for people. */
  note: z.string().nullable(),
})
export type SubscriptionWritten = z.infer<typeof subscriptionWritten>

/** `fetch`: get the secret with which SafetyCulture signs deliveries. `rotate`: request a new secret. */
export const secretActions = ['fetch', 'rotate'] as const
/** Body of POST /api/webhooks/secret. */
export const secretAsked = z.object({ action: z.enum(secretActions) })
export type SecretAction = (typeof secretActions)[number]

/** The result of a write of the secret. The secret itself never leaves the server. */
export const secretWritten = z.object({
  outcome: z.enum(['done', 'unknown']),
  activityId: z.uuid(),
  /** Whether the secret differs from the previous one. */
  isNew: z.boolean(),
  note: z.string().nullable(),
})
export type SecretWritten = z.infer<typeof secretWritten>
