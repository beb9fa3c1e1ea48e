import 'server-only'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { recordActivity } from '@/lib/activity/journal'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { Values } from '@/lib/db/values'
import { AppError, invalidField } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import { serverText } from '@/lib/server-text'
import { readRule } from './data'
import { listUnfit, readRecipients } from './plan-data'
import { writePast, writeTriggerWhere } from './preview-data'
import type { newRule, Rule, RuleBody, ruleChange } from './schema'
import { decideStanding } from './watch'

const rulesMax = 100

/** A rule as the log stores it. */
const toKept = ({ name, query, trigger, actions, isEnabled, actsMax }: Rule) => ({
  name,
  ...(trigger.kind === 'matches' ? { query } : { trigger }),
  actions,
  isEnabled,
  actsMax,
})

async function record(
  tx: Queryable,
  actor: Actor,
  act: 'create' | 'update' | 'delete',
  { rule, ...states }: { rule: Rule; before?: Rule; after?: Rule },
): Promise<void> {
  await recordActivity(tx, actor, {
    action: `rule.${act}`,
    objectKind: 'rule',
    objectId: rule.ruleId,
    objectName: rule.name,
    ...(states.before === undefined ? {} : { before: toKept(states.before) }),
    ...(states.after === undefined ? {} : { after: toKept(states.after) }),
  })
}

/**
 * Checks that a rule can act: its filter can be read, and its people can sign in.
 * @throws AppError invalid, naming `trigger` or `actions`
 */
async function requireActable(tx: Queryable, actor: Actor, { trigger, actions }: RuleBody): Promise<void> {
  if (trigger.kind === 'matches') await writeTriggerWhere(tx, actor, trigger)
  const [problem] = [...listUnfit({ trigger, actions }), ...(await readRecipients(tx, actions)).problems]
  if (problem !== undefined) throw invalidField('actions', problem)
}

/**
 * Adds a rule. It acts on versions that arrive from now on, and with `actsOnPast` also on what a preview counts.
 * @throws AppError invalid
 */
export async function createRule(actor: Actor, given: z.output<typeof newRule>, to?: Database): Promise<Rule> {
  const db = to ?? (await database())
  const created = await db.transaction(async (tx) => {
    await requireActable(tx, actor, given)
    const past = given.actsOnPast ? await writeTriggerWhere(tx, actor, given.trigger) : null
    // The table is locked, so that two requests do not both take the last place.
    await tx.query('lock table rules in share row exclusive mode')
    const { rows: kept } = await tx.query<{ n: number }>('select count(*) as n from rules where deleted_at is null')
    if ((kept[0]?.n ?? 0) >= rulesMax) throw new AppError('invalid', serverText('rules.tooMany', { max: rulesMax }))
    const { rows } = await tx.query<{ rule_id: string }>(
      `insert into rules (name, is_enabled, trigger, actions, acts_max, created_by_name) values ($1, $2, $3, $4, $5, $6)
       returning rule_id`,
      [
        given.name,
        given.isEnabled,
        JSON.stringify(given.trigger),
        JSON.stringify(given.actions),
        given.actsMax,
        actor.name,
      ],
    )
    const ruleId = rows[0]?.rule_id
    if (ruleId === undefined) throw new Error('an insert gives its row')
    if (past !== null) {
      const values = new Values()
      const id = values.add(ruleId, 'uuid')
      await tx.query(
        `insert into rule_hits (rule_id, audit_id, version)
         select ${id}, audit_id, hydrated_modified_at from inspections where ${writePast(past.where, values)}
         order by modified_at on conflict do nothing`,
        values.list,
      )
    }
    if (given.actsOnPast && given.trigger.kind === 'asset-idle') await decideStanding(tx, ruleId)
    const rule = await readRule(tx, ruleId)
    await record(tx, actor, 'create', { rule, after: rule })
    return rule
  })
  publishChange('rules', [created.ruleId])
  return created
}

/**
 * Reads a rule and locks it.
 * @throws AppError not_found
 */
async function lockRule(tx: Queryable, ruleId: string): Promise<Rule> {
  await tx.query('select from rules where rule_id = $1 for no key update', [ruleId])
  return readRule(tx, ruleId)
}

/**
 * Changes a rule. A new filter applies to versions from now on, and so does a rule that is switched on again. A paused
 * rule stays paused until somebody resumes it on purpose, because then it acts on everything that waits.
 * @throws AppError not_found, conflict when the rule was changed since the person saw `revision`, invalid
 */
export async function changeRule(
  actor: Actor,
  ruleId: string,
  { revision, skipsWaiting = false, ...change }: z.output<typeof ruleChange>,
  to?: Database,
): Promise<Rule> {
  const db = to ?? (await database())
  const changed = await db.transaction(async (tx) => {
    const before = await lockRule(tx, ruleId)
    if (before.revision !== revision) throw new AppError('conflict', serverText('rules.changed'))
    const {
      name = before.name,
      trigger = before.trigger,
      actions = before.actions,
      actsMax = before.actsMax,
      isEnabled = before.isEnabled,
    } = change
    if (isEnabled) await requireActable(tx, actor, { trigger, actions })
    const isSwitchedOn = isEnabled && !before.isEnabled
    const isNewFilter = change.trigger !== undefined
    await tx.query(
      `update rules set name = $2, trigger = $3, actions = $4, acts_max = $5, is_enabled = $6,
         since = case when $7 then clock_timestamp() else since end,
         paused_at = case when $8 then null else paused_at end,
         pause_reason = case when $8 then null else pause_reason end,
         counted_from = case when $8 then clock_timestamp() else counted_from end,
         revision = revision + 1, updated_at = clock_timestamp()
       where rule_id = $1`,
      [
        ruleId,
        name,
        JSON.stringify(trigger),
        JSON.stringify(actions),
        actsMax,
        isEnabled,
        isSwitchedOn || isNewFilter,
        change.isEnabled === true,
      ],
    )
    if (skipsWaiting || isNewFilter) await skipWaiting(tx, ruleId)
    const after = await readRule(tx, ruleId)
    await record(tx, actor, 'update', { rule: after, before, after })
    return after
  })
  publishChange('rules', [ruleId])
  return changed
}

const skipWaiting = (tx: Queryable, ruleId: string) =>
  tx.query(`update rule_hits set state = 'skipped' where rule_id = $1 and state = 'waiting'`, [ruleId])

/**
 * Deletes a rule. The results of its acts stay, and its open proposals can still be decided.
 * @throws AppError not_found
 */
export async function deleteRule(actor: Actor, ruleId: string, to?: Database): Promise<void> {
  const db = to ?? (await database())
  await db.transaction(async (tx) => {
    const before = await lockRule(tx, ruleId)
    await tx.query('update rules set deleted_at = now() where rule_id = $1', [ruleId])
    await skipWaiting(tx, ruleId)
    await record(tx, actor, 'delete', { rule: before, before })
  })
  publishChange('rules', [ruleId])
}
