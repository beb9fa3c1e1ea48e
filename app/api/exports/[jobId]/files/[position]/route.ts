import * as z from 'zod'
import { readReadyFile } from '@/lib/exports/data'
import { answerDocument } from '@/lib/exports/document'
import { noteSize } from '@/lib/exports/mutations'
import { filePlace } from '@/lib/exports/schema'
import { route } from '@/lib/http/route'
import { service } from '@/lib/service/instance'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Download one document of an export',
    answerType: 'application/octet-stream',
    access: 'inspections:read',
    bucket: 'media',
    params: filePlace,
    query: z.object({
      /** `1`: the browser saves a PDF instead of showing it. */
      download: z.literal('1').optional(),
    }),
  },
  async ({ params: { jobId, position }, query, signal }) => {
    const file = await readReadyFile(jobId, position)
    const answer = await answerDocument(service(), file, { download: query.download === '1', signal })
    await noteSize({ jobId, position }, answer)
    return answer
  },
)
