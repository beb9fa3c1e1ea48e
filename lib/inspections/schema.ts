import * as z from 'zod'
import { errorCodes } from '@/lib/errors'
import { auditId, templateId } from '@/lib/ids'

const instant = z.iso.datetime({ offset: true })

/** A whole number as a query string has it. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'is not a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `is less than ${min}`).max(max, `is more than ${max}`))

/**
 * One row of the list. `hydrated` false: the document of this version was not read yet, and the fields are those of the
 * version before, or null.
 */
export const inspectionRow = z.object({
  auditId,
  modifiedAt: instant,
  templateId: templateId.nullable(),
  hydrated: z.boolean(),
  /** Why the document of this version could not be read so far; it is tried again. Null while nothing went wrong. */
  problem: z.enum(errorCodes).nullable(),
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

/** Query of GET /api/inspections: a page after a cursor, or at an offset, newest first. */
export const inspectionListQuery = inspectionFilter.extend({
  after: z.string().max(500).optional(),
  /** Position of the first row, for a list that jumps. The rows before it are counted off one by one: prefer `after`. */
  offset: wholeNumber(0, 100_000_000).optional(),
  limit: wholeNumber(1, 200).default(100),
})

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
