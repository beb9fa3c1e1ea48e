import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { Values } from '@/lib/db/values'
import { readFilter } from '@/lib/inspections/filter/filter'
import { findIds, listConditions, writeWhere } from '@/lib/inspections/filter/filter-sql'
import { readListQuery } from '@/lib/inspections/list/list-query'
import { pickRuleParams } from './model'

/**
 * The condition of a list's query, in the form that rules use: it applies to inspections whose document was read,
 * including missing ones, because a version that arrives proves that its inspection exists.
 * @throws AppError invalid when the query cannot be read
 */
export async function writeRuleWhere(tx: Queryable, query: string): Promise<(values: Values) => string> {
  const { filter } = readFilter({ ...pickRuleParams(readListQuery(query)), missing: ['both'] }, 0)
  const conditions = listConditions(filter, await findIds(tx, filter))
  return (values) => `hydrated_modified_at is not null and ${writeWhere(conditions, values)}`
}

/**
 * The inspections that match a query now, according to the current columns of the index.
 * @throws AppError invalid when the query cannot be read
 */
export async function findMatching(tx: Queryable, query: string, auditIds: readonly string[]): Promise<Set<string>> {
  const where = await writeRuleWhere(tx, query)
  const values = new Values()
  const { rows } = await tx.query<{ audit_id: string }>(
    `select audit_id from inspections where audit_id = any(${values.add(auditIds, 'text[]')}) and ${where(values)}`,
    values.list,
  )
  return new Set(rows.map((row) => row.audit_id))
}
