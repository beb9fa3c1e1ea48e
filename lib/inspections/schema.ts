import * as z from 'zod'
import { auditId, templateId } from '@/lib/ids'

const instant = z.iso.datetime({ offset: true })

/** One row of the list. Fields are null until the document was read (`hydrated` false). */
export const inspectionRow = z.object({
  auditId,
  modifiedAt: instant,
  templateId: templateId.nullable(),
  hydrated: z.boolean(),
  title: z.string().nullable(),
  templateName: z.string().nullable(),
  siteName: z.string().nullable(),
  authorName: z.string().nullable(),
  scorePercentage: z.number().nullable(),
  failedCount: z.number().int().nullable(),
  mediaCount: z.number().int().nullable(),
  completedAt: instant.nullable(),
  archived: z.boolean().nullable(),
})
export type InspectionRow = z.infer<typeof inspectionRow>

/** What the list may be asked. `after` is the opaque cursor of the page before. */
export const inspectionFilter = z.object({
  template: z.array(templateId).max(100).default([]),
})
export type InspectionFilter = z.infer<typeof inspectionFilter>

export const inspectionPage = z.object({
  rows: z.array(inspectionRow),
  /** Cursor of the next page; null on the last. */
  after: z.string().nullable(),
  /** Rows that match the filter. */
  total: z.number().int(),
  /** Rows in the whole index. */
  totalAll: z.number().int(),
  /** When the last finished sync pass began: nothing older is missing. Null before the first. */
  asOf: instant.nullable(),
})
export type InspectionPage = z.infer<typeof inspectionPage>

export const templateOption = z.object({
  templateId,
  name: z.string().nullable(),
  count: z.number().int(),
})
export const templateOptions = z.object({ templates: z.array(templateOption) })
export type TemplateOption = z.infer<typeof templateOption>
