import 'server-only'
import * as z from 'zod'
import { decodePlace, encodePlace } from '@/lib/db/keyset'
import type { Queryable } from '@/lib/db/types'
import { Values } from '@/lib/db/values'
import { buildReportSlices } from '@/lib/report/model'
import { asRecord, asText } from '@/lib/report/read'
import type { Report } from '@/lib/report/schema'
import { finishInSlices } from '@/lib/report/slices-model'
import { holdsAnswer, writeAnswer, writeAnswerIds } from './answer-model'
import type { Cell, OpenRow } from './schema'

/** Inspections and their answers, ordered by their last change, so that changed inspections appear again at the end. */

export interface OpenPage {
  rows: OpenRow[]
  after: string | null
}

/** The number of documents in a page. Each may have several megabytes. */
const documentsAtOnce = 25

/** Last change and id of an inspection, and how many of its answers were already exported. */
const position = z.tuple([z.iso.datetime(), z.string().min(1).max(500), z.number().int().min(0)])

interface StoredInspection {
  audit_id: string
  modified_at: string
  template_id: string | null
  is_missing: boolean
  archived: boolean | null
  document: string | null
}

/** Writes a condition on the columns of inspections. */
export type Within = (values: Values) => string

/** The inspections after a position. With `at`, the inspection at the position itself comes first. */
async function readStored(
  db: Queryable,
  after: string | undefined,
  from: 'after' | 'at',
  within: Within = () => 'true',
): Promise<{ stored: StoredInspection[]; given: { auditId: string; modifiedAt: string; answers: number } | null }> {
  const place = after === undefined ? null : decodePlace(position, after)
  const values = new Values()
  const isLater = `(modified_at, audit_id) ${from === 'after' ? '>' : '>='} (${values.add(place?.[0] ?? null, 'timestamptz')}, ${values.add(place?.[1] ?? null, 'text')})`
  const { rows } = await db.query<StoredInspection>(
    `select inspections.audit_id, inspections.modified_at, template_id, missing_at is not null as is_missing, archived, document
     from (
       select * from inspections where ($1::timestamptz is null or ${isLater}) and (${within(values)})
       order by modified_at, audit_id limit ${documentsAtOnce}
     ) as inspections left join inspection_documents as kept
       on kept.audit_id = inspections.audit_id and kept.modified_at = hydrated_modified_at
     order by inspections.modified_at, inspections.audit_id`,
    values.list,
  )
  return { stored: rows, given: place === null ? null : { modifiedAt: place[0], auditId: place[1], answers: place[2] } }
}

const parseDocument = (document: string | null): unknown => (document === null ? {} : JSON.parse(document))

const readReport = (document: unknown, signal: AbortSignal) => finishInSlices(buildReportSlices(document), { signal })

/** Items of the title page with the same id in every template (service.md 1.4). */
const titleItems = {
  client_site: 'f3245d41-ea77-11e1-aff1-0800200c9a66',
  conducted_on: 'f3245d42-ea77-11e1-aff1-0800200c9a66',
  personnel: 'f3245d45-ea77-11e1-aff1-0800200c9a66',
} as const

function readTitleItem({ items }: Report, id: string): string | null {
  const found = items.find((item) => item.hidden === null && item.itemId?.toLowerCase() === id)
  return found === undefined ? null : writeAnswer(found.answer)
}

function writeInspection(
  row: StoredInspection,
  report: Report,
  { document, origin, exportedAt }: { document: unknown; origin: string; exportedAt: string },
): Record<string, Cell> {
  const root = asRecord(document)
  const data = asRecord(root['audit_data'])
  const authorship = asRecord(data['authorship'])
  const place = report.completedCoordinates ?? report.startedCoordinates
  const asset = report.items.find(({ answer, hidden }) => hidden === null && answer.kind === 'assets')
  return {
    audit_id: row.audit_id,
    name: report.title,
    archived: row.archived,
    owner_name: report.ownerName,
    owner_id: asText(authorship['owner_id']),
    author_name: report.authorName,
    author_id: asText(authorship['author_id']),
    score: report.score?.score ?? null,
    max_score: report.score?.max ?? null,
    score_percentage: report.score?.percentage ?? null,
    duration: report.durationSeconds,
    template_id: report.templateId ?? row.template_id,
    organisation_id: null,
    template_name: report.templateName,
    template_author: asText(asRecord(asRecord(root['template_data'])['authorship'])['author']),
    site_id: asText(asRecord(data['site'])['id']) ?? asText(asRecord(data['site'])['site_id']),
    date_started: report.startedAt,
    date_completed: report.completedAt,
    date_modified: asText(data['date_modified']),
    created_at: report.createdAt,
    modified_at: row.modified_at,
    exported_at: exportedAt,
    document_no: report.documentNo,
    prepared_by: report.preparedBy,
    location: report.locationText,
    conducted_on: readTitleItem(report, titleItems.conducted_on),
    personnel: readTitleItem(report, titleItems.personnel),
    client_site: readTitleItem(report, titleItems.client_site) ?? report.site.name,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    web_report_link: `${origin}/inspections/${encodeURIComponent(row.audit_id)}`,
    deleted: row.is_missing,
    asset_id: asset === undefined ? null : writeAnswerIds(asset.answer),
  }
}

/** A page of all inspections in the index, including deleted ones. @throws AppError invalid, naming `after` */
export async function pageInspections(
  db: Queryable,
  after: string | undefined,
  {
    signal,
    within,
    ...around
  }: { signal: AbortSignal; origin: string; exportedAt: string; within?: Within | undefined },
): Promise<OpenPage> {
  const { stored } = await readStored(db, after, 'after', within)
  const rows: OpenRow[] = []
  for (const row of stored) {
    const document = parseDocument(row.document)
    const report = await readReport(document, signal)
    const cursor = encodePlace([row.modified_at, row.audit_id, 0])
    rows.push({ cells: writeInspection(row, report, { document, ...around }), cursor })
  }
  return { rows, after: stored.length < documentsAtOnce ? null : (rows.at(-1)?.cursor ?? null) }
}

function writeAnswers(row: StoredInspection, report: Report): Array<Record<string, Cell>> {
  const sections = new Map(report.sections.map(({ key, label }) => [key, label]))
  const idOf = new Map(report.items.map(({ key, itemId }) => [key, itemId]))
  return report.items
    .filter(({ answer, hidden }) => hidden !== 'pattern' && holdsAnswer(answer))
    .map((item, index) => ({
      audit_id: row.audit_id,
      modified_at: row.modified_at,
      template_id: report.templateId ?? row.template_id,
      template_name: report.templateName,
      item_index: index + 1,
      item_id: item.itemId,
      parent_id: item.parentKey === null ? null : (idOf.get(item.parentKey) ?? null),
      section: sections.get(item.sectionKey) ?? null,
      type: item.type,
      label: item.label,
      response: writeAnswer(item.answer),
      response_id: writeAnswerIds(item.answer),
      note: item.note,
      failed: item.failed,
      mandatory: item.isMandatory,
      inactive: item.hidden === 'inactive',
      score: item.score?.score ?? null,
      max_score: item.score?.max ?? null,
      score_percentage: item.score?.percentage ?? null,
      media_count: item.mediaIds.length,
    }))
}

/** A page of answers of all existing inspections. @throws AppError invalid, naming `after` */
export async function pageAnswers(
  db: Queryable,
  after: string | undefined,
  { signal, within }: { signal: AbortSignal; within?: Within | undefined },
): Promise<OpenPage> {
  const { stored, given } = await readStored(db, after, 'at', within)
  const rows: OpenRow[] = []
  for (const row of stored) {
    if (row.is_missing) continue
    // If the previous page ended within this inspection, only its remaining answers follow. If it has changed since,
    // all its answers follow.
    const isCut = given?.auditId === row.audit_id && given.modifiedAt === row.modified_at
    const answers = writeAnswers(row, await readReport(parseDocument(row.document), signal))
    for (const [index, cells] of answers.entries())
      if (!isCut || index >= given.answers)
        rows.push({ cells, cursor: encodePlace([row.modified_at, row.audit_id, index + 1]) })
  }
  const last = stored.at(-1)
  const isEnd = last === undefined || stored.length < documentsAtOnce
  // This is more than the answers of any document, so the next page begins after the last inspection, even if it has no
  // answers.
  return { rows, after: isEnd ? null : encodePlace([last.modified_at, last.audit_id, Number.MAX_SAFE_INTEGER]) }
}
