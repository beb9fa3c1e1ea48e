import { readReadyFile } from '@/lib/exports/data'
import { linkDocument } from '@/lib/exports/document'
import { documentHref } from '@/lib/exports/model'
import { exportLink, filePlace } from '@/lib/exports/schema'
import { route } from '@/lib/http/route'
import { service } from '@/lib/service/instance'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get a link to one document of an export',
    access: 'inspections:read',
    bucket: 'media',
    params: filePlace,
    answer: exportLink,
  },
  async ({ params: { jobId, position }, signal }) =>
    linkDocument(service(), await readReadyFile(jobId, position), documentHref(jobId, position), { signal }),
)
