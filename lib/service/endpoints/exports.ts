import * as z from 'zod'
import type { Operation } from '../operation'
import { choice, file, idFrom, read, write } from './parts'

export const exportOperations = {
  startExport: {
    ...write,
    title: 'Start an inspection export',
    group: 'Exports',
    method: 'POST',
    path: '/audits/:auditId/export',
    bucket: 'startExport',
    perMinute: 20,
    permission: 'exports:write',
    query: z.looseObject({
      format: choice(['pdf', 'docx'])
        .meta({ prefill: ['pdf'] })
        .optional(),
      timezone: z
        .string()
        .meta({ description: 'The IANA time zone of the times in the file.', examples: ['Europe/London'] })
        .optional(),
      export_profile: idFrom('searchExportProfiles', 'The export profile that sets the layout of the file.').optional(),
    }),
    body: z.looseObject({}).optional(),
    answer: z.looseObject({ id: z.string().optional() }),
  },
  getExport: {
    ...read,
    title: 'Get the status of an export',
    group: 'Exports',
    method: 'GET',
    path: '/audits/:auditId/exports/:exportId',
    bucket: 'getExport',
    perMinute: 100,
    permission: 'inspections:read',
    answer: z.looseObject({ status: z.string().optional(), href: z.string().optional() }),
  },
  downloadExport: {
    ...file,
    title: 'Download an exported file',
    group: 'Exports',
    method: 'GET',
    path: '/audits/:auditId/exports/:exportId/:filename',
    bucket: 'downloadExport',
    perMinute: 100,
    permission: 'inspections:read',
  },
  startReport: {
    ...write,
    title: 'Start an inspection report',
    group: 'Exports',
    method: 'POST',
    path: '/audits/:auditId/report',
    bucket: 'startReport',
    perMinute: 200,
    permission: 'exports:write',
    body: z
      .looseObject({
        format: choice(['PDF', 'WORD'])
          .meta({ examples: ['PDF'] })
          .optional(),
        preference_id: idFrom(
          'searchPreferences',
          'The report preference that sets the layout of the report.',
        ).optional(),
      })
      .optional(),
    answer: z.looseObject({ messageId: z.string().optional() }),
  },
  getReport: {
    ...read,
    title: 'Get the status of a report',
    group: 'Exports',
    method: 'GET',
    path: '/audits/:auditId/report/:exportId',
    bucket: 'getReport',
    perMinute: 200,
    permission: 'inspections:read',
    answer: z.looseObject({ status: z.string().optional(), url: z.string().optional() }),
  },
} as const satisfies Record<string, Operation>
