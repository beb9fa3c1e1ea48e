import { route } from '@/lib/http/route'
import { readElsewhereJob } from '@/lib/user-jobs/elsewhere'
import { elsewhereJobDetail, remoteJobPlace } from '@/lib/user-jobs/elsewhere-schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get a user job that was started outside Sightline',
    access: 'user-jobs:read',
    params: remoteJobPlace,
    answer: elsewhereJobDetail,
  },
  ({ params: { remoteId } }) => readElsewhereJob(remoteId),
)
