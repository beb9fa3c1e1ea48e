import * as z from 'zod'
import { auditId } from '@/lib/ids'
import { keptInstant } from '@/lib/inspections/schema'
import { checkParam } from '@/lib/inspections/params-model'
import { bulkSelection } from '@/lib/review/schema'
import { serverText } from '@/lib/server-text'
import { exportFileStates, exportFilesMax, exportFormats, exportScopes, exportWays, retryStates } from './values-model'

const instant = z.iso.datetime({ offset: true })

export const exportFormat = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof exportFormat>

export const exportWay = z.enum(exportWays)
export type ExportWay = z.infer<typeof exportWay>

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
  /** The reason for the state as a text: what failed, or what the file is waiting for. */
  note: z.string().nullable(),
  /** Whether the service has an ID for the document. A retry then polls this ID and does not start the export again. */
  isKnown: z.boolean(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
})
export type ExportFile = z.infer<typeof exportFile>

export const exportJobSummary = z.object({
  jobId: z.uuid(),
  ownerName: z.string(),
  isMine: z.boolean(),
  /** Whether the current person may cancel, retry and remove the job. */
  mayChange: z.boolean(),
  format: exportFormat,
  via: exportWay,
  createdAt: instant,
  cancelledAt: instant.nullable(),
  /** When the last file of the job ended; null while a file is open. */
  finishedAt: instant.nullable(),
  total: z.number().int(),
  ready: z.number().int(),
  failed: z.number().int(),
  unknown: z.number().int(),
  cancelled: z.number().int(),
  /** Files that are waiting, starting or being created. */
  open: z.number().int(),
  /** The only file of a job; null if there are several. */
  single: exportFile.nullable(),
})
export type ExportJobSummary = z.infer<typeof exportJobSummary>

export const exportJob = exportJobSummary.extend({ files: z.array(exportFile) })
export type ExportJob = z.infer<typeof exportJob>

export const exportJobList = z.object({ jobs: z.array(exportJobSummary), after: z.string().nullable() })
export type ExportJobList = z.infer<typeof exportJobList>

export type ExportScope = (typeof exportScopes)[number]

/** The last job of a page, as stored in its cursor. */
export const jobPlace = z.tuple([keptInstant, z.uuid()])

/** Query of GET /api/exports. */
export const exportListQuery = z.object({
  /** `mine`: only your own jobs. `all`: the jobs of everybody. */
  scope: z.enum(exportScopes).default('mine'),
  /** Only jobs that export this inspection alone. */
  auditId: auditId.optional(),
  /** Cursor of the next page: `after` from the previous response. */
  after: z.string().max(100).optional(),
})

/** The maximum number of unfinished files of one person. */
export const openFilesMax = 1_000

/** Body of POST /api/exports. */
export const newExport = z.object({
  selection: bulkSelection,
  format: exportFormat,
  via: exportWay.default('report'),
  /** IANA time zone of the times in an export. Reports use the zone of the organization. */
  zone: z.string().refine((zone) => checkParam('tz', zone) === null, serverText('common.notTimeZone')),
  /** ID of a layout for this `via`, as returned by /api/exports/layouts. Null: the default layout. */
  profileId: z
    .string()
    .max(200)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u, serverText('common.fields.id'))
    .nullable()
    .default(null),
})
export type NewExport = z.input<typeof newExport>

/** The started job, and how many selected inspections are no longer in the index. */
export const startedExport = z.object({ job: exportJobSummary, leftOut: z.number().int() })

/** Body of POST /api/exports/[jobId]/retry. */
export const exportRetry = z.object({
  /** Files in these states are retried. */
  states: z.array(z.enum(retryStates)).min(1).max(retryStates.length),
  /** Only the files at these positions, counted from 0. If omitted, files at all positions. */
  positions: z.array(z.number().int().min(0).max(exportFilesMax)).max(exportFilesMax).optional(),
})
export type ExportRetry = z.infer<typeof exportRetry>

/** A layout that the service offers for a document. */
export const exportLayout = z.object({
  id: z.string(),
  name: z.string(),
  via: exportWay,
  /** Used when no layout is chosen. */
  isDefault: z.boolean(),
})
export type ExportLayout = z.infer<typeof exportLayout>
export const exportLayouts = z.object({
  layouts: z.array(exportLayout),
  /** False: the inspections belong to several templates, so no layout fits all of them. */
  isOneTemplate: z.boolean(),
})

/** The location of a finished document: this console, or another host that only the browser may open. */
export const exportLink = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('here'), href: z.string() }),
  z.object({ kind: z.literal('elsewhere'), url: z.url({ protocol: /^https?$/ }), host: z.string() }),
])
export type ExportLink = z.infer<typeof exportLink>

/** Path of one file of a job. */
export const filePlace = z.object({
  jobId: z.uuid(),
  /** Position of the file in the job, counted from 0. */
  position: z
    .string()
    .regex(/^\d{1,4}$/, serverText('common.fields.wholeNumber'))
    .transform(Number),
})
