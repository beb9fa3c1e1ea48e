import * as z from 'zod'
import { route } from '@/lib/http/route'
import { decideProposal } from '@/lib/rules/proposals-mutations'
import { proposal, proposalDecision } from '@/lib/rules/proposals-schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Confirm, dismiss or undo a status that a rule proposed',
    access: 'assets:write',
    params: z.object({ proposalId: z.uuid() }),
    body: proposalDecision,
    answer: proposal,
  },
  ({ actor, params: { proposalId }, body: { decision } }) => decideProposal(actor, proposalId, decision),
)
