import * as z from 'zod'
import { answerJson, type Answer } from '@/lib/standin/answers'
import type { StandinControl } from './control'
import { assetSteps } from './assets'
import { userSteps } from './users'
import { webhookSteps } from './webhooks'
import { faultRule } from '@/lib/standin/faults'
import { Refusal } from '@/lib/standin/refusals'

const exportRules = z.object({
  takesMs: z.number().nullable().optional(),
  failNext: z.number().int().optional(),
  missNext: z.number().int().optional(),
  word: z.string().nullable().optional(),
  linkOrigin: z.string().nullable().optional(),
  linkLastsMs: z.number().optional(),
  refuseTokens: z.boolean().optional(),
})
const limit = z.number().int().min(1)
const limitMode = z.union([z.enum(['table', 'off']), limit, z.record(z.string(), limit)])
const id = z.object({ id: z.string() })

/** The control interface over HTTP, for tests in another process: POST /__control/<name> with a JSON body. */
export async function answerControl(control: StandinControl, name: string, body: unknown): Promise<Answer> {
  const steps: Record<string, () => unknown> = {
    ...assetSteps(control, body),
    ...userSteps(control, body),
    ...webhookSteps(control, body),
    'set-fault': () => ({ id: control.setFault(faultRule.parse(body)) }),
    'clear-faults': () => control.clearFaults(z.object({ id: z.number().optional() }).parse(body ?? {}).id),
    counts: () => ({
      operations: control.counts(),
      throttled: control.throttled,
      unauthorized: control.unauthorized,
      inFlight: control.inFlight,
      inFlightMax: control.inFlightMax,
      faults: control.faultCounts(),
    }),
    'reset-counts': () => control.resetCounts(),
    'reset-limits': () => control.resetLimits(),
    'set-limits': () => control.setLimits(z.object({ limits: limitMode }).parse(body).limits),
    record: () => control.record(z.object({ on: z.boolean() }).parse(body).on),
    requests: () => control.requests(),
    'clock-offset': () => control.setClockOffset(z.object({ ms: z.number() }).parse(body).ms),
    insert: () => {
      const options = z
        .object({
          count: z.number().int().min(1).max(10_000),
          at: z.number().optional(),
          stepMs: z.number().optional(),
          template: z.string().optional(),
        })
        .parse(body)
      const { count, at, stepMs, template } = options
      const ids = control.insert(count, {
        ...(at === undefined ? {} : { at }),
        ...(stepMs === undefined ? {} : { stepMs }),
        ...(template === undefined ? {} : { template }),
      })
      return { ids }
    },
    'set-exports': () => {
      const given = Object.entries(exportRules.parse(body)).filter(([, value]) => value !== undefined)
      control.exports.set(Object.fromEntries(given))
    },
    'export-counts': () => ({
      starts: Object.fromEntries(control.exports.starts),
      signedWithToken: control.exports.signedWithToken,
    }),
    touch: () => ({ modified_at: control.touch(id.parse(body).id) }),
    answer: () => {
      const { id: auditId, items } = z
        .object({ id: z.string(), items: z.array(z.looseObject({ item_id: z.string() })) })
        .parse(body)
      return control.answer(auditId, { items })
    },
    'live-step': () => control.live.step(),
    complete: () => ({ modified_at: control.complete(id.parse(body).id) }),
    archive: () => {
      const { id: auditId, archived } = z.object({ id: z.string(), archived: z.boolean().default(true) }).parse(body)
      return control.archive(auditId, archived)
    },
    'archived-flag': () => {
      const { id: auditId, archived } = z.object({ id: z.string(), archived: z.boolean() }).parse(body)
      return control.setArchivedFlag(auditId, archived)
    },
    override: () => {
      const { id: auditId, patch } = z.object({ id: z.string(), patch: z.record(z.string(), z.unknown()) }).parse(body)
      return control.override(auditId, patch)
    },
    delete: () => control.delete(id.parse(body).id),
    hide: () => {
      const { id: auditId, hidden } = z.object({ id: z.string(), hidden: z.boolean().default(true) }).parse(body)
      return control.hide(auditId, hidden)
    },
    truth: () =>
      control.truth(z.object({ archived: z.enum(['true', 'false', 'both']).optional() }).parse(body ?? {}).archived),
  }
  const step = Object.hasOwn(steps, name) ? steps[name] : undefined
  if (!step) throw new Refusal(404, 'no such control')
  try {
    return answerJson((await step()) ?? {})
  } catch (error) {
    if (error instanceof z.ZodError) throw new Refusal(400, error.message)
    throw error
  }
}
