import * as z from 'zod'
import { assetStatus } from '@/lib/assets/schema'
import { auditId } from '@/lib/ids'
import { ruleBody, subjects } from './schema'

/** What a rule would have done, before it is saved. */

const instant = z.iso.datetime({ offset: true })

const plannedStatus = z.object({
  assetId: z.string(),
  name: z.string(),
  before: assetStatus.nullable(),
  after: assetStatus,
})

export const previewItem = z.object({
  subject: z.enum(subjects),
  id: z.string(),
  title: z.string().nullable(),
  /** For an inspection the time of its last change, otherwise the time when the rule would have acted. */
  at: instant,
  statuses: z.array(plannedStatus),
})

/** Response of POST /api/rules/preview: what the rule would have done in the last days. */
export const rulePreview = z.object({
  /** What the rule would have acted on. For assets without inspection and for trouble: what applies now. */
  total: z.number().int(),
  /** False: some inspections have earlier versions, which may have matched before, so `total` is an upper limit. */
  isExact: z.boolean(),
  /**
   * How many documents of the days were read, if not all of them were, so that there may be more results. Null: all
   * were read.
   */
  read: z.object({ documents: z.number().int(), of: z.number().int() }).nullable(),
  items: z.array(previewItem),
  /** The people who would be notified, by name. */
  people: z.array(z.object({ name: z.string(), email: z.boolean() })),
  /** Names of the targets of outgoing webhooks that would get a delivery for each act. */
  targets: z.array(z.string()),
  /** Problems that would pause the rule at its first act. */
  problems: z.array(z.string()),
})
export type RulePreview = z.infer<typeof rulePreview>

/** Body of POST /api/rules/preview. */
export const previewAsk = ruleBody.extend({
  /** Covers only this inspection, no matter when it was modified. If omitted, the inspections of the last 30 days. */
  auditId: auditId.optional(),
})
export type PreviewAsk = z.infer<typeof previewAsk>
