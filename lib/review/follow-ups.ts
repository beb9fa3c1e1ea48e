import 'server-only'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import {
  foldedKey,
  type Keyset,
  type KeysetPosition,
  readCursor,
  type SortKey,
  writeAfter,
  writeAfterInGroups,
  writeCursor,
  writeOrder,
  writeOrderName,
} from '@/lib/db/keyset'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { readFilter, type InspectionFilter } from '@/lib/inspections/filter/filter'
import { Values } from '@/lib/db/values'
import { findIds, listConditions, writeWhere, type Condition } from '@/lib/inspections/filter/filter-sql'
import { formatDay, isTimeZone } from '@/lib/time/time-format'
import { readWithin } from '@/lib/search/read-within'
import { readRowsById } from '@/lib/inspections/list/rows'
import type { InspectionRow } from '@/lib/inspections/schema'
import { readListParams } from '@/lib/inspections/params-model'
import { serverText } from '@/lib/server-text'
import { reviewColumns, toReview, type StoredReview } from './data'
import type { FollowUpGrouping, FollowUpPage, followUpQuery, FollowUpSort, FollowUpSortName } from './follow-ups-schema'
import { dueGroups } from './values-model'
import type { FollowUpChoice } from './schema'

const keyset: Keyset<FollowUpSortName> = {
  id: 'reviews.audit_id',
  keys: {
    title: foldedKey('known.title'),
    template: foldedKey('known.template_name'),
    site: foldedKey('known.site_name'),
    author: foldedKey('known.author_name'),
    failed: { key: 'known.failed_count', type: 'float8' },
    score: { key: 'known.score_percentage', type: 'float8' },
    completed: { key: 'known.date_completed', type: 'timestamptz' },
    assignee: foldedKey('(select users.name from users where users.user_id = reviews.assignee_id)'),
    due: { key: 'reviews.due_on::text collate "C"', type: 'text' },
    marker: foldedKey('reviews.reviewer_name'),
    marked: { key: 'reviews.reviewed_at', type: 'timestamptz' },
    note: foldedKey(`nullif(reviews.note, '')`),
    // Follow-ups that have not changed have no value, so they come last in both directions.
    changed: foldedKey(`case when reviews.version < known.modified_at then 'changed' end`),
    id: { key: 'reviews.audit_id', type: 'text' },
  },
}

/** Filters on the follow-ups themselves, in addition to the filters on their inspections. */
interface Choice {
  /** Null: not assigned. Undefined: any assignee. */
  assigneeId: string | null | undefined
  /** Only follow-ups that are due before this day. */
  dueBefore: string | undefined
}

/**
 * The current day in a zone, as YYYY-MM-DD.
 * @throws AppError invalid, naming `zone`
 */
function readToday(zone: string, nowMs: number): string {
  if (!isTimeZone(zone))
    throw new AppError('invalid', serverText('common.unknownTimeZone'), {
      details: { fields: { zone: serverText('common.notTimeZone') } },
    })
  return formatDay(nowMs, zone)
}

/**
 * Reads the filters on follow-ups from a request.
 * @param asked `zone` decides which due dates are past
 * @throws AppError invalid, naming `zone`
 */
export function readChoice(actor: Pick<Actor, 'userId'>, asked: FollowUpChoice, nowMs: number): Choice {
  return {
    assigneeId: asked.assignee === 'me' ? actor.userId : asked.assignee === 'nobody' ? null : asked.assignee,
    dueBefore: asked.due === 'overdue' ? readToday(asked.zone?.[0] ?? 'UTC', nowMs) : undefined,
  }
}

/** The filters as SQL over `reviews`. */
export function writeChoice({ assigneeId, dueBefore }: Choice, values: Values): string {
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
    select audit_id, modified_at, title, template_name, site_name, author_name, failed_count, score_percentage, date_completed
    from inspections where review_state = 'follow-up' and ${writeWhere(conditions, values)}
  ) as known using (audit_id)`
}

interface FollowUp {
  row: InspectionRow
  review: StoredReview
  group: string | null
  /** The position of the row in the order. */
  place: KeysetPosition
}

/** What is listed, and in which order. */
interface Asked {
  filter: InspectionFilter
  choice: Choice
  sort: FollowUpSort
  group: Grouped | null
}

interface Grouped extends SortKey {
  by: FollowUpGrouping
  /** Whether the order of the list already keeps the rows of a group together. */
  isInOrder: boolean
}

/** Returns the sort key of a grouping. `today` is YYYY-MM-DD from our own clock, so it is safe in SQL. */
function readGroup(by: FollowUpGrouping, sort: FollowUpSort, today: () => string): Grouped {
  if (by !== 'due') return { ...keyset.keys[by], by, isInOrder: sort === by || sort === `-${by}` }
  const day = `date '${today()}'`
  const [overdue, now, week, later] = dueGroups
  const key = `(case when reviews.due_on < ${day} then '${overdue}' when reviews.due_on = ${day} then '${now}'
    when reviews.due_on <= ${day} + 7 then '${week}' when reviews.due_on is not null then '${later}' end) collate "C"`
  return { key, type: 'text', by, isInOrder: false }
}

/** The group by which rows are sorted first; null if there is none. */
const leadingGroup = ({ group }: Pick<Asked, 'group'>): Grouped | null => (group?.isInOrder === true ? null : group)

async function readAfter(
  tx: Queryable,
  conditions: readonly Condition[],
  asked: Asked,
  { after, limit }: { after: KeysetPosition | null; limit: number },
): Promise<FollowUp[]> {
  const { choice, sort, group } = asked
  const leading = leadingGroup(asked)
  const values = new Values()
  const from = writeFollowUps(conditions, values)
  const where = writeChoice(choice, values)
  const isAfter =
    after === null
      ? 'true'
      : leading === null
        ? writeAfter(keyset, sort, after, values)
        : writeAfterInGroups(keyset, sort, leading, after, values)
  const { key, order } = writeOrder(keyset, sort, leading)
  const { rows } = await tx.query<StoredReview & { key: string | number | null; group_name: string | null }>(
    `select ${reviewColumns}, ${key} as key, ${group === null ? 'null' : group.key} as group_name from ${from} where ${where} and ${isAfter}
     order by ${order} limit ${values.add(limit, 'int8')}`,
    values.list,
  )
  const reviews = new Map(rows.map((review) => [review.audit_id, review]))
  const shown = await readRowsById(
    tx,
    rows.map((review) => review.audit_id),
  )
  return shown.flatMap((row) => {
    const stored = reviews.get(row.auditId)
    if (stored === undefined) return []
    const { key: value, group_name: name, ...review } = stored
    const place = {
      value: value === null ? null : String(value),
      id: row.auditId,
      group: leading === null ? undefined : name,
    }
    return [{ row, review, group: name, place }]
  })
}

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

/** @throws AppError invalid, naming the parameter */
export function readAsked(
  { sort = '-marked', groupBy, ...asked }: Omit<z.output<typeof followUpQuery>, 'after'>,
  { actor, nowMs = Date.now() }: FollowUpSource,
): Asked {
  const zone = asked.zone ?? asked.tz
  return {
    filter: readFilter(readListParams(asked), nowMs).filter,
    choice: readChoice(actor, { ...asked, zone }, nowMs),
    sort,
    group: groupBy === undefined ? null : readGroup(groupBy, sort, () => readToday(zone?.[0] ?? 'UTC', nowMs)),
  }
}

async function countMatching(tx: Queryable, conditions: readonly Condition[], { choice }: Asked): Promise<number> {
  const values = new Values()
  const { rows } = await tx.query<{ n: number }>(
    `select count(*) as n from ${writeFollowUps(conditions, values)} where ${writeChoice(choice, values)}`,
    values.list,
  )
  return rows[0]?.n ?? 0
}

/** How many rows each group has. */
async function countGroups(tx: Queryable, conditions: readonly Condition[], { choice }: Asked, { key }: Grouped) {
  const values = new Values()
  const { rows } = await tx.query<{ id: string | null; count: number }>(
    `select ${key} as id, count(*) as count from ${writeFollowUps(conditions, values)}
     where ${writeChoice(choice, values)} group by 1`,
    values.list,
  )
  return rows
}

/**
 * How many follow-ups match a list.
 * @throws AppError invalid, naming the parameter; unavailable when it takes too long
 */
export async function countFollowUps(
  query: Omit<z.output<typeof followUpQuery>, 'after'>,
  { limit: _limit, ...from }: FollowUpSource,
): Promise<number> {
  const asked = readAsked(query, from)
  return readWithin(
    from.db ?? (await database()),
    'rows',
    async (tx) => countMatching(tx, await readConditions(tx, asked.filter), asked),
    { signal: from.signal },
  )
}

/**
 * Inspections that need a follow-up and match a list.
 * @throws AppError invalid, naming the parameter; unavailable when it takes too long
 */
export async function listFollowUps(
  { after, ...query }: z.output<typeof followUpQuery>,
  { limit = 100, ...from }: FollowUpSource,
): Promise<FollowUpPage> {
  const db = from.db ?? (await database())
  const asked = readAsked(query, from)
  const { group } = asked
  const groupName = leadingGroup(asked)?.by ?? ''
  const start = after === undefined ? null : readCursor(keyset, asked.sort, after, groupName)
  return readWithin(
    db,
    'rows',
    async (tx) => {
      const conditions = await readConditions(tx, asked.filter)
      const found = await readAfter(tx, conditions, asked, { after: start, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return {
        rows: shown.map(({ row, review, group: name }) =>
          group === null ? { row, review: toReview(review) } : { row, review: toReview(review), group: name },
        ),
        total: await countMatching(tx, conditions, asked),
        after:
          found.length <= limit || last === undefined
            ? null
            : writeCursor(writeOrderName(asked.sort, groupName), last.place),
        ...(group === null || start !== null ? {} : { groups: await countGroups(tx, conditions, asked, group) }),
      }
    },
    { signal: from.signal },
  )
}
