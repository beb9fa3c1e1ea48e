import * as z from 'zod'
import { auditId } from '@/lib/ids'
import { inspectionListQuery, type ListParams } from '@/lib/inspections/schema'
import { bulkSelection } from '@/lib/review/schema'
import { serverText } from '@/lib/server-text'
import { mediaKinds, posterLimits, wallShows } from './values-model'

export const mediaKind = z.enum(mediaKinds)
export type MediaKind = z.infer<typeof mediaKind>

/** One file of any source, with the data for the viewer and thumbnails. */
export interface ViewerMedia {
  id: string
  auditId: string
  /** The inspection of the file, in lists over several inspections. */
  inspectionTitle?: string | null
  templateName?: string | null
  siteName?: string | null
  kind: MediaKind
  ext: string | null
  /** False if the id cannot be requested. The file is listed, but cannot be opened. */
  isFetchable: boolean
  /** The title that people see: the question or the file's own label. */
  title: string
  section: string | null
  label: string | null
  takenAt: string | null
  failed: boolean
  /** The position of the file among the files of the same question, and the number of these files. */
  number: number
  of: number
  /** URL fragment of the question on the page; null for attachments of the whole inspection. */
  anchor: string | null
  /** File name for a download, with extension. */
  fileName: string
}

/** Maximum number of files in one zip. */
export const zipFilesMax = 10_000

/** Body of POST /api/media/zips. */
export const newZip = z.object({
  selection: bulkSelection,
  /** `failed`: only files of failed answers. */
  only: z.enum(['all', 'failed']).default('all'),
  /** IANA time zone of the times in the zip; UTC by default. */
  zone: z.string().max(100).optional(),
})
export type NewZip = z.input<typeof newZip>

/** Response of POST /api/media/zips and of a retry. */
export const zipStarted = z.object({
  zipId: z.uuid(),
  fileName: z.string(),
  files: z.number().int(),
  inspections: z.number().int(),
  /** Number of selected inspections whose document is not read yet. Their files are unknown and not in the zip. */
  unread: z.number().int(),
})
export type ZipStarted = z.infer<typeof zipStarted>

/** `waiting`: the download has not begun. `failed` and `cancelled`: the downloaded file is not a valid zip. */
export const zipStates = ['waiting', 'running', 'paused', 'done', 'failed', 'cancelled'] as const
export type ZipState = (typeof zipStates)[number]

/** A file that is missing in the zip, or truncated (`isIncomplete`). */
export const zipMissing = z.object({
  auditId: z.string(),
  mediaId: z.string(),
  inspection: z.string(),
  fileName: z.string(),
  isIncomplete: z.boolean(),
  reason: z.string(),
})
export type ZipMissing = z.infer<typeof zipMissing>

/** Response of GET /api/media/zips/[zipId]. */
export const zipProgress = z.object({
  zipId: z.uuid(),
  fileName: z.string(),
  state: z.enum(zipStates),
  /** Why the zip failed or ended early. */
  problem: z.string().nullable(),
  files: z.number().int(),
  /** Files that are done, including missing ones. */
  done: z.number().int(),
  /** Bytes of files that the browser has received. */
  bytes: z.number(),
  missingCount: z.number().int(),
  /** The first 200 missing files. */
  missing: z.array(zipMissing),
  /** When a paused zip expires. Null if it is not paused. */
  endsAt: z.iso.datetime().nullable(),
})
export type ZipProgress = z.infer<typeof zipProgress>

/** A file of a wall. `inspectionTitle` is always set, because a wall has several inspections. */
const wallFile = z.object({
  id: z.string(),
  auditId,
  inspectionTitle: z.string(),
  kind: mediaKind,
  ext: z.string().nullable(),
  isFetchable: z.boolean(),
  title: z.string(),
  section: z.string().nullable(),
  label: z.string().nullable(),
  takenAt: z.string().nullable(),
  failed: z.boolean(),
  number: z.number().int(),
  of: z.number().int(),
  anchor: z.string().nullable(),
  fileName: z.string(),
  /** Time of the inspection's last change, which determines the position in the wall. */
  modifiedAt: z.string(),
  siteName: z.string().nullable(),
  templateName: z.string().nullable(),
})
export type WallFile = z.infer<typeof wallFile>

export type WallShow = (typeof wallShows)[number]

/** Parameters of GET /api/media/wall in addition to those of the list. The order is always newest first. */
export const wallChoice = {
  /** `failed`: only files of failed answers. `all`: all files. */
  show: z.enum(wallShows).default('failed'),
  /** Kinds of files: `image`, `video`, `pdf`, `file` or `unknown`. If omitted, files of all kinds. */
  kind: z
    .array(z.string())
    .superRefine((kinds, context) => {
      if (!kinds.every((kind) => mediaKinds.some((known) => known === kind)))
        context.addIssue({
          code: 'custom',
          message: serverText('common.fields.notOneOf', { values: mediaKinds.join(', ') }),
        })
    })
    .transform((kinds) => mediaKinds.filter((kind) => kinds.includes(kind)))
    .optional(),
  /** Part of the text of the question, in upper or lower case. In double quotes: the whole text. */
  question: z
    .string()
    .max(500, serverText('common.fields.tooLong', { max: 500 }))
    .optional(),
}
export const wallQuery = z.object({
  ...inspectionListQuery.shape,
  ...wallChoice,
  /** Cursor of the next page: `after` from the previous response. */
  after: z.string().max(1_000, serverText('common.fields.cursor')).optional(),
  /** Number of files per page, at most 400. 200 by default. */
  limit: z
    .string()
    .regex(/^\d{1,3}$/, serverText('common.fields.wholeNumber'))
    .transform(Number)
    .pipe(z.number().min(1).max(400))
    .default(200),
})
/** The parameters of a wall, as in the address. */
export interface WallParams {
  list: ListParams
  show: WallShow
  kinds: readonly MediaKind[]
  question: string
}

export const wallPage = z.object({
  /** Newest inspection first, files of each inspection in reading order. */
  files: z.array(wallFile),
  /** Cursor of the next page; null on the last page. */
  after: z.string().nullable(),
  asOf: z.string().nullable(),
})
export type WallPage = z.infer<typeof wallPage>

/** The number of files and inspections of the whole wall. Null if counting would have to read every file. */
export const wallTotal = z.object({ files: z.number().int().nullable(), inspections: z.number().int().nullable() })
export type WallTotal = z.infer<typeof wallTotal>

/** Body of PUT /api/media/[auditId]/[mediaId]/poster: a JPEG, PNG or WebP image. Its metadata is removed. */
export const newPoster = z.object({
  /** The image as Base64, at most 700,000 bytes and 1,280 pixels on its longest side. */
  image: z.base64().max(Math.ceil(posterLimits.bytesMax / 3) * 4, serverText('media.posters.tooLarge')),
})

/** `isKept` false: the file already had a poster, which stays. */
export const posterAnswer = z.object({ isKept: z.boolean() })
