import { route } from '@/lib/http/route'
import { listProgress } from '@/lib/training/data'
import { progressPage, progressQuery } from '@/lib/training/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the training progress of users, a page at a time',
    access: 'training:read',
    query: progressQuery,
    answer: progressPage,
  },
  ({ query, signal }) => listProgress(query, { signal }),
)
