import 'server-only'
import { isConnectionLost, isTransient, sqlState } from '@/lib/db/connection-errors'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import type { NewVersion, VersionWatch } from '@/lib/sync/documents/version-watch'
import { reportEvent } from '@/lib/web/report-failure'
import { meetsAnswer } from './answer-model'
import { readReport, readVersionReport } from './answers-data'
import { findMatching } from './matches'
import type { TriggerOf } from './schema'
import { pauseRule, readDecidingRules, type ActiveRule } from './store'

/** Whether an error is about the database and not about the rule. Then the transaction must fail. */
const isOfDatabase = (error: unknown) =>
  error instanceof AppError
    ? error.code !== 'invalid'
    : isConnectionLost(error) || isTransient(error) || sqlState(error) === null

/**
 * Runs the evaluation of a rule within the transaction that stores versions. A rule that cannot be evaluated is paused,
 * because it must not stop the sync.
 * @returns null when the evaluation failed
 */
async function guard<Result>(
  tx: Queryable,
  { ruleId, name }: ActiveRule,
  work: () => Promise<Result>,
): Promise<Result | null> {
  await tx.query('savepoint rule')
  try {
    const result = await work()
    await tx.query('release savepoint rule')
    return result
  } catch (error) {
    if (isOfDatabase(error)) throw error
    await tx.query('rollback to savepoint rule')
    if (await pauseRule(tx, ruleId, serverText('rules.paused.query', { name })))
      reportEvent('warn', { err: error, rule: ruleId }, 'a rule could not be evaluated')
    return null
  }
}

interface Started {
  auditId: string
  modifiedAt: string
}

const storeHits = (tx: Queryable, ruleId: string, started: readonly Started[]) =>
  tx.query(
    `insert into rule_hits (rule_id, audit_id, version)
     select $1, * from unnest($2::text[], $3::timestamptz[]) on conflict do nothing`,
    [ruleId, started.map(({ auditId }) => auditId), started.map(({ modifiedAt }) => modifiedAt)],
  )

/**
 * Decides about rules with a filter, by the columns of the index: the new version of an inspection must match the
 * filter, and its version before must not.
 */
async function decideMatches(tx: Queryable, rules: readonly ActiveRule[], versions: readonly NewVersion[]) {
  const before: Array<{ rule: ActiveRule; query: string; matched: ReadonlySet<string>; ids: readonly string[] }> = []
  for (const rule of rules) {
    const { query } = rule
    const ids = versions.filter(({ modifiedAt }) => modifiedAt >= rule.since).map(({ auditId }) => auditId)
    if (ids.length === 0) continue
    if (query === null) {
      await pauseRule(tx, rule.ruleId, serverText('rules.paused.view'))
      continue
    }
    const matched = await guard(tx, rule, () => findMatching(tx, query, ids))
    if (matched !== null) before.push({ rule, query, matched, ids })
  }
  if (before.length === 0) return null
  return async (after: Queryable) => {
    for (const { rule, query, matched, ids } of before) {
      const now = await guard(after, rule, () => findMatching(after, query, ids))
      const started = versions.filter(({ auditId }) => now?.has(auditId) === true && !matched.has(auditId))
      if (started.length > 0) await storeHits(after, rule.ruleId, started)
    }
  }
}

type AnswerRule = ActiveRule & { trigger: TriggerOf<'answer'> }
const isAnswerRule = (rule: ActiveRule): rule is AnswerRule => rule.trigger.kind === 'answer'

/**
 * Decides about rules with a question, by the documents: the answer in the new version of an inspection must meet the
 * condition, and the answer in its version before must not.
 */
async function decideAnswers(tx: Queryable, rules: readonly AnswerRule[], versions: readonly NewVersion[]) {
  if (rules.length === 0) return null
  const ids = versions.map(({ auditId }) => auditId)
  const { rows } = await tx.query<{ audit_id: string; version: string }>(
    `select audit_id, hydrated_modified_at as version from inspections
     where audit_id = any($1::text[]) and hydrated_modified_at is not null`,
    [ids],
  )
  const before = new Map(rows.map(({ audit_id, version }) => [audit_id, version]))
  return async (after: Queryable) => {
    const { rows: known } = await after.query<{ audit_id: string; template_id: string }>(
      `select audit_id, template_id from inspections where audit_id = any($1::text[]) and template_id = any($2::text[])`,
      [ids, rules.map(({ trigger }) => trigger.templateId)],
    )
    const templates = new Map(known.map(({ audit_id, template_id }) => [audit_id, template_id]))
    for (const version of versions) {
      const { auditId, modifiedAt, readText } = version
      const asking = rules.filter(
        ({ since, trigger }) => trigger.templateId === templates.get(auditId) && modifiedAt >= since,
      )
      if (asking.length === 0) continue
      const report = await readReport(readText())
      const met = asking.filter(({ trigger }) => meetsAnswer(report, trigger))
      const last = before.get(auditId)
      const earlier = met.length === 0 || last === undefined ? null : await readVersionReport(after, auditId, last)
      for (const { ruleId, trigger } of met)
        if (earlier === null || !meetsAnswer(earlier, trigger)) await storeHits(after, ruleId, [version])
    }
  }
}

/**
 * Decides for each stored version which rules act on it: the rules whose trigger this version meets and the version
 * before did not meet. The decision is in the transaction that stores the version, and is unique for rule and version,
 * so a repeated, reordered or interrupted arrival changes nothing. The rules act later, see worker.ts.
 */
export const decideVersions: VersionWatch = async (tx, versions) => {
  const newest = versions.reduce((last, { modifiedAt }) => (modifiedAt > last ? modifiedAt : last), '')
  const rules = newest === '' ? [] : await readDecidingRules(tx, newest)
  const parts = [
    await decideMatches(
      tx,
      rules.filter(({ trigger }) => trigger.kind === 'matches'),
      versions,
    ),
    await decideAnswers(tx, rules.filter(isAnswerRule), versions),
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return async (after) => {
    for (const part of parts) await part(after)
  }
}
