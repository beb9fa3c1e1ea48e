import { route } from '@/lib/http/route'
import { listFollowUps } from '@/lib/review/follow-ups'
import { followUpPage, followUpQuery } from '@/lib/review/follow-ups-schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List follow-ups that match a filter, a page at a time',
    access: 'reviews:read',
    query: followUpQuery,
    answer: followUpPage,
  },
  ({ actor, query, signal }) => listFollowUps(query, { actor, signal }),
)
