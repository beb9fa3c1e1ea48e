import * as z from 'zod'

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  triggerEvents: z.array(z.string()),
  enabled: z.boolean(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
})
/** A subscription: its address and event types. */
export type Webhook = z.infer<typeof webhook>

/** One change to subscriptions or to the secret that signs deliveries. */
export const webhookStep = z.discriminatedUnion('do', [
  z.object({ do: z.literal('put-webhook'), webhook }),
  z.object({ do: z.literal('delete-webhook'), id: z.string() }),
  z.object({ do: z.literal('put-token'), token: z.string() }),
])
export type WebhookStep = z.infer<typeof webhookStep>

/** A step as in the change log. `made` is the number of subscriptions created up to and including it. */
export const webhookChange = z.object({ kind: z.literal('webhooks'), made: z.number().int(), step: webhookStep })
