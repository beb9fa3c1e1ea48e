import { route } from '@/lib/http/route'
import { listLeaderboards } from '@/lib/training/data'
import { leaderboardPage, pageQuery } from '@/lib/training/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List leaderboards, a page at a time',
    access: 'training:read',
    query: pageQuery,
    answer: leaderboardPage,
  },
  ({ query, signal }) => listLeaderboards(query.page, { signal }),
)
