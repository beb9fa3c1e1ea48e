import 'server-only'
import * as z from 'zod'
import { database } from '@/lib/db/instance'
import { decodePlace, encodePlace } from '@/lib/db/keyset'
import type { Database, Queryable } from '@/lib/db/types'
import type { Position } from '@/lib/inspections/list/cursor'
import { readFilter, type InspectionFilter } from '@/lib/inspections/filter/filter'
import { Values } from '@/lib/db/values'
import { findIds, listConditions, writeWhere, type Condition } from '@/lib/inspections/filter/filter-sql'
import { readWithin } from '@/lib/search/read-within'
import { readRowsAfter } from '@/lib/inspections/list/rows'
import { keptInstant, type ListParams } from '@/lib/inspections/schema'
import { readListParams } from '@/lib/inspections/params-model'
import { logoLabel } from '@/lib/report/items-model'
import { storedNames, titleOf } from '@/lib/report/names-model'
import { readAsOf } from '@/lib/sync/store'
import { readViewerMedia, type IndexedMedia } from '@/lib/report/index-rows'
import { readWholeQuestion } from './model'
import type { MediaKind, WallFile, WallPage, WallShow, WallTotal } from './schema'

/**
 * Invariant: a wall has the order of its inspections, and a page may end within an inspection. For any filter, a page
 * reads no more inspections than its files require.
 */

type AskedList = Readonly<Partial<Record<keyof ListParams, readonly string[] | undefined>>>
export type WallRequest = AskedList & {
  show: WallShow
  kind?: readonly MediaKind[] | undefined
  question?: string | undefined
  after?: string | undefined
  limit: number
}

interface WallSource {
  db?: Database
  nowMs?: number
  signal?: AbortSignal
}

const newestFirst = { name: 'modified', isDescending: true } as const
/** Inspections per step. Each one has at least one matching file. */
const stepRows = 100

/** A cursor with the last file of a page: time and id of its inspection, and its position. */
const place = z.tuple([
  keptInstant,
  z.string().regex(/^[\x20-\x7e]{1,200}$/),
  // The next position must be a valid integer too.
  z.int32().min(0).lt(2_147_483_647),
])

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/** SQL conditions on files, with the table name `files`. */
function writeFiles({ show, kind, question = '' }: WallRequest, values: Values): string {
  const text = question.trim().toWellFormed().replaceAll('\0', '')
  const whole = readWholeQuestion(text)
  return [
    'not files.is_hidden',
    // Excludes the logo of the template, because every inspection has it.
    `not (files.item_key is null and files.label is not distinct from '${logoLabel}')`,
    show === 'failed' ? 'files.failed' : null,
    kind === undefined || kind.length === 0 ? null : `files.kind = any(${values.add(kind, 'text[]')})`,
    text === ''
      ? null
      : whole === undefined
        ? `files.question ilike ${values.add(`%${escapeLike(text)}%`, 'text')}`
        : `lower(files.question) = lower(${values.add(whole, 'text')})`,
  ]
    .filter((part) => part !== null)
    .join(' and ')
}

const isNarrowed = ({ kind, question }: WallRequest) => (kind?.length ?? 0) > 0 || (question ?? '').trim() !== ''
const countColumn = ({ show }: WallRequest) => (show === 'failed' ? 'failed_media_count' : 'media_count')

/**
 * SQL: inspections with a matching file. Inspections whose files are not indexed yet are excluded. A scan would skip
 * each of them, and a count would include files that no page shows.
 */
const hasFiles = (request: WallRequest) => `${countColumn(request)} > 0 and failed_media_count is not null`

/** Conditions for the inspections of a wall, which are those of the list with a matching file. */
async function listWallConditions(tx: Queryable, request: WallRequest, filter: InspectionFilter): Promise<Condition[]> {
  const conditions = listConditions(filter, await findIds(tx, filter))
  conditions.push({ dimension: null, write: () => hasFiles(request) })
  if (isNarrowed(request))
    conditions.push({
      dimension: null,
      write: (values) =>
        `exists (select from inspection_media as files
           where files.audit_id = inspections.audit_id and ${writeFiles(request, values)})`,
    })
  return conditions
}

interface Owner {
  audit_id: string
  modified_at: string
  title: string | null
  template_name: string | null
  site_name: string | null
}

type FileRow = IndexedMedia & { audit_id: string }

/** Files of these inspections in their order. `from` is the first position in the first inspection. */
async function readFiles(
  tx: Queryable,
  request: WallRequest,
  owners: readonly Owner[],
  { from, limit }: { from: number; limit: number },
): Promise<FileRow[]> {
  if (owners.length === 0) return []
  const values = new Values()
  const ids = values.add(
    owners.map((owner) => owner.audit_id),
    'text[]',
  )
  const { rows } = await tx.query<FileRow>(
    `select files.* from unnest(${ids}) with ordinality as asked (id, place)
     join inspection_media as files on files.audit_id = asked.id
     where ${writeFiles(request, values)} and (asked.place > 1 or files.position >= ${values.add(from, 'int')})
     order by asked.place, files.position limit ${values.add(limit, 'int')}`,
    values.list,
  )
  return rows
}

function toWallFile(row: FileRow, owner: Owner): WallFile {
  const { title, template_name: templateName } = owner
  return {
    ...readViewerMedia({ ...row, title, template_name: templateName }),
    auditId: row.audit_id as WallFile['auditId'],
    inspectionTitle: titleOf({ title, templateName }, storedNames),
    modifiedAt: owner.modified_at,
    siteName: owner.site_name,
    templateName,
  }
}

/** The inspection in which the previous page ended, unless it has changed since then. */
async function readOwner(tx: Queryable, auditId: string, modifiedAt: string): Promise<Owner[]> {
  const { rows } = await tx.query<Owner>(
    `select audit_id, modified_at, title, template_name, site_name from inspections
     where audit_id = $1 and modified_at = $2::timestamptz`,
    [auditId, modifiedAt],
  )
  return rows
}

/**
 * Files of the inspections of a list, newest inspection first.
 * @throws AppError invalid, naming the parameter; unavailable if it takes too long
 */
export async function listWall(request: WallRequest, from: WallSource = {}): Promise<WallPage> {
  const { filter } = readFilter(readListParams(request), from.nowMs ?? Date.now())
  const start = request.after === undefined ? null : decodePlace(place, request.after)
  const db = from.db ?? (await database())
  return readWithin(
    db,
    'rows',
    async (tx) => {
      const asOf = await readAsOf(tx)
      const conditions = await listWallConditions(tx, request, filter)
      const files: Array<{ file: WallFile; position: number }> = []
      const wanted = request.limit + 1
      const take = async (owners: readonly Owner[], position: number) => {
        const byId = new Map(owners.map((owner) => [owner.audit_id, owner]))
        const rows = await readFiles(tx, request, owners, { from: position, limit: wanted - files.length })
        for (const row of rows) {
          const owner = byId.get(row.audit_id)
          if (owner !== undefined) files.push({ file: toWallFile(row, owner), position: row.position })
        }
      }
      if (start !== null) await take(await readOwner(tx, start[1], start[0]), start[2] + 1)
      let after: Position | null = start === null ? null : { value: start[0], auditId: start[1] }
      while (files.length < wanted) {
        const rows = await readRowsAfter(tx, { conditions, sort: newestFirst }, { after, limit: stepRows })
        const owners = rows.map(({ row }) => ({
          audit_id: row.auditId,
          modified_at: row.modifiedAt,
          title: row.title,
          template_name: row.templateName,
          site_name: row.siteName,
        }))
        await take(owners, 0)
        after = rows.at(-1)?.position ?? null
        if (rows.length < stepRows) break
      }
      const shown = files.slice(0, request.limit)
      const last = shown.at(-1)
      return {
        files: shown.map(({ file }) => file),
        after:
          files.length > request.limit && last !== undefined
            ? encodePlace([last.file.modifiedAt, last.file.auditId, last.position])
            : null,
        asOf,
      }
    },
    { signal: from.signal },
  )
}

/**
 * The number of files and inspections of a wall. Both are null with a filter by kind or question, because counting
 * would have to read every file.
 */
export async function countWall(request: WallRequest, from: WallSource = {}): Promise<WallTotal> {
  const { filter } = readFilter(readListParams(request), from.nowMs ?? Date.now())
  if (isNarrowed(request)) return { files: null, inspections: null }
  const db = from.db ?? (await database())
  return readWithin(
    db,
    'counts',
    async (tx) => {
      const values = new Values()
      const where = writeWhere(await listWallConditions(tx, request, filter), values)
      const { rows } = await tx.query<WallTotal>(
        `select coalesce(sum(${countColumn(request)}), 0)::int8 as files, count(*) as inspections
         from inspections where ${where}`,
        values.list,
      )
      return rows[0] ?? { files: 0, inspections: 0 }
    },
    { signal: from.signal },
  )
}
