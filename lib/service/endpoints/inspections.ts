import * as z from 'zod'
import type { Operation } from '../operation'
import { file, instant, looseObject, oneOrMany, other, read, write } from './parts'

/** interface.md 2: `audits` holds the fields that were asked for; `audit_id` always. */
export const searchPage = z.looseObject({
  count: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  audits: z.array(
    z.looseObject({
      audit_id: z.string(),
      modified_at: instant.optional(),
      template_id: z.string().optional(),
    }),
  ),
})
export type SearchPage = z.infer<typeof searchPage>

/** The full document. Only its identity is required here; `lib/report` reads the rest field by field. */
export const inspection = z.looseObject({
  audit_id: z.string(),
  template_id: z.string().optional(),
  created_at: instant.optional(),
  modified_at: instant.optional(),
  audit_data: looseObject.nullish(),
})
export type Inspection = z.infer<typeof inspection>

const searchQuery = z.looseObject({
  field: oneOrMany.optional(),
  modified_after: instant.optional(),
  modified_before: instant.optional(),
  template: oneOrMany.optional(),
  order: z.enum(['asc', 'desc']).optional(),
  archived: z.enum(['true', 'false', 'both']).optional(),
  completed: z.enum(['true', 'false', 'both']).optional(),
  limit: z.number().int().min(1).max(1000).optional(),
})

export const inspectionOperations = {
  searchInspections: {
    ...read,
    title: 'Search inspections',
    group: 'Inspections',
    method: 'GET',
    path: '/audits/search',
    bucket: 'searchInspections',
    perMinute: 200,
    permission: 'inspections:read',
    query: searchQuery,
    answer: searchPage,
  },
  getInspection: {
    ...read,
    ...other,
    title: 'Get an inspection',
    group: 'Inspections',
    method: 'GET',
    path: '/audits/:auditId',
    permission: 'inspections:read',
    answer: inspection,
  },
  getInspectionMedia: {
    ...file,
    ...other,
    title: 'Download a media item of an inspection',
    group: 'Inspections',
    method: 'GET',
    path: '/audits/:auditId/media/:mediaId',
    permission: 'media:read',
  },
  createInspection: {
    ...write,
    title: 'Start an inspection from a template',
    group: 'Inspections',
    method: 'POST',
    path: '/audits',
    bucket: 'createInspection',
    perMinute: 30,
    permission: 'inspections:write',
    body: z.looseObject({ template_id: z.string() }),
    answer: z.looseObject({ audit_id: z.string().optional() }),
  },
} as const satisfies Record<string, Operation>
