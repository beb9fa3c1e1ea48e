import { route } from '@/lib/http/route'
import { lookUpUsers } from '@/lib/user-jobs/elsewhere'
import { knownUsers, userLookup } from '@/lib/user-jobs/references-schema'

export const dynamic = 'force-dynamic'

// Reads by POST, because so many email addresses do not fit into a URL. Changes nothing.
export const POST = route(
  {
    summary: 'Find out which email addresses belong to existing users',
    access: 'user-jobs:write',
    body: userLookup,
    answer: knownUsers,
  },
  ({ body: { emails }, signal }) => lookUpUsers(emails, { signal }),
)
