import * as z from 'zod'
import { readReadyFile } from '@/lib/exports/data'
import { answerDocument } from '@/lib/exports/document'
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
      /** `1` saves a PDF instead of showing it. */
      download: z.literal('1').optional(),
    }),
  },
  async ({ params: { jobId, position }, query, signal }) =>
    answerDocument(service(), await readReadyFile(jobId, position), { download: query.download === '1', signal }),
)
