import * as z from 'zod'

/** What the console can show of a file. `unknown`: the document names no extension; `file`: only to download. */
export const mediaKinds = ['image', 'video', 'pdf', 'file', 'unknown'] as const
export const mediaKind = z.enum(mediaKinds)
export type MediaKind = z.infer<typeof mediaKind>

/** One file as viewer and thumbnails need it, wherever it comes from. */
export interface ViewerMedia {
  id: string
  auditId: string
  kind: MediaKind
  ext: string | null
  /** False when the id cannot be asked for; the file is listed, but not opened. */
  isFetchable: boolean
  /** What the person sees it by: the question, or the file's own label. */
  title: string
  section: string | null
  label: string | null
  takenAt: string | null
  failed: boolean
  /** Which of how many files of the same question it is. */
  number: number
  of: number
  /** Fragment of the page where the question stands; null for attachments of the inspection as a whole. */
  anchor: string | null
  /** Name for a download, with extension. */
  fileName: string
}
