import 'server-only'
import { storeRuleActor } from '@/lib/activity/actor-text'
import type { ActivityActor } from '@/lib/activity/journal'
import type { Queryable } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import { ruleBody, type Rule, type RuleBody } from './schema'

/** The parts of a rule that are needed to decide and to act. */
export interface ActiveRule extends RuleBody {
  ruleId: string
  name: string
  actsMax: number
  since: string
  countedFrom: string
  /** The rule's own query, or the query of its saved view. Null: the view was deleted. */
  query: string | null
}

interface StoredRule {
  rule_id: string
  name: string
  is_enabled: boolean
  trigger: unknown
  actions: unknown
  acts_max: number
  since: string
  counted_from: string
  paused_at: string | null
  pause_reason: string | null
  revision: number
  created_by_name: string
  created_at: string
  updated_at: string
  view_name: string | null
  view_query: string | null
  acted: number
  waiting: number
  last_acted_at: string | null
}

const withView = `rules left join saved_views as view
  on view.view_id = (rules.trigger ->> 'viewId')::uuid and view.deleted_at is null`
const ownColumns = `rule_id, rules.name, is_enabled, trigger, actions, acts_max, since, counted_from, paused_at, pause_reason,
  rules.revision, created_by_name, rules.created_at, rules.updated_at, view.name as view_name, view.query as view_query`
const counts = `(select count(*) from rule_hits as hits where hits.rule_id = rules.rule_id and state = 'done') as acted,
  (select count(*) from rule_hits as hits where hits.rule_id = rules.rule_id and state = 'waiting') as waiting,
  (select max(acted_at) from rule_hits as hits where hits.rule_id = rules.rule_id) as last_acted_at`

/** Null: the view was deleted. Empty for triggers without a query. */
function queryOf({ trigger }: RuleBody, row: Pick<StoredRule, 'view_query'>): string | null {
  if (trigger.kind !== 'matches') return ''
  return trigger.viewId === null ? trigger.query : row.view_query
}

function toActive(row: StoredRule): ActiveRule {
  const body = ruleBody.parse({ trigger: row.trigger, actions: row.actions })
  return {
    ...body,
    ruleId: row.rule_id,
    name: row.name,
    actsMax: row.acts_max,
    since: row.since,
    countedFrom: row.counted_from,
    query: queryOf(body, row),
  }
}

function toRule(row: StoredRule): Rule {
  const body = ruleBody.parse({ trigger: row.trigger, actions: row.actions })
  return {
    ...body,
    ruleId: row.rule_id,
    name: row.name,
    isEnabled: row.is_enabled,
    actsMax: row.acts_max,
    pauseReason: row.pause_reason,
    pausedAt: row.paused_at,
    revision: row.revision,
    createdByName: row.created_by_name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    viewName: row.view_name,
    query: queryOf(body, row) ?? '',
    acted: row.acted,
    waiting: row.waiting,
    lastActedAt: row.last_acted_at,
  }
}

/**
 * Rules that decide about versions modified at `newest` or before. A rule that Sightline paused also decides. Its hits
 * wait until a person resumes it.
 */
export async function readDecidingRules(tx: Queryable, newest: string): Promise<ActiveRule[]> {
  const { rows } = await tx.query<StoredRule>(
    `select ${ownColumns} from ${withView}
     where is_enabled and rules.deleted_at is null and trigger ->> 'kind' in ('matches', 'answer')
       and since <= $1::timestamptz order by rule_id`,
    [newest],
  )
  return rows.map(toActive)
}

/** Locks a rule against other acts of it and returns it; null when it may not act. */
export async function lockActiveRule(tx: Queryable, ruleId: string): Promise<ActiveRule | null> {
  const { rows } = await tx.query<StoredRule>(
    `select ${ownColumns} from ${withView}
     where rule_id = $1 and is_enabled and paused_at is null and rules.deleted_at is null for no key update of rules`,
    [ruleId],
  )
  const [row] = rows
  return row === undefined ? null : toActive(row)
}

/** All rules by name, or the one with this id. */
export async function readRules(db: Queryable, ruleId: string | null = null): Promise<Rule[]> {
  const { rows } = await db.query<StoredRule>(
    `select ${ownColumns}, ${counts} from ${withView}
     where rules.deleted_at is null and ($1::uuid is null or rule_id = $1) order by lower(rules.name), rule_id`,
    [ruleId],
  )
  return rows.map(toRule)
}

/** Pauses a rule that cannot act, with a server text that gives the reason. Waiting hits stay. */
export async function pauseRule(tx: Queryable, ruleId: string, reason: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update rules set paused_at = now(), pause_reason = $2 where rule_id = $1 and paused_at is null`,
    [ruleId, reason],
  )
  if (rowCount > 0) publishChange('rules', [ruleId])
  return rowCount > 0
}

/** The actor in the activity log for acts of a rule. */
export const ruleActor = (name: string): ActivityActor => ({ userId: null, name: storeRuleActor(name), email: '' })

/** SQL of the name of a hit's subject; null when the subject no longer exists. */
export const subjectTitle = `case rule_hits.subject
  when 'asset' then (select coalesce(nullif(code, ''), asset_id) from assets where assets.asset_id = rule_hits.audit_id)
  when 'import' then (select source_name from user_jobs where user_jobs.job_id::text = rule_hits.audit_id)
  when 'system' then case rule_hits.audit_id when 'sync' then 'The sync is failing or late'
    else 'The API limit is almost used up' end
  else (select title from inspections where inspections.audit_id = rule_hits.audit_id) end`
