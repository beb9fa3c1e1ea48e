import { route } from '@/lib/http/route'
import { listRankings } from '@/lib/training/data'
import { leaderboardParams, rankings } from '@/lib/training/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the rankings of a leaderboard',
    access: 'training:read',
    params: leaderboardParams,
    answer: rankings,
  },
  ({ params, signal }) => listRankings(params.leaderboardId, { signal }),
)
