import 'server-only'
import { isConnectionLost, isTransient, sqlState } from '@/lib/db/connection-errors'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import type { VersionWatch } from '@/lib/sync/documents/version-watch'
import { reportEvent } from '@/lib/web/report-failure'
import { findMatching } from './matches'
import { pauseRule, readDecidingRules, type ActiveRule } from './store'

/** Whether an error says something about the database and not about the rule: the transaction has to fail then. */
const isOfDatabase = (error: unknown) =>
  error instanceof AppError
    ? error.code !== 'invalid'
    : isConnectionLost(error) || isTransient(error) || sqlState(error) === null

/**
 * Runs what a rule needs within the transaction that stores versions. A rule that cannot be evaluated is paused; it must not
 * stop the sync.
 * @returns null when it failed
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

/**
 * Decides for each version that is stored which rules act on it: those whose filter it matches, and the version before did
 * not. The decision is in the transaction that stores the version, and unique for rule and version, so a repeated, reordered
 * or interrupted arrival changes nothing. Acting comes later, see worker.ts.
 */
export const decideVersions: VersionWatch = async (tx, versions) => {
  const newest = versions.reduce((last, { modifiedAt }) => (modifiedAt > last ? modifiedAt : last), '')
  const rules = newest === '' ? [] : await readDecidingRules(tx, newest)
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
  return async (after) => {
    for (const { rule, query, matched, ids } of before) {
      const now = await guard(after, rule, () => findMatching(after, query, ids))
      const started = versions.filter(({ auditId }) => now?.has(auditId) === true && !matched.has(auditId))
      if (started.length === 0) continue
      await after.query(
        `insert into rule_hits (rule_id, audit_id, version)
         select $1, * from unnest($2::text[], $3::timestamptz[]) on conflict do nothing`,
        [rule.ruleId, started.map(({ auditId }) => auditId), started.map(({ modifiedAt }) => modifiedAt)],
      )
    }
  }
}
