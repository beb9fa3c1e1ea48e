import { route } from '@/lib/http/route'
import { findUsers } from '@/lib/users/data'
import { userPage, userQuery } from '@/lib/users/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List users of the organization, or find them by email address',
    access: 'user-jobs:read',
    query: userQuery,
    answer: userPage,
  },
  ({ query, signal }) => findUsers(query, { signal }),
)
