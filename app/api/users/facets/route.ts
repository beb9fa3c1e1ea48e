import { route } from '@/lib/http/route'
import { readUserFacets } from '@/lib/users/data'
import { userFacets, userFilter } from '@/lib/users/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Count the users that match a filter by seat, group, site, time zone and status',
    access: 'user-jobs:read',
    query: userFilter,
    answer: userFacets,
  },
  ({ query }) => readUserFacets(query),
)
