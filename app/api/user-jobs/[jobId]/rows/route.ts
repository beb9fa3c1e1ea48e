import * as z from 'zod'
import { route } from '@/lib/http/route'
import { readUserRows } from '@/lib/user-jobs/data'
import { userRowsPage, userRowsQuery } from '@/lib/user-jobs/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the rows of a user job with their outcome, a page at a time',
    access: 'user-jobs:read',
    params: z.object({ jobId: z.uuid() }),
    query: userRowsQuery,
    answer: userRowsPage,
  },
  ({ params: { jobId }, query }) => readUserRows(jobId, query),
)
