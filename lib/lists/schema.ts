import * as z from 'zod'

/** What the service lists beside inspections, assets and users: templates, response sets and connections to share with. */

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

export const responseSetRow = z.object({
  responseSetId: z.string(),
  name: z.string(),
  createdAt: instant.nullable(),
})
export type ResponseSetRow = z.infer<typeof responseSetRow>
export const responseSetList = z.object({ responseSets: z.array(responseSetRow) })

export const responseSetParams = z.object({ responseSetId: z.string().regex(/^[\w:.-]{1,200}$/, 'is not an id') })

export const responseSet = responseSetRow.extend({
  updatedAt: instant.nullable(),
  responses: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      shortLabel: z.string().nullable(),
      rest: z.record(z.string(), z.unknown()),
    }),
  ),
})
export type ResponseSet = z.infer<typeof responseSet>

export const connectionRow = z.object({
  connectionId: z.string(),
  name: z.string(),
  /** `organisation`, `group`, or the service's own word. */
  kind: z.string(),
})
export type ConnectionRow = z.infer<typeof connectionRow>
export const connectionList = z.object({ connections: z.array(connectionRow) })
