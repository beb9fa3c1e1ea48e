import 'server-only'
import * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import { decodePlace, encodePlace } from '@/lib/db/keyset'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { readFilter, type InspectionFilter } from '@/lib/inspections/filter/filter'
import { Values } from '@/lib/db/values'
import { findIds, listConditions, writeWhere, type Condition } from '@/lib/inspections/filter/filter-sql'
import { formatDay, isTimeZone } from '@/lib/time/time-format'
import { readWithin } from '@/lib/search/read-within'
import { readRowsById } from '@/lib/inspections/list/rows'
import { keptInstant, readListParams, type InspectionRow } from '@/lib/inspections/schema'
import { serverText } from '@/lib/server-text'
import { reviewColumns, toReview, type StoredReview } from './data'
import type { FollowUpOrder, FollowUpPage, followUpQuery } from './schema'

/**
 * The last row of a page: when its review was written, its id, and its due date. Reviews are ordered by when they were
 * written, newest first, and then by id; with `due` the due date comes first.
 */
const position = z.tuple([keptInstant, z.string().regex(/^[\x20-\x7e]{1,200}$/), z.iso.date().nullable()])
type Position = z.infer<typeof position>

/** Filters on the follow-ups themselves, beside the filters on their inspections. */
interface Choice {
  /** Null: not assigned. Undefined: any assignee. */
  assigneeId: string | null | undefined
  /** Only those due before this day. */
  dueBefore: string | undefined
  by: FollowUpOrder
}

type AskedChoice = Pick<z.output<typeof followUpQuery>, 'assignee' | 'due' | 'by' | 'zone' | 'tz'>

/** @throws AppError invalid, naming `zone` */
function readChoice(actor: Pick<Actor, 'userId'>, asked: AskedChoice, nowMs: number): Choice {
  const zone = asked.zone?.[0] ?? asked.tz?.[0] ?? 'UTC'
  if (asked.due === 'overdue' && !isTimeZone(zone))
    throw new AppError('invalid', serverText('common.unknownTimeZone'), {
      details: { fields: { zone: serverText('common.notTimeZone') } },
    })
  return {
    assigneeId: asked.assignee === 'me' ? actor.userId : asked.assignee === 'nobody' ? null : asked.assignee,
    dueBefore: asked.due === 'overdue' ? formatDay(nowMs, zone) : undefined,
    by: asked.by ?? 'newest',
  }
}

/** The filters as SQL over `reviews`. */
function writeChoice({ assigneeId, dueBefore }: Choice, values: Values): string {
  return [
    ...(assigneeId === undefined
      ? []
      : [
          assigneeId === null
            ? 'reviews.assignee_id is null'
            : `reviews.assignee_id = ${values.add(assigneeId, 'uuid')}`,
        ]),
    ...(dueBefore === undefined ? [] : [`reviews.due_on < ${values.add(dueBefore, 'date')}`]),
    "reviews.state = 'follow-up'",
  ].join(' and ')
}

/** Follow-ups that meet conditions, for use in a `from`. The conditions refer only to columns of the inspection. */
function writeFollowUps(conditions: readonly Condition[], values: Values): string {
  return `inspection_reviews as reviews join (
    select audit_id, modified_at from inspections where review_state = 'follow-up' and ${writeWhere(conditions, values)}
  ) as known using (audit_id)`
}

/** Rows after a given row, in the order of the list. */
function writePlace(by: FollowUpOrder, [at, auditId, day]: Position, values: Values): string {
  const time = values.add(at, 'timestamptz')
  const later = `(reviewed_at < ${time} or (reviewed_at = ${time} and audit_id > ${values.add(auditId, 'text')}))`
  if (by === 'newest') return later
  if (day === null) return `(reviews.due_on is null and ${later})`
  const due = values.add(day, 'date')
  return `(reviews.due_on is null or reviews.due_on > ${due} or (reviews.due_on = ${due} and ${later}))`
}

interface FollowUp {
  row: InspectionRow
  review: StoredReview
}

async function readAfter(
  tx: Queryable,
  conditions: readonly Condition[],
  choice: Choice,
  { after, limit }: { after: Position | null; limit: number },
): Promise<FollowUp[]> {
  const values = new Values()
  const from = writeFollowUps(conditions, values)
  const where = writeChoice(choice, values)
  const place = after === null ? 'true' : writePlace(choice.by, after, values)
  const { rows } = await tx.query<StoredReview>(
    `select ${reviewColumns} from ${from} where ${where} and ${place}
     order by ${choice.by === 'due' ? 'reviews.due_on nulls last, ' : ''}reviewed_at desc, audit_id limit ${values.add(limit, 'int8')}`,
    values.list,
  )
  const reviews = new Map(rows.map((review) => [review.audit_id, review]))
  const shown = await readRowsById(
    tx,
    rows.map((review) => review.audit_id),
  )
  return shown.flatMap((row) => {
    const review = reviews.get(row.auditId)
    return review === undefined ? [] : [{ row, review }]
  })
}

const toPosition = ({ review }: FollowUp): Position => [review.reviewed_at, review.audit_id, review.due_on]

interface FollowUpSource {
  /** The current person, for `assignee=me`. */
  actor: Pick<Actor, 'userId'>
  db?: Database
  signal?: AbortSignal
  nowMs?: number
  limit?: number
}

const readConditions = async (tx: Queryable, filter: InspectionFilter) =>
  listConditions(filter, await findIds(tx, filter))

/**
 * Inspections that need a follow-up and match a list.
 * @throws AppError invalid, naming the parameter; unavailable when it takes too long
 */
export async function listFollowUps(
  { after, ...asked }: z.output<typeof followUpQuery>,
  { limit = 100, ...from }: FollowUpSource,
): Promise<FollowUpPage> {
  const db = from.db ?? (await database())
  const nowMs = from.nowMs ?? Date.now()
  const { filter } = readFilter(readListParams(asked), nowMs)
  const choice = readChoice(from.actor, asked, nowMs)
  const start = after === undefined ? null : decodePlace(position, after)
  return readWithin(
    db,
    'rows',
    async (tx) => {
      const conditions = await readConditions(tx, filter)
      const found = await readAfter(tx, conditions, choice, { after: start, limit: limit + 1 })
      const values = new Values()
      const counted = await tx.query<{ n: number }>(
        `select count(*) as n from ${writeFollowUps(conditions, values)} where ${writeChoice(choice, values)}`,
        values.list,
      )
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return {
        items: shown.map(({ row, review }) => ({ row, review: toReview(review) })),
        total: counted.rows[0]?.n ?? 0,
        after: found.length <= limit || last === undefined ? null : encodePlace(toPosition(last)),
      }
    },
    { signal: from.signal },
  )
}

const batchRows = 500

/**
 * All of them in batches, for a file. Each batch is read on demand, so that a slow reader holds no resources.
 * Inspections that are marked during the export may be missing, and come first in the next file.
 * @throws AppError invalid, naming the parameter, before the first batch
 */
export function walkFollowUps(
  asked: Omit<z.output<typeof followUpQuery>, 'after'>,
  from: FollowUpSource,
): AsyncGenerator<FollowUp[]> {
  const nowMs = from.nowMs ?? Date.now()
  const { filter } = readFilter(readListParams(asked), nowMs)
  return walk(filter, readChoice(from.actor, asked, nowMs), from)
}

async function* walk(filter: InspectionFilter, choice: Choice, from: FollowUpSource): AsyncGenerator<FollowUp[]> {
  const db = from.db ?? (await database())
  const limit = from.limit ?? batchRows
  for (let after: Position | null = null; ;) {
    const place: Position | null = after
    const found = await readWithin(
      db,
      'rows',
      async (tx) => readAfter(tx, await readConditions(tx, filter), choice, { after: place, limit }),
      { signal: from.signal },
    )
    if (found.length > 0) yield found
    const last = found.at(-1)
    if (last === undefined || found.length < limit) return
    after = toPosition(last)
  }
}
