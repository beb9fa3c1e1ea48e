import * as z from 'zod'
import { serverText } from '@/lib/server-text'

const instant = z.iso.datetime({ offset: true })
const count = z.number().int()

export const templateRow = z.object({
  templateId: z.string(),
  name: z.string(),
  /** False for one that only the index knows: deleted since, archived, or hidden from the token. */
  isListed: z.boolean(),
  createdAt: instant.nullable(),
  modifiedAt: instant.nullable(),
  /** Of the inspections in the index that were made from it. */
  inspections: count,
  completed: count,
  failed: count,
  /** Mean of the completed ones that have a score, 0 to 100. */
  scorePercentage: z.number().nullable(),
  lastInspectionAt: instant.nullable(),
})
export type TemplateRow = z.infer<typeof templateRow>

export const templateList = z.object({
  /** The most used first. */
  templates: z.array(templateRow),
  /** Why the service's own list is missing, in words; null when it is there. */
  note: z.string().nullable(),
})
export type TemplateList = z.infer<typeof templateList>

const percentage = z
  .number()
  .int()
  .min(0, serverText('templates.percentage'))
  .max(100, serverText('templates.percentage'))

/** Scores of a template in percent: below `attentionFrom` is bad, from `goodFrom` on is good, and between them needs attention. */
export const scoreThresholds = z
  .object({ attentionFrom: percentage, goodFrom: percentage })
  .refine(({ attentionFrom, goodFrom }) => attentionFrom <= goodFrom, {
    path: ['goodFrom'],
    message: serverText('templates.thresholdOrder'),
  })
export type ScoreThresholds = z.infer<typeof scoreThresholds>

/** Body of PUT /api/templates/[templateId]/thresholds. Null: the defaults. */
export const thresholdsChange = z.object({ thresholds: scoreThresholds.nullable() })

/** The templates that have thresholds of their own. */
export const templateThresholds = z.object({
  templates: z.array(z.object({ templateId: z.string(), thresholds: scoreThresholds })),
})
export type TemplateThresholds = z.infer<typeof templateThresholds>
