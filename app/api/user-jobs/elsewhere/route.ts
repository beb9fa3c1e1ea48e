import { route } from '@/lib/http/route'
import { listElsewhereJobs } from '@/lib/user-jobs/elsewhere'
import { elsewhereJobs } from '@/lib/user-jobs/elsewhere-schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'List user jobs that were started outside Sightline', access: 'user-jobs:read', answer: elsewhereJobs },
  () => listElsewhereJobs(),
)
