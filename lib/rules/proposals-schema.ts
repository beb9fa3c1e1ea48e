import * as z from 'zod'
import { assetStatus } from '@/lib/assets/schema'
import { auditId } from '@/lib/ids'

/** Statuses that rules propose, for people to decide. */

const instant = z.iso.datetime({ offset: true })

export const proposalStates = ['open', 'set', 'dismissed', 'undone'] as const
export const proposal = z.object({
  proposalId: z.uuid(),
  ruleName: z.string(),
  auditId,
  title: z.string().nullable(),
  assetId: z.string(),
  assetName: z.string(),
  before: assetStatus.nullable(),
  after: assetStatus,
  state: z.enum(proposalStates),
  createdAt: instant,
  decidedAt: instant.nullable(),
  /** Null: the rule itself decided. */
  decidedByName: z.string().nullable(),
  changeId: z.uuid().nullable(),
})
export type Proposal = z.infer<typeof proposal>

/** Query of GET /api/rules/proposals, and its response, newest first. */
export const proposalQuery = z.object({
  /** `open`: proposals that wait for a decision. `decided`: the others. */
  state: z.enum(['open', 'decided']).default('open'),
})
export const proposalList = z.object({ proposals: z.array(proposal), open: z.number().int() })
export type ProposalList = z.infer<typeof proposalList>

/** `confirm`: set the status. `dismiss`: leave it. `undo`: set the previous status again. */
export const decisions = ['confirm', 'dismiss', 'undo'] as const
export type Decision = (typeof decisions)[number]
/** Body of POST /api/rules/proposals/[proposalId]. */
export const proposalDecision = z.object({ decision: z.enum(decisions) })
