import * as z from 'zod'
import { auditId } from '@/lib/ids'
import { checkParam, keptInstant } from '@/lib/inspections/schema'
import { bulkSelection } from '@/lib/review/schema'
import { serverText } from '@/lib/server-text'

const instant = z.iso.datetime({ offset: true })

export const exportFormats = ['pdf', 'word'] as const
export const exportFormat = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof exportFormat>

/** `report`: the newer operation (200 a minute). `export`: the older one, with an export profile (20 a minute). */
export const exportWays = ['report', 'export'] as const
export const exportWay = z.enum(exportWays)
export type ExportWay = z.infer<typeof exportWay>

/** `unknown`: the start was sent and its answer lost, so the service may be making it. */
export const exportFileStates = ['waiting', 'starting', 'running', 'ready', 'failed', 'unknown', 'cancelled'] as const
export const exportFileState = z.enum(exportFileStates)
export type ExportFileState = z.infer<typeof exportFileState>

export const exportFile = z.object({
  position: z.number().int(),
  auditId: z.string(),
  title: z.string().nullable(),
  state: exportFileState,
  fileName: z.string().nullable(),
  /** Size in bytes; null until somebody has downloaded it. */
  bytes: z.number().int().nullable(),
  /** Why it stands as it does, in words: what failed, or what is being waited for. */
  note: z.string().nullable(),
  /** The service has an id for it: a retry polls that id, and starts nothing. */
  isKnown: z.boolean(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
})
export type ExportFile = z.infer<typeof exportFile>

export const exportJobSummary = z.object({
  jobId: z.uuid(),
  ownerName: z.string(),
  isMine: z.boolean(),
  /** Whether the asking person may cancel it, try again and remove it. */
  mayChange: z.boolean(),
  format: exportFormat,
  via: exportWay,
  createdAt: instant,
  cancelledAt: instant.nullable(),
  /** When the last of its files ended; null while one is open. */
  finishedAt: instant.nullable(),
  total: z.number().int(),
  ready: z.number().int(),
  failed: z.number().int(),
  unknown: z.number().int(),
  cancelled: z.number().int(),
  /** Waiting, starting or being made. */
  open: z.number().int(),
  /** The only file of a job; null if there are several. */
  single: exportFile.nullable(),
})
export type ExportJobSummary = z.infer<typeof exportJobSummary>

export const exportJob = exportJobSummary.extend({ files: z.array(exportFile) })
export type ExportJob = z.infer<typeof exportJob>

export const exportJobList = z.object({ jobs: z.array(exportJobSummary), after: z.string().nullable() })
export type ExportJobList = z.infer<typeof exportJobList>

export const exportScopes = ['mine', 'all'] as const
export type ExportScope = (typeof exportScopes)[number]

/** The last job of a page, as stored in its cursor. */
export const jobPlace = z.tuple([keptInstant, z.uuid()])

/** Query of GET /api/exports. */
export const exportListQuery = z.object({
  scope: z.enum(exportScopes).default('mine'),
  /** Jobs of this one inspection alone. */
  auditId: auditId.optional(),
  after: z.string().max(100).optional(),
})

/** Inspections of one job. */
export const exportFilesMax = 500
/** Files of one person that are not ended yet. */
export const openFilesMax = 1_000

/** Body of POST /api/exports. */
export const newExport = z.object({
  selection: bulkSelection,
  format: exportFormat,
  via: exportWay.default('report'),
  /** IANA zone of the times in it; reports have the organization's own. */
  zone: z.string().refine((zone) => checkParam('tz', zone) === null, serverText('common.notTimeZone')),
  profileId: z
    .string()
    .max(200)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u, serverText('common.fields.id'))
    .nullable()
    .default(null),
})
export type NewExport = z.input<typeof newExport>

/** What was started, and how many of the selection are no longer in the index. */
export const startedExport = z.object({ job: exportJobSummary, leftOut: z.number().int() })

/** Body of POST /api/exports/[jobId]/retry. Of these states; at these positions, or all. */
export const retryStates = ['failed', 'unknown', 'cancelled'] as const
export const exportRetry = z.object({
  states: z.array(z.enum(retryStates)).min(1).max(retryStates.length),
  positions: z.array(z.number().int().min(0).max(exportFilesMax)).max(exportFilesMax).optional(),
})
export type ExportRetry = z.infer<typeof exportRetry>

/** A layout that the service offers for a document. */
export const exportLayout = z.object({
  id: z.string(),
  name: z.string(),
  via: exportWay,
  /** Taken where none is chosen. */
  isDefault: z.boolean(),
})
export type ExportLayout = z.infer<typeof exportLayout>
export const layoutIdsMax = 50
export const exportLayouts = z.object({
  layouts: z.array(exportLayout),
  /** False: the inspections are of several templates, so that no layout fits them all. */
  isOneTemplate: z.boolean(),
})

/** The location of a finished document: here, or at another host that only the browser may open. */
export const exportLink = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('here'), href: z.string() }),
  z.object({ kind: z.literal('elsewhere'), url: z.url({ protocol: /^https?$/ }), host: z.string() }),
])
export type ExportLink = z.infer<typeof exportLink>

/** Path of one file of a job. */
export const filePlace = z.object({
  jobId: z.uuid(),
  position: z
    .string()
    .regex(/^\d{1,4}$/, serverText('common.fields.wholeNumber'))
    .transform(Number),
})
