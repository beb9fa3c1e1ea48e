import * as z from 'zod'
import { pathId } from '@/lib/ids'
import { userJobPhase, userJobRow } from './schema'

/** Jobs that SafetyCulture has and that this console did not start. */

const instant = z.iso.datetime({ offset: true })

/** A job that was started elsewhere, with all that the service reports about it. */
export const elsewhereJob = z.object({
  remoteId: z.string(),
  /** The service's own term. */
  state: z.string().nullable(),
  phase: userJobPhase,
  isCheck: z.boolean().nullable(),
  createdAt: instant.nullable(),
  total: z.number().int().nullable(),
  failed: z.number().int().nullable(),
  by: z.string().nullable(),
  /** Further fields that the service reports, under their own names, without secrets. */
  raw: z.record(z.string(), z.unknown()).optional(),
})
export type ElsewhereJob = z.infer<typeof elsewhereJob>

/** Response of GET /api/user-jobs/elsewhere. */
export const elsewhereJobs = z.object({
  jobs: z.array(elsewhereJob),
  /** Why the service's list could not be read; null when it could. */
  note: z.string().nullable(),
})
/** Response of GET /api/user-jobs/elsewhere/[remoteId]. */
export const elsewhereJobDetail = elsewhereJob.extend({ rows: z.array(userJobRow.omit({ cells: true })) })

export const remoteJobPlace = z.object({ remoteId: pathId })
