import * as z from 'zod'
import { serverText } from '@/lib/server-text'

const instant = z.iso.datetime({ offset: true })
const count = z.number().int()

export const templateRow = z.object({
  templateId: z.string(),
  name: z.string(),
  /** False for a template that only the index has: it was deleted, archived or hidden from the token. */
  isListed: z.boolean(),
  createdAt: instant.nullable(),
  modifiedAt: instant.nullable(),
  /** The number of inspections in the index that use this template. */
  inspections: count,
  completed: count,
  failed: count,
  /** Mean score of the completed inspections that have one, 0 to 100. */
  scorePercentage: z.number().nullable(),
  lastInspectionAt: instant.nullable(),
})
export type TemplateRow = z.infer<typeof templateRow>

export const templateList = z.object({
  /** The most used templates first. */
  templates: z.array(templateRow),
  /** Why the service's own list is missing, as a text; null when it is included. */
  note: z.string().nullable(),
})
export type TemplateList = z.infer<typeof templateList>

const percentage = z
  .number()
  .int()
  .min(0, serverText('templates.percentage'))
  .max(100, serverText('templates.percentage'))

/** Limits for the scores of a template, in percent. Scores between them need attention. */
export const scoreThresholds = z
  .object({
    /** Lower scores are bad. */
    attentionFrom: percentage,
    /** This and higher scores are good. At least `attentionFrom`. */
    goodFrom: percentage,
  })
  .refine(({ attentionFrom, goodFrom }) => attentionFrom <= goodFrom, {
    path: ['goodFrom'],
    message: serverText('templates.thresholdOrder'),
  })
export type ScoreThresholds = z.infer<typeof scoreThresholds>

/** Body of PUT /api/templates/[templateId]/thresholds. */
export const thresholdsChange = z.object({
  /** Null restores the defaults. */
  thresholds: scoreThresholds.nullable(),
})

/** The templates that have their own thresholds. */
export const templateThresholds = z.object({
  templates: z.array(z.object({ templateId: z.string(), thresholds: scoreThresholds })),
})
export type TemplateThresholds = z.infer<typeof templateThresholds>
