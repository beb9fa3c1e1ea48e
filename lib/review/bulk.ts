import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import { readFilter } from '@/lib/inspections/filter/filter'
import { Values } from '@/lib/db/values'
import { findIds, listConditions, writeWhere, type Condition } from '@/lib/inspections/filter/filter-sql'
import { readListQuery } from '@/lib/inspections/list/list-query'
import { readWithin } from '@/lib/search/read-within'
import { countUpTo } from '@/lib/inspections/list/totals'
import { serverText } from '@/lib/server-text'
import type { BulkMark, BulkMarked, BulkSelection } from './schema'
import { bulkMarkMax } from './values-model'
import { noticeAssignments, requireAssignee } from './assignees'
import { readChoice, writeChoice } from './follow-ups'
import { recordBatch } from './log'
import { lockInspections, writeMarks } from './write'

interface Selected {
  ids: readonly string[]
  /** These are checked again when the inspections are marked, because another person may have changed some since. */
  conditions: readonly Condition[]
}

/** @throws AppError invalid when the query cannot be read, or more match than can be marked at once */
async function findSelected(
  db: Database,
  actor: Actor,
  selection: BulkSelection,
  { nowMs, max }: { nowMs: number; max: number },
): Promise<Selected> {
  if (selection.kind === 'ids') return { ids: [...new Set(selection.ids)], conditions: [] }
  const { filter } = readFilter(readListQuery(selection.query), nowMs)
  return readWithin(db, 'rows', async (tx) => {
    const conditions = listConditions(filter, await findIds(tx, filter))
    const { except, followUps } = selection
    if (except.length > 0)
      conditions.push({
        dimension: null,
        write: (values) => `audit_id <> all(${values.add(except, 'text[]')})`,
      })
    if (followUps !== undefined) {
      const choice = readChoice(actor, followUps, nowMs)
      conditions.push({
        dimension: null,
        write: (values) =>
          `audit_id in (select reviews.audit_id from inspection_reviews as reviews where ${writeChoice(choice, values)})`,
      })
    }
    const values = new Values()
    const { rows } = await tx.query<{ audit_id: string }>(
      `select audit_id from inspections where ${writeWhere(conditions, values)} limit ${max + 1}`,
      values.list,
    )
    if (rows.length > max) throw refuseMany((await countUpTo(tx, conditions)).total, max)
    return { ids: rows.map((row) => row.audit_id), conditions }
  })
}

function refuseMany(total: number, max: number): AppError {
  return new AppError('invalid', serverText('review.tooMany', { total, max }), {
    details: { fields: { selection: serverText('review.fields.tooMany', { max }) } },
  })
}

/**
 * Marks inspections at the version that the index has, or with `keepsVersion` at the version that was reviewed, all of
 * them or none. One undo reverts all of it.
 * @throws AppError invalid, for a query that cannot be read or more than `bulkMarkMax` inspections
 */
export async function markInspections(
  actor: Actor,
  { selection, state, note, assigneeId, dueOn, keepsVersion }: BulkMark,
  from: { db?: Database; nowMs?: number; max?: number } = {},
): Promise<BulkMarked> {
  const db = from.db ?? (await database())
  const { nowMs = Date.now(), max = bulkMarkMax } = from
  const { ids, conditions } = await findSelected(db, actor, selection, { nowMs, max })
  if (ids.length > max) throw refuseMany(ids.length, max)
  const marked = await db.transaction(async (tx) => {
    const batchId = randomUUID()
    const assignee = await requireAssignee(tx, { state, assigneeId })
    const found = await lockInspections(tx, ids, conditions)
    const targets = Array.from(found, ([auditId, version]) => ({ auditId, version }))
    const said = { state, note, assigneeId, dueOn, keepsVersion }
    const changed = await writeMarks(tx, { batchId, actor, targets, ...said, skipsSame: true })
    await noticeAssignments(tx, actor, batchId)
    if (changed > 0)
      await recordBatch(tx, actor, {
        action: state === 'unreviewed' ? 'review.unmark' : 'review.mark',
        batchId,
        after: {
          state,
          ...(note === undefined ? {} : { note }),
          ...(state !== 'follow-up' || assigneeId === undefined ? {} : { assignee: assignee?.name ?? null }),
          ...(state !== 'follow-up' || dueOn === undefined ? {} : { dueOn }),
        },
      })
    const unknown = selection.kind === 'ids' ? ids.length - found.size : 0
    return { batchId, changed, unchanged: ids.length - unknown - changed, unknown }
  })
  publishChange('reviews', ids)
  return marked
}
