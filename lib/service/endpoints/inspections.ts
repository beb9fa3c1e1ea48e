import * as z from 'zod'
import type { Operation } from '../operation'
import { choice, file, instant, boundParameter, looseObject, oneOrMany, other, read, whole, write } from './parts'

/** interface.md 2: `audits` has the requested fields, and always `audit_id`. */
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

// A search without `field` is valid, because the service's public pages promise audit_id for it (service.md 2.1).
const searchFields = oneOrMany
  .refine((fields) => [fields].flat().includes('audit_id'), 'must contain audit_id, otherwise the service returns 400')
  .meta({
    repeats: true,
    description: 'Fields to return for each inspection. Must include audit_id.',
    suggestions: ['audit_id', 'modified_at', 'template_id'],
    prefill: ['audit_id', 'modified_at', 'template_id'],
  })

const searchQuery = z.looseObject({
  field: searchFields.optional(),
  modified_after: boundParameter('Return only inspections modified after this time.').optional(),
  modified_before: boundParameter('Return only inspections modified before this time.').optional(),
  template: oneOrMany
    .meta({
      repeats: true,
      idOf: 'searchTemplates',
      description: 'Return only inspections created from these templates.',
    })
    .optional(),
  order: choice(['asc', 'desc'])
    .meta({ description: 'Sort by modified_at, oldest first (asc) or newest first (desc).', whenAbsent: 'asc' })
    .optional(),
  archived: choice(['true', 'false', 'both']).meta({ whenAbsent: 'false' }).optional(),
  completed: choice(['true', 'false', 'both']).meta({ whenAbsent: 'both' }).optional(),
  owner: choice(['me', 'other', 'all'])
    .meta({
      description: 'Return inspections owned by the connected account (me), by others (other), or both (all).',
      whenAbsent: 'all',
    })
    .optional(),
  limit: whole(1, 1000)
    .meta({ whenAbsent: '1000', prefill: ['50'] })
    .optional(),
})

const filledItems = (words: string) =>
  z
    .array(
      z.looseObject({
        item_id: z.string(),
        responses: looseObject.optional(),
      }),
    )
    .meta({ description: words })

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
    title: 'Download a media item from an inspection',
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
    body: z.looseObject({
      template_id: z
        .string()
        .meta({ idOf: 'searchTemplates', description: 'The template to start the inspection from.' }),
      header_items: filledItems('Title page items to prefill with answers.').optional(),
      items: filledItems('Other items to prefill with answers.').optional(),
    }),
    answer: z.looseObject({ audit_id: z.string().optional() }),
  },
} as const satisfies Record<string, Operation>
