import * as z from 'zod'

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  triggerEvents: z.array(z.string()),
  enabled: z.boolean(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
})
/** Who wants to be told of what. */
export type Webhook = z.infer<typeof webhook>

/** One thing that was done to subscriptions or to the secret that deliveries are signed with. */
export const webhookStep = z.discriminatedUnion('do', [
  z.object({ do: z.literal('put-webhook'), webhook }),
  z.object({ do: z.literal('delete-webhook'), id: z.string() }),
  z.object({ do: z.literal('put-token'), token: z.string() }),
])
export type WebhookStep = z.infer<typeof webhookStep>

/** A step as the change log keeps it. `made` is how many subscriptions have ever been made with it. */
export const webhookChange = z.object({ kind: z.literal('webhooks'), made: z.number().int(), step: webhookStep })
