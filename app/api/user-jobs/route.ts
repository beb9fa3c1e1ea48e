import { parseInput } from '@/lib/web/query'
import { route } from '@/lib/http/route'
import { listUserJobPage } from '@/lib/user-jobs/data'
import { takeIn } from '@/lib/user-jobs/intake'
import { createUserJob } from '@/lib/user-jobs/mutations'
import { newUserJob, newUserJobBytesMax, userJobList, userJobListQuery, userJobSummary } from '@/lib/user-jobs/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List user imports and dry runs, newest first',
    access: 'user-jobs:read',
    query: userJobListQuery,
    answer: userJobList,
  },
  ({ actor, query }) => listUserJobPage(actor, query),
)

// The handler reads the body, so that large bodies wait for each other before they are in memory.
export const POST = route(
  {
    summary: 'Start a dry run or an import of users',
    access: 'user-jobs:write',
    ownBody: newUserJob,
    answer: userJobSummary,
  },
  ({ actor, request }) =>
    takeIn(request, newUserJobBytesMax, (body) => createUserJob(actor, parseInput(newUserJob, body))),
)
