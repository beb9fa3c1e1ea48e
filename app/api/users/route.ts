import { route } from '@/lib/http/route'
import { listUsers } from '@/lib/users/data'
import { userPage, userQuery } from '@/lib/users/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List users of the organization that match a filter, a page at a time',
    access: 'user-jobs:read',
    query: userQuery,
    answer: userPage,
  },
  ({ query, signal }) => listUsers(query, { signal }),
)
