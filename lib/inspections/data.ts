import 'server-only'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { errorCodes } from '@/lib/errors'
import { auditId as auditIdShape, templateId as templateIdShape, type AuditId } from '@/lib/ids'
import { sync } from '@/lib/sync/instance'
import { readSyncState } from '@/lib/sync/store'
import type { Sync } from '@/lib/sync/sync'
import { readVersion, type InspectionDocument } from '@/lib/sync/version'
import { readCursor, writeCursor } from './cursor'
import type { InspectionFilter, InspectionPage, InspectionRow, TemplateOption } from './schema'

interface ListedRow {
  audit_id: string
  modified_at: string
  template_id: string | null
  hydrated: boolean
  hydrate_error: string | null
  title: string | null
  template_name: string | null
  site_name: string | null
  author_name: string | null
  score_percentage: number | null
  failed_count: number | null
  media_count: number | null
  date_completed: string | null
  archived: boolean | null
}

function toRow(row: ListedRow): InspectionRow {
  return {
    // Rows come from the search or a document, which were parsed by the same shapes.
    auditId: auditIdShape.parse(row.audit_id),
    modifiedAt: row.modified_at,
    templateId: templateIdShape.nullable().catch(null).parse(row.template_id),
    hydrated: row.hydrated,
    problem: errorCodes.find((code) => code === row.hydrate_error) ?? null,
    title: row.title,
    templateName: row.template_name,
    siteName: row.site_name,
    authorName: row.author_name,
    scorePercentage: row.score_percentage,
    failedCount: row.failed_count,
    mediaCount: row.media_count,
    completedAt: row.date_completed,
    archived: row.archived,
  }
}

/** A page after a cursor, or at an offset; the cursor wins. `limit` is at most 200. */
export interface ListRequest extends InspectionFilter {
  after?: string | undefined
  offset?: number | undefined
  limit: number
}

/**
 * Inspections of the index, newest first.
 * @throws AppError invalid, naming `after`, when the cursor is not one of ours.
 */
export async function queryInspections(db: Database, request: ListRequest): Promise<InspectionPage> {
  const position = request.after === undefined ? null : readCursor(request.after)
  const filter = request.template.length === 0 ? null : request.template
  const { rows } = await db.query<ListedRow>(
    `select audit_id, modified_at, template_id, title, template_name, site_name, author_name, score_percentage,
            failed_count, media_count, date_completed, archived,
            hydrated_modified_at is not distinct from modified_at as hydrated, hydrate_error
     from inspections
     where ($1::text[] is null or template_id = any($1))
       and ($2::timestamptz is null or (modified_at, audit_id) < ($2, $3))
     order by modified_at desc, audit_id desc
     limit $4 offset $5`,
    [
      filter,
      position?.modifiedAt ?? null,
      position?.auditId ?? null,
      request.limit + 1,
      position === null ? (request.offset ?? 0) : 0,
    ],
  )
  const counts = await db.query<{ total: number; total_all: number }>(
    filter === null
      ? `select count(*)::int as total, count(*)::int as total_all from inspections`
      : `select count(*) filter (where template_id = any($1))::int as total, count(*)::int as total_all from inspections`,
    filter === null ? [] : [filter],
  )
  const { asOf } = await readSyncState(db)
  const shown = rows.slice(0, request.limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(toRow),
    after:
      rows.length > request.limit && last !== undefined
        ? writeCursor({ modifiedAt: last.modified_at, auditId: last.audit_id })
        : null,
    total: counts.rows[0]?.total ?? 0,
    totalAll: counts.rows[0]?.total_all ?? 0,
    asOf,
  }
}

/** `queryInspections` for a screen: rows of it that wait for their document are read before all others. */
export async function listInspections(
  request: ListRequest,
  from: { db?: Database; sync?: Pick<Sync, 'hydrateFirst'> } = {},
): Promise<InspectionPage> {
  const page = await queryInspections(from.db ?? (await database()), request)
  const waiting = page.rows.filter((row) => !row.hydrated && row.problem === null)
  if (waiting.length > 0) (from.sync ?? sync()).hydrateFirst(waiting.map((row) => row.auditId))
  return page
}

/** Templates that inspections were made from, the most used first, each with the name its newest document gives it. */
export async function listTemplates(db?: Database): Promise<{ templates: TemplateOption[] }> {
  const { rows } = await (db ?? (await database())).query<{ template_id: string; name: string | null; count: number }>(
    `select template_id, count(*)::int as count,
            (array_agg(template_name order by modified_at desc) filter (where template_name is not null))[1] as name
     from inspections
     where template_id is not null
     group by template_id
     order by count desc, template_id`,
  )
  const templates: TemplateOption[] = []
  for (const { template_id: id, name, count } of rows) {
    const templateId = templateIdShape.safeParse(id)
    if (templateId.success) templates.push({ templateId: templateId.data, name, count })
  }
  return { templates }
}

/**
 * The document of an inspection at its current version: the kept one, or fetched at once. When the service cannot give it,
 * the newest kept version with `stale` telling why.
 * @throws AppError not_found when neither the index nor the service knows the id; as `Service.call` when nothing is kept.
 */
export async function readInspectionDocument(
  auditId: AuditId,
  options: { signal?: AbortSignal } = {},
): Promise<InspectionDocument> {
  return readVersion({ db: await database(), sync: sync() }, auditId, options.signal)
}
