import 'server-only'
import * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { may } from '@/lib/access/permissions'
import { isTimeZone } from '@/lib/time/time-format'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { readTimeRange } from '@/lib/time/time-range'
import { resolveTimeRange } from '@/lib/time/time-range-bounds'
import { serverText } from '@/lib/server-text'
import { relatedKey } from './journal'
import type { ActivityCount, ActivityCounts, activityQuery } from './schema'
import { maySeeAddresses, maySeePeople, peopleKinds } from './visibility'

/** Filters of the log, and which entries a person may see. */

export type AskedActivity = Omit<z.output<typeof activityQuery>, 'after' | 'limit' | 'include' | 'steps' | 'sort'>

/** Conditions over `activity` with their values: `$1` and so on. */
export interface Condition {
  where: string[]
  values: unknown[]
}

function refuse(field: string, problem: string): AppError {
  return new AppError('invalid', serverText('activity.filterUnreadable', { field, problem }), {
    details: { fields: { [field]: problem } },
  })
}

/** One end of the time range, in milliseconds since the epoch; null: open. */
function readEnd(field: 'from' | 'to', text: string | undefined, zone: string, nowMs: number): number | null {
  if (text === undefined || text === '') return null
  const { range, problem } = readTimeRange(field === 'from' ? `${text}..` : `..${text}`)
  if (range === null) throw refuse(field, problem)
  const resolved = resolveTimeRange(range, nowMs, zone)
  if (resolved.bounds === null) throw refuse(field, resolved.problem)
  return field === 'from' ? resolved.bounds.fromMs : resolved.bounds.toMs
}

/**
 * Which entries a person may see. Only the owner sees entries of a private view, and only admins see refused sign-ins.
 */
export function visibleTo(actor: Actor): Condition {
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const where = ['true']
  if (!maySeeAddresses(actor)) {
    where.push(`not (object_kind = 'session' and outcome = 'failed')`)
    where.push(`(object_kind not in ('api-token', 'service-account', 'invitation') or actor_id = ${add(actor.userId)})`)
    where.push(
      `(object_kind <> 'saved-view' or actor_id = ${add(actor.userId)}
        or coalesce(after, before) ->> 'isShared' = 'true')`,
    )
  }
  if (!maySeePeople(actor))
    where.push(
      `(object_kind <> all(${add(peopleKinds)}::text[]) or actor_id = ${add(actor.userId)}
        or (object_kind = 'account' and object_id = ${add(actor.userId)}::text))`,
    )
  if (!may(actor, 'webhooks:read')) where.push(`object_kind not like 'webhook%'`)
  return { where, values }
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/**
 * Filters by the id of an account. Readers who see email addresses may also filter by one, because people without an
 * account have no id.
 */
function writePerson(actor: Actor, person: string, add: (value: unknown) => string): string {
  if (z.uuid().safeParse(person).success) return `actor_id = ${add(person)}`
  if (!maySeePeople(actor)) throw refuse('person', serverText('activity.fields.person'))
  const given = add(person)
  // Compares with the address of the account and with the typed address, in case there is no account. Both use the
  // index.
  return `actor_email in (${given}, lower(${given}), (select email from users where lower(email) = lower(${given}) limit 1))`
}

/**
 * The filter, limited to entries that the person may see.
 * @throws AppError invalid, naming the field
 */
export function conditionOf(actor: Actor, asked: AskedActivity, nowMs: number): Condition {
  const { where, values } = visibleTo(actor)
  const add = (value: unknown) => `$${values.push(value)}`
  if (asked.person !== undefined && asked.person !== '') {
    where.push(writePerson(actor, asked.person.trim(), add))
  }
  if (asked.objectKind !== undefined && asked.objectId !== undefined) {
    const [kind, id] = [add(asked.objectKind), add(asked.objectId)]
    const related = add([relatedKey(asked.objectKind, asked.objectId)])
    where.push(`((object_kind = ${kind} and object_id = ${id}) or related @> ${related}::text[])`)
  } else if (asked.objectKind !== undefined) where.push(`object_kind = ${add(asked.objectKind)}`)
  else if (asked.objectId !== undefined) where.push(`object_id = ${add(asked.objectId)}`)
  if (asked.action !== undefined && asked.action.length > 0) where.push(`action = any(${add(asked.action)}::text[])`)
  if (asked.outcome !== undefined && asked.outcome.length > 0)
    where.push(`outcome = any(${add(asked.outcome)}::text[])`)
  if (asked.parentId !== undefined) where.push(`parent_id = ${add(asked.parentId)}`)
  if (asked.changeId !== undefined) where.push(`change_id = ${add(asked.changeId)}`)
  for (const word of (asked.q ?? '').split(/\s+/)) {
    if (word !== '') where.push(`object_name ilike ${add(`%${escapeLike(word)}%`)}`)
  }
  const zone = asked.tz ?? 'UTC'
  if (!isTimeZone(zone)) throw refuse('tz', serverText('activity.fields.timeZone'))
  const fromMs = readEnd('from', asked.from, zone, nowMs)
  const toMs = readEnd('to', asked.to, zone, nowMs)
  if (fromMs !== null && toMs !== null && toMs < fromMs) throw refuse('to', serverText('activity.fields.endsEarly'))
  if (fromMs !== null) where.push(`at >= ${add(new Date(fromMs))}`)
  if (toMs !== null) where.push(`at < ${add(new Date(toMs))}`)
  return { where, values }
}

/** What a reader asks for: everything they may see, and the part of it that matches their filter. */
export interface Asked {
  visible: Condition
  /** Begins with the conditions and values of `visible`. */
  condition: Condition
  /** There is a filter in addition to the rules of visibility. */
  isNarrowed: boolean
}

/**
 * SQL of the ids of the entries that a nested list has: without steps of bulk changes, but with the parents of steps
 * that match. Its values are those of the condition.
 * @param beyond further conditions of both halves
 * @param end the order and the limit of each half
 */
export function writeNestedIds({ visible, condition }: Asked, beyond: readonly string[], end: string): string {
  const filter = condition.where.join(' and ')
  const more = beyond.map((one) => ` and ${one}`).join('')
  // Each half uses the index that fits: one reads matching entries, the other the parents of matching steps.
  return `(select activity_id from activity where ${filter} and parent_id is null${more} ${end})
    union
    (select activity_id from activity where ${visible.where.join(' and ')}${more} and activity_id in (
       select parent_id from activity where ${filter} and parent_id is not null) ${end})`
}

/** Entries are counted up to this number; above it, the screen says "about". */
export const countedMax = 100_000

interface Explained {
  'QUERY PLAN': Array<{ Plan: { 'Plan Rows': number } }>
}

/** Counts the rows of a query; the count is approximate above `max`. */
async function countRows(db: Queryable, query: string, values: unknown[], max: number): Promise<ActivityCount> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from (${query} limit ${max + 1}) as counted`,
    values,
  )
  const counted = rows[0]?.n ?? 0
  if (counted <= max) return { total: counted, isExact: true }
  const { rows: plans } = await db.query<Explained>(`explain (format json) ${query}`, values)
  const guess = Math.round(plans[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0)
  return { total: Math.max(counted, guess), isExact: false }
}

/** Counts matching entries; the count is approximate above `max`. */
export function countEntries(
  db: Queryable,
  { where, values }: Condition,
  max: number = countedMax,
): Promise<ActivityCount> {
  return countRows(db, `select from activity where ${where.join(' and ')}`, values, max)
}

/** The numbers of entries of a list, and of the entries in its file, which has steps as entries too. */
export async function countList(db: Queryable, asked: Asked, isNested: boolean): Promise<ActivityCounts> {
  const { visible, condition, isNarrowed } = asked
  const top = isNested ? { ...visible, where: [...visible.where, 'parent_id is null'] } : visible
  const exported = await countEntries(db, condition)
  const all = isNarrowed || isNested ? await countEntries(db, top) : exported
  const nested = () => countRows(db, writeNestedIds(asked, [], `limit ${countedMax + 1}`), condition.values, countedMax)
  return { matching: isNarrowed ? (isNested ? await nested() : exported) : all, all, exported }
}
