import { route } from '@/lib/http/route'
import { listProposals } from '@/lib/rules/data'
import { proposalList, proposalQuery } from '@/lib/rules/proposals-schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the statuses that rules propose',
    access: 'assets:read',
    query: proposalQuery,
    answer: proposalList,
  },
  ({ query }) => listProposals(query),
)
