import 'server-only'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { auditId as auditIdShape } from '@/lib/ids'
import { serverText } from '@/lib/server-text'
import type { proposalQuery, Proposal, ProposalList } from './proposals-schema'
import { hitOutcome, type Rule, type RuleHit, type RuleList, type RuleRead } from './schema'
import type * as z from 'zod'
import { readRules, subjectTitle } from './store'

const hitsShown = 100
const proposalsShown = 200

/** All rules, and how many proposals are open. */
export async function listRules(given?: Queryable): Promise<RuleList> {
  const db = given ?? (await database())
  return { rules: await readRules(db), openProposals: await countOpen(db) }
}

/** @throws AppError not_found */
export async function readRule(db: Queryable, ruleId: string): Promise<Rule> {
  const [found] = await readRules(db, ruleId)
  if (found === undefined) throw new AppError('not_found', serverText('rules.notFound'))
  return found
}

interface StoredHit {
  hit_id: string
  subject: RuleHit['subject']
  audit_id: string
  title: string | null
  version: string
  found_at: string
  state: RuleHit['state']
  acted_at: string | null
  outcome: unknown
}

/**
 * A rule with its newest acts.
 * @throws AppError not_found
 */
export async function readRuleWithHits(ruleId: string, given?: Queryable): Promise<RuleRead> {
  const db = given ?? (await database())
  const rule = await readRule(db, ruleId)
  const { rows } = await db.query<StoredHit>(
    `select hit_id, subject, audit_id, version, found_at, state, acted_at, outcome, ${subjectTitle} as title
     from rule_hits where rule_id = $1 order by found_at desc, hit_id limit ${hitsShown}`,
    [ruleId],
  )
  return {
    rule,
    hits: rows.map((row) => ({
      hitId: row.hit_id,
      subject: row.subject,
      id: row.audit_id,
      title: row.title,
      version: row.version,
      foundAt: row.found_at,
      state: row.state,
      actedAt: row.acted_at,
      outcome: row.outcome === null ? null : hitOutcome.parse(row.outcome),
    })),
  }
}

async function countOpen(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(`select count(*) as n from rule_statuses where state = 'open'`)
  return rows[0]?.n ?? 0
}

export interface StoredProposal {
  proposal_id: string
  rule_name: string
  audit_id: string
  title: string | null
  asset_id: string
  asset_name: string
  before: Proposal['before']
  after: Proposal['after']
  state: Proposal['state']
  created_at: string
  decided_at: string | null
  decided_by_name: string | null
  change_id: string | null
}

/** The columns of a proposal, from `rule_statuses`, `rule_hits` as `hits` and `rules`. */
export const proposalColumns = `proposal_id, rules.name as rule_name, hits.audit_id, asset_id, asset_name, before, after,
  rule_statuses.state, rule_statuses.created_at, decided_at, decided_by_name, change_id,
  (select title from inspections where inspections.audit_id = hits.audit_id) as title`
export const proposalsFrom = `rule_statuses join rule_hits as hits using (hit_id) join rules using (rule_id)`

export const toProposal = (row: StoredProposal): Proposal => ({
  proposalId: row.proposal_id,
  ruleName: row.rule_name,
  auditId: auditIdShape.parse(row.audit_id),
  title: row.title,
  assetId: row.asset_id,
  assetName: row.asset_name,
  before: row.before,
  after: row.after,
  state: row.state,
  createdAt: row.created_at,
  decidedAt: row.decided_at,
  decidedByName: row.decided_by_name,
  changeId: row.change_id,
})

/** Lists statuses that rules propose, or proposals that were decided, newest first. */
export async function listProposals(
  { state }: z.output<typeof proposalQuery>,
  given?: Queryable,
): Promise<ProposalList> {
  const db = given ?? (await database())
  const { rows } = await db.query<StoredProposal>(
    `select ${proposalColumns} from ${proposalsFrom}
     where rule_statuses.state ${state === 'open' ? '=' : '<>'} 'open'
     order by coalesce(decided_at, rule_statuses.created_at) desc, proposal_id limit ${proposalsShown}`,
  )
  return { proposals: rows.map(toProposal), open: await countOpen(db) }
}
