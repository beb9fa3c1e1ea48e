import * as z from 'zod'
import type { Operation } from '../operation'
import {
  choice,
  instant,
  boundParameter,
  looseObject,
  oneOrMany,
  other,
  read,
  templateIdParameter,
  whole,
} from './parts'

const listed = { ...read, group: 'Lists', method: 'GET', permission: 'lists:read', perMinute: 200 } as const

export const listOperations = {
  searchExportProfiles: {
    ...listed,
    title: 'Search export profiles',
    path: '/export_profiles/search',
    bucket: 'searchExportProfiles',
    query: z.looseObject({
      template: oneOrMany
        .meta({
          repeats: true,
          idOf: 'searchTemplates',
          description: 'Return only export profiles of these templates.',
        })
        .optional(),
    }),
    answer: z.looseObject({ export_profiles: z.array(z.looseObject({ id: z.string() })).optional() }),
  },
  searchTemplates: {
    ...listed,
    title: 'Search templates',
    path: '/templates/search',
    bucket: 'searchTemplates',
    query: z.looseObject({
      field: oneOrMany
        .meta({
          repeats: true,
          description: 'Fields to return for each template.',
          suggestions: ['template_id', 'name', 'modified_at', 'created_at'],
          prefill: ['template_id', 'name', 'modified_at', 'created_at'],
        })
        .optional(),
      order: choice(['asc', 'desc'])
        .meta({ description: 'Sort by modified_at, oldest first (asc) or newest first (desc).', whenAbsent: 'asc' })
        .optional(),
      modified_after: boundParameter('Return only templates modified after this time.').optional(),
      modified_before: boundParameter('Return only templates modified before this time.').optional(),
      archived: choice(['true', 'false', 'both']).meta({ whenAbsent: 'false' }).optional(),
      owner: choice(['me', 'other', 'all']).meta({ whenAbsent: 'all' }).optional(),
      limit: whole(1, 1000).meta({ whenAbsent: '1000' }).optional(),
    }),
    answer: z.looseObject({
      count: z.number().optional(),
      total: z.number().optional(),
      templates: z
        .array(z.looseObject({ template_id: z.string(), name: z.string().optional(), modified_at: instant.optional() }))
        .optional(),
    }),
  },
  listResponseSets: {
    ...listed,
    title: 'List response sets',
    path: '/response_sets',
    bucket: 'listResponseSets',
    query: z.looseObject({ limit: whole(1, 1000).meta({ whenAbsent: '1000' }).optional() }),
    answer: z.looseObject({ response_sets: z.array(z.looseObject({})).optional() }),
  },
  searchPreferences: {
    ...listed,
    title: 'Search report preferences',
    path: '/preferences/search',
    bucket: 'searchPreferences',
    query: z.looseObject({ template_id: templateIdParameter.optional() }),
    answer: z.looseObject({ preferences: z.array(z.looseObject({})).optional() }),
  },
  listShareConnections: {
    ...listed,
    title: 'List share connections',
    path: '/share/connections',
    bucket: 'listShareConnections',
    answer: z.looseObject({ groups: z.array(z.looseObject({})).optional() }),
  },
  // These are not in the contract but on the service's public pages (service.md 4.2 and 6).
  getResponseSet: {
    ...listed,
    ...other,
    title: 'Get a response set',
    path: '/response_sets/:responseSetId',
    isBeyondContract: true,
    answer: z.looseObject({ responses: z.array(looseObject).optional() }),
  },
  whoAmI: {
    ...listed,
    ...other,
    title: 'Get the connected account',
    path: '/accounts/user/v1/user:WhoAmI',
    isBeyondContract: true,
  },
} as const satisfies Record<string, Operation>
