import * as z from 'zod'

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
