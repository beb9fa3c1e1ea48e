import * as z from 'zod'
import type { StandinControl } from './control'
import { eventKinds } from '@/lib/standin/webhooks/events'

const share = z.number().min(0).max(1)
const troubles = z.object({
  drop: share.default(0),
  double: share.default(0),
  reorder: z.boolean().default(false),
  delayMs: z.number().min(0).default(0),
})
const pace = z.object({
  retryMs: z.array(z.number().min(0)).max(3).optional(),
  timeoutMs: z.number().min(1).optional(),
})

const assignment = z.object({
  action: z.object({ id: z.string(), title: z.string().default('') }),
  assigneeId: z.string(),
  assignedBy: z.string().optional(),
})

/** The part of the HTTP control interface for webhooks. */
export function webhookSteps(control: StandinControl, body: unknown): Record<string, () => unknown> {
  const { webhooks } = control
  return {
    'set-webhook-troubles': () => webhooks.setTroubles(troubles.parse(body)),
    'set-webhook-pace': () => {
      const given = Object.entries(pace.parse(body)).filter(([, value]) => value !== undefined)
      webhooks.setPace(Object.fromEntries(given))
    },
    'webhook-deliveries': () => webhooks.deliveries(),
    'forget-webhook-deliveries': () => webhooks.forget(),
    'flush-webhooks': () => webhooks.flush(),
    'settle-webhooks': () => webhooks.settled(),
    'add-webhook': () => {
      const { url, events } = z.object({ url: z.string(), events: z.array(z.string()).optional() }).parse(body)
      return { id: webhooks.subscribe(url, events) }
    },
    'webhook-token': () => ({ token: webhooks.token() }),
    'send-webhook': () => {
      const { kind, id } = z.object({ kind: z.enum(eventKinds), id: z.string() }).parse(body)
      return webhooks.send(kind, id)
    },
    'assign-action': () => webhooks.assignAction(assignment.parse(body)),
    'send-raw-webhook': async () => {
      const sent = z.object({ body: z.string(), headers: z.record(z.string(), z.string()).optional() }).parse(body)
      return { outcomes: await webhooks.sendRaw(sent.body, sent.headers) }
    },
  }
}
