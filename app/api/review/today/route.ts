import { route } from '@/lib/http/route'
import { countToday } from '@/lib/review/counts-data'
import { reviewsToday, todayQuery } from '@/lib/review/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Count the inspections that you marked today',
    access: 'reviews:read',
    query: todayQuery,
    answer: reviewsToday,
  },
  ({ actor, query: { zone } }) => countToday(actor, zone),
)
