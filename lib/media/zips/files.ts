import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { readFilter } from '@/lib/inspections/filter/filter'
import { Values } from '@/lib/db/values'
import { findIds, listConditions, writeWhere, type Condition } from '@/lib/inspections/filter/filter-sql'
import { readListQuery } from '@/lib/inspections/list/list-query'
import { readWithin } from '@/lib/search/read-within'
import { storedNames, titleOf } from '@/lib/report/names-model'
import type { BulkSelection } from '@/lib/review/schema'
import { zipFilesMax, type MediaKind } from '@/lib/media/schema'
import { serverText } from '@/lib/server-text'

/** The data of a file's inspection that a zip contains. */
export interface ZipInspection {
  auditId: string
  title: string
  template: string | null
  site: string | null
  modifiedAt: string
}

/** One file of a zip. */
export interface ZipFile {
  inspection: ZipInspection
  mediaId: string
  isFetchable: boolean
  kind: MediaKind
  ext: string | null
  section: string | null
  question: string | null
  number: number
  takenAt: string | null
}

export interface ZipContent {
  files: ZipFile[]
  inspections: number
  /** Number of inspections whose document is not read yet. */
  unread: number
}

interface FileRow {
  audit_id: string
  title: string | null
  template_name: string | null
  site_name: string | null
  modified_at: string
  media_id: string
  is_fetchable: boolean
  kind: MediaKind
  ext: string | null
  section: string | null
  question: string | null
  number: number
  taken_at: string | null
}

const plain = (write: Condition['write']): Condition => ({ dimension: null, write })

async function selectionConditions(tx: Queryable, selection: BulkSelection, nowMs: number): Promise<Condition[]> {
  // Rows that a person selected are included even if they have changed and no longer match the filter.
  if (selection.kind === 'ids') return [plain((values) => `audit_id = any(${values.add(selection.ids, 'text[]')})`)]
  const { filter } = readFilter(readListQuery(selection.query), nowMs)
  const matching = listConditions(filter, await findIds(tx, filter))
  if (selection.except.length === 0) return matching
  return [...matching, plain((values) => `audit_id <> all(${values.add(selection.except, 'text[]')})`)]
}

/**
 * The files of a selection from the index, newest inspection first, and in reading order within an inspection. Parts of
 * an inspection that were hidden from its author are omitted.
 * @throws AppError not_found if there are none; too_large if there are too many; the same errors as `readWithin`
 */
export async function readZipFiles(
  db: Database,
  asked: { selection: BulkSelection; only: 'all' | 'failed' },
  options: { nowMs: number; signal?: AbortSignal },
): Promise<ZipContent> {
  const { rows, unread } = await readWithin(
    db,
    'rows',
    async (tx) => {
      const conditions = await selectionConditions(tx, asked.selection, options.nowMs)
      const values = new Values()
      const where = writeWhere(conditions, values)
      // `media_count` excludes the picture of a template, so there may be a file even if it is 0.
      const hasFile =
        asked.only === 'failed'
          ? 'failed_media_count > 0'
          : `(media_count > 0 or exists (select from inspection_media as own
               where own.audit_id = inspections.audit_id and not own.is_hidden))`
      const failed = asked.only === 'failed' ? 'and files.failed' : ''
      // Searches have no order and limit here, because the planner might scan all rows in that order.
      const isSearch = conditions.some(({ isWords }) => isWords === true)
      const found = await tx.query<FileRow>(
        // Each inspection has at least one file, so more inspections would have too many files anyway.
        `with chosen as materialized (
           select audit_id, title, template_name, site_name, modified_at from inspections
           where ${where} and ${hasFile} and failed_media_count is not null
           ${isSearch ? '' : `order by modified_at desc, audit_id desc limit ${zipFilesMax + 1}`}
         )
         select chosen.audit_id, title, template_name, site_name, modified_at, media_id, is_fetchable, kind, ext, section,
           question, number, taken_at
         from chosen join inspection_media as files on files.audit_id = chosen.audit_id
         where not files.is_hidden ${failed}
         order by modified_at desc, chosen.audit_id desc, position limit ${zipFilesMax + 1}`,
        values.list,
      )
      // Counts inspections that were never read, or not since files are indexed.
      const counting = new Values()
      const counted = await tx.query<{ n: number }>(
        `select count(*) as n from inspections
         where ${writeWhere(conditions, counting)} and failed_media_count is null and missing_at is null`,
        counting.list,
      )
      return { rows: found.rows, unread: counted.rows[0]?.n ?? 0 }
    },
    { signal: options.signal },
  )
  if (rows.length === 0) {
    const none = asked.only === 'failed' ? 'media.zips.noneFailed' : 'media.zips.none'
    throw new AppError('not_found', serverText(none, { unread }))
  }
  if (rows.length > zipFilesMax)
    throw new AppError('too_large', serverText('media.zips.tooManyFiles', { max: zipFilesMax }))
  return toContent(rows, unread)
}

function toContent(rows: readonly FileRow[], unread: number): ZipContent {
  const inspections = new Map<string, ZipInspection>()
  const files = rows.map((row): ZipFile => {
    let inspection = inspections.get(row.audit_id)
    if (inspection === undefined) {
      inspection = {
        auditId: row.audit_id,
        title: titleOf({ title: row.title, templateName: row.template_name }, storedNames),
        template: row.template_name,
        site: row.site_name,
        modifiedAt: row.modified_at,
      }
      inspections.set(row.audit_id, inspection)
    }
    const { media_id: mediaId, is_fetchable: isFetchable, kind, ext, section, question, number } = row
    return { inspection, mediaId, isFetchable, kind, ext, section, question, number, takenAt: row.taken_at }
  })
  return { files, inspections: inspections.size, unread }
}
