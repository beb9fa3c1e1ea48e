import { route } from '@/lib/http/route'
import { readReferences } from '@/lib/user-jobs/references'
import { userReferences } from '@/lib/user-jobs/references-schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the names of groups, sites and permission sets for imports of users',
    access: 'user-jobs:write',
    answer: userReferences,
  },
  ({ signal }) => readReferences({ signal }),
)
