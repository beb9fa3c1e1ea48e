import * as z from 'zod'
import { route } from '@/lib/http/route'
import { pathId } from '@/lib/ids'
import { readUser } from '@/lib/users/data'
import { userDetail } from '@/lib/users/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get a user of the organization with their groups and imports',
    access: 'user-jobs:read',
    params: z.object({ userId: pathId }),
    answer: userDetail,
  },
  ({ params: { userId } }) => readUser(userId),
)
