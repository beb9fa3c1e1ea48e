import * as z from 'zod'
import * as ids from '@/lib/ids'
import { batchLimits, batchSizes } from './thumbs-model'

const batchFile = z.object({ auditId: ids.auditId, mediaId: ids.mediaId })

/** Files of one inspection: `<inspection>/<file>,<file>`. */
const filesOfOne = z
  .string()
  .max(batchLimits.hrefCharsMax)
  .transform((text) => {
    const end = text.indexOf('/')
    const auditId = text.slice(0, Math.max(0, end))
    return text
      .slice(end + 1)
      .split(',')
      .map((mediaId) => ({ auditId, mediaId }))
  })
  .pipe(z.array(batchFile))

/** Query of GET /api/media/thumbs. */
export const thumbBatchQuery = z.object({
  /** Longest side: `small` is 160 pixels, `medium` 480. Images are never enlarged. */
  size: z.enum(batchSizes),
  /** IDs of files by inspection: `<inspection>/<file>,<file>`. At most 120 files in total. */
  files: z
    .array(filesOfOne)
    .min(1)
    .max(batchLimits.filesMax)
    .transform((lists) => lists.flat())
    .check(z.maxLength(batchLimits.filesMax)),
})
export type ThumbBatchQuery = z.infer<typeof thumbBatchQuery>
