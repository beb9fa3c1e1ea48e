import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { readFileLanguageOf } from '@/lib/account/store'
import { may, type Permission, type Role } from '@/lib/access/permissions'
import { tableTypes } from '@/lib/csv/formats'
import type { Database, Queryable } from '@/lib/db/types'
import { invalidField } from '@/lib/errors'
import { facetNames } from '@/lib/inspections/columns'
import { exportInspections } from '@/lib/inspections/export/export'
import { readFilter } from '@/lib/inspections/filter/filter'
import { findIds, listConditions, writeWhere } from '@/lib/inspections/filter/filter-sql'
import { readColumns } from '@/lib/inspections/model'
import type { ListParams } from '@/lib/inspections/schema'
import { readListQuery } from '@/lib/inspections/list/list-query'
import { openPermissions, openTypes, streamOpenData } from '@/lib/open-data/export'
import type { OpenFormat } from '@/lib/open-data/schema'
import { readViewQueries } from '@/lib/saved-views/data'
import { serverText } from '@/lib/server-text'
import type { ScheduleContent } from './schema'
import { viewContents } from './values-model'

/** The rows of a scheduled export: those that its owner may access when it runs. */

/** The fields of a schedule that decide which rows it exports. */
export interface Asked {
  content: ScheduleContent
  view_key: string | null
  format: OpenFormat
  zone: string
}

/** The permission that reading a content requires. */
export const contentPermission = (content: ScheduleContent): Permission =>
  content === 'list' ? 'inspections:read' : openPermissions[content]

/** The owner of a schedule with their current role; null when they can no longer sign in. */
export async function readOwner(db: Queryable, ownerId: string | null): Promise<Actor | null> {
  const { rows } = await db.query<{ user_id: string; email: string; name: string; role: Role }>(
    'select user_id, email, name, role from users where user_id = $1 and disabled_at is null',
    [ownerId],
  )
  const [row] = rows
  return row === undefined ? null : { userId: row.user_id, email: row.email, name: row.name, role: row.role }
}

/**
 * Why a schedule cannot run for its owner, as a server text. Null when it can: the owner can sign in, may schedule
 * exports, may read the content, and can see the view.
 */
export async function findObstacle(db: Queryable, owner: Actor | null, asked: Asked): Promise<string | null> {
  if (owner === null) return serverText('exportSchedules.paused.owner')
  if (!may(owner, 'schedules:write') || !may(owner, contentPermission(asked.content)))
    return serverText('exportSchedules.paused.rights', { name: owner.name })
  if (asked.view_key !== null && !(await readViewQueries(owner, [asked.view_key], db)).has(asked.view_key))
    return serverText('exportSchedules.paused.view', { name: owner.name })
  return null
}

/**
 * Checks whether content, view and format fit together, which does not depend on the owner.
 * @throws AppError invalid, naming the field
 */
export function checkContent({ content, view_key: viewKey, format }: Asked): void {
  if (content === 'list' && viewKey === null)
    throw invalidField('viewKey', serverText('exportSchedules.fields.viewNeeded'))
  if (viewKey !== null && !viewContents.has(content))
    throw invalidField('viewKey', serverText('exportSchedules.fields.viewUnfit'))
  if (content === 'list' && format === 'jsonl')
    throw invalidField('format', serverText('exportSchedules.fields.listFormat'))
}

export interface OpenedContent {
  body: ReadableStream<Uint8Array>
  type: string
  /** How many rows were written; complete when the body has ended. */
  rows: () => number
}

interface Around {
  db: Database
  owner: Actor
  origin: string
  nowMs: number
  signal: AbortSignal
}

/**
 * Opens the rows. Does not check permissions: see `findObstacle`.
 * @throws AppError invalid when the view cannot be read, throttled when people export a lot, unavailable
 */
export async function openContent(asked: Asked, { db, owner, origin, nowMs, signal }: Around): Promise<OpenedContent> {
  const { content, format, zone, view_key: viewKey } = asked
  const query = viewKey === null ? null : ((await readViewQueries(owner, [viewKey], db)).get(viewKey) ?? '')
  // If the view has no zone, its days begin in the zone of the schedule.
  const params: ListParams | null = query === null ? null : { tz: [zone], ...readListQuery(query) }
  if (content === 'list') {
    const table = format === 'xlsx' ? 'xlsx' : 'csv'
    const address = new URLSearchParams(query ?? '')
    const columns = readColumns(address.get('columns'))
    const groupBy = facetNames.find((name) => name === address.get('groupBy'))
    const language = await readFileLanguageOf(owner.userId, db)
    const request = {
      params: params ?? {},
      columns,
      groupBy,
      zone,
      language,
      format: table,
      linkOrigin: origin,
    } as const
    const { body, total } = await exportInspections(request, { db, nowMs, signal })
    return { body, type: tableTypes[table], rows: () => total }
  }
  let rows = 0
  const body = await streamOpenData(
    { table: content, format, origin, within: params === null ? undefined : await writeWithin(db, params, nowMs) },
    { db, signal, isWhole: true, onRows: (count) => (rows += count) },
  )
  return { body, type: openTypes[format], rows: () => rows }
}

async function writeWithin(db: Queryable, params: ListParams, nowMs: number) {
  const { filter } = readFilter(params, nowMs)
  const conditions = listConditions(filter, await findIds(db, filter))
  return (values: Parameters<typeof writeWhere>[1]) => writeWhere(conditions, values)
}
