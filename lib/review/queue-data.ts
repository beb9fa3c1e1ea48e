import 'server-only'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { listInspections } from '@/lib/inspections/data'
import { readFilter } from '@/lib/inspections/filter/filter'
import { Values } from '@/lib/db/values'
import { findIds, listConditions, writeWhere, type Condition } from '@/lib/inspections/filter/filter-sql'
import { readWithin } from '@/lib/search/read-within'
import { readRowsById } from '@/lib/inspections/list/rows'
import { readListParams } from '@/lib/inspections/params-model'
import { sync } from '@/lib/sync/instance'
import { readAsOf } from '@/lib/sync/store'
import type { Sync } from '@/lib/sync/sync'
import { readClaims } from './claims'
import { readReviews, toReview } from './data'
import { readQueueList } from './model'
import type { QueueOrder, queueQuery, ReviewQueue } from './schema'
import { queueMax } from './values-model'

const newestFirst = 'modified_at desc, audit_id desc'
const isFailed = `result = 'failed'`
const plain = (text: string): Condition => ({ dimension: null, write: () => text })

/**
 * The queries of an order. They run one after the other until the queue is full. For each of them, an index returns the
 * rows in order.
 */
const parts: Record<QueueOrder, ReadonlyArray<{ where: string | null; order: string }>> = {
  'failures-first': [
    { where: isFailed, order: `failed_count desc, ${newestFirst}` },
    { where: `(${isFailed}) is not true`, order: newestFirst },
  ],
  newest: [{ where: null, order: newestFirst }],
  oldest: [{ where: null, order: 'modified_at, audit_id' }],
}

/**
 * Ids of a queue in its order. Only ids are selected, so that skipped rows, which are mostly reviewed ones, are read
 * from the index and not from the table.
 */
async function listIds(
  db: Queryable,
  conditions: readonly Condition[],
  order: QueueOrder,
  max: number,
): Promise<string[]> {
  const ids: string[] = []
  for (const part of parts[order]) {
    if (ids.length >= max) break
    const values = new Values()
    const all = part.where === null ? conditions : [...conditions, plain(part.where)]
    const where = writeWhere(all, values)
    const limit = values.add(max - ids.length, 'int8')
    const { rows } = await db.query<{ audit_id: string }>(
      // The planner may expect words to be frequent, and would then scan all rows in order to find the few that contain
      // them.
      all.some(({ isWords }) => isWords === true)
        ? `with matching as materialized (select audit_id, failed_count, modified_at from inspections where ${where})
           select audit_id from matching order by ${part.order} limit ${limit}`
        : `select audit_id from inspections where ${where} order by ${part.order} limit ${limit}`,
      values.list,
    )
    for (const row of rows) ids.push(row.audit_id)
  }
  return ids
}

interface QueueSource {
  db?: Database
  signal?: AbortSignal
  /** The current time, for relative ranges. */
  nowMs?: number
  max?: number
  sync?: Pick<Sync, 'hydrateFirst'>
}

/** The number of rows at the start of a queue whose documents are fetched first. The others can wait. */
const hydratedFirst = 50

/**
 * Inspections to review, each with its review and the person who has it open. It is a snapshot of at most `queueMax`
 * inspections, with the total number.
 * @throws AppError invalid, naming the parameter; unavailable when it takes too long
 */
export async function readQueue(
  actor: Actor,
  { order, tab, ...asked }: z.output<typeof queueQuery>,
  from: QueueSource = {},
): Promise<ReviewQueue> {
  const db = from.db ?? (await database())
  const nowMs = from.nowMs ?? Date.now()
  const max = from.max ?? queueMax
  const params = readQueueList(readListParams(asked))
  const { filter } = readFilter(params, nowMs)
  const { asOf, rows, reviews, claims } = await readWithin(
    db,
    'rows',
    async (tx) => {
      const ids = await listIds(tx, listConditions(filter, await findIds(tx, filter)), order, max)
      return {
        asOf: await readAsOf(tx),
        rows: await readRowsById(tx, ids),
        reviews: await readReviews(tx, ids),
        claims: await readClaims(tx, actor, { auditIds: ids, tabId: tab }),
      }
    },
    { signal: from.signal },
  )
  const waiting = rows.slice(0, hydratedFirst).filter((row) => !row.hydrated && row.problem === null)
  if (waiting.length > 0) (from.sync ?? sync()).hydrateFirst(waiting.map((row) => row.auditId))
  return {
    items: rows.map((row) => {
      const review = reviews.get(row.auditId)
      return { row, review: review === undefined ? null : toReview(review), claim: claims.get(row.auditId) ?? null }
    }),
    ...(rows.length < max ? { total: rows.length, totalIsExact: true } : await countAll()),
    asOf,
  }

  async function countAll() {
    const { total, totalIsExact } = await listInspections(
      { ...params, limit: 1, include: ['rows', 'total'] },
      {
        db,
        nowMs,
        sync: { hydrateFirst: () => undefined },
        ...(from.signal === undefined ? {} : { signal: from.signal }),
      },
    )
    return { total: Math.max(total ?? 0, rows.length), totalIsExact }
  }
}
