import 'server-only'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import type { Values } from '@/lib/db/values'
import { holdsAnswer, writeAnswer } from '@/lib/open-data/answer-model'
import { buildReportSlices } from '@/lib/report/model'
import { cleanLabel, listKeyedItems } from '@/lib/report/questions-model'
import type { Report } from '@/lib/report/schema'
import { finishInSlices } from '@/lib/report/slices-model'
import { meetsAnswer } from './answer-model'
import type { QuestionList, TriggerOf } from './schema'
import { previewDays } from './values-model'

/** Reads answers from stored documents, for rules about answers. */

/** Builds the report of a document, in slices. */
export const readReport = (document: string): Promise<Report> => finishInSlices(buildReportSlices(JSON.parse(document)))

/** The report of a stored version; null when the version is no longer stored. */
export async function readVersionReport(db: Queryable, auditId: string, version: string): Promise<Report | null> {
  const { rows } = await db.query<{ document: string }>(
    'select document from inspection_documents where audit_id = $1 and modified_at = $2::timestamptz',
    [auditId, version],
  )
  const [row] = rows
  return row === undefined ? null : readReport(row.document)
}

/** The most documents that a preview reads, and how long it may take for them. */
const documentsMax = 500
const readingMs = 4_000

interface Candidate {
  audit_id: string
  version: string
  of: number
}

/**
 * The condition of a trigger by an answer, for previews. Failed answers are in the index. For other conditions the
 * newest documents of the last days are read, as many as a few seconds allow.
 * @param auditId only this inspection, no matter when it was modified
 * @returns the SQL, and how many documents were read if these were not all
 */
export async function writeAnswerWhere(
  tx: Queryable,
  trigger: TriggerOf<'answer'>,
  { auditId, max = documentsMax }: { auditId?: string | undefined; max?: number } = {},
): Promise<{ where: (values: Values) => string; read: { documents: number; of: number } | null }> {
  const ofTemplate = (values: Values) =>
    `hydrated_modified_at is not null and template_id = ${values.add(trigger.templateId, 'text')}`
  if (trigger.condition.test === 'failed')
    return {
      where: (values) => `${ofTemplate(values)} and exists (select from inspection_failures as failure
        where failure.audit_id = inspections.audit_id and failure.question = ${values.add(trigger.question, 'text')})`,
      read: null,
    }
  const { rows } = await tx.query<Candidate>(
    `select audit_id, hydrated_modified_at as version, count(*) over () as of from inspections
     where hydrated_modified_at is not null and template_id = $1 and ($2::text is null or audit_id = $2)
       and ($2::text is not null or (missing_at is null and modified_at >= now() - make_interval(days => ${previewDays})))
     order by modified_at desc, audit_id limit $3`,
    [trigger.templateId, auditId ?? null, max],
  )
  const endsAt = performance.now() + readingMs
  const found: string[] = []
  let documents = 0
  for (const { audit_id, version } of rows) {
    if (documents > 0 && performance.now() > endsAt) break
    const report = await readVersionReport(tx, audit_id, version)
    if (report !== null && meetsAnswer(report, trigger)) found.push(audit_id)
    documents += 1
  }
  const of = rows[0]?.of ?? 0
  return {
    where: (values) => `${ofTemplate(values)} and audit_id = any(${values.add(found, 'text[]')})`,
    read: documents < of ? { documents, of } : null,
  }
}

/** How many documents are read to list questions, and the most questions and answers that are listed. */
const newestDocuments = 10
const questionsMax = 1_000
const answersMax = 20
const answerChars = 100

/** The questions in the newest inspections of a template, with some of their answers. */
export async function listQuestions(templateId: string, given?: Queryable): Promise<QuestionList> {
  const db = given ?? (await database())
  const { rows } = await db.query<{ audit_id: string; version: string }>(
    `select audit_id, hydrated_modified_at as version from inspections
     where template_id = $1 and hydrated_modified_at is not null and missing_at is null
     order by modified_at desc, audit_id limit ${newestDocuments}`,
    [templateId],
  )
  const found = new Map<string, { label: string | null; answers: Set<string> }>()
  for (const { audit_id, version } of rows) {
    const report = await readVersionReport(db, audit_id, version)
    for (const { question, item } of report === null ? [] : listKeyedItems(report)) {
      if (!holdsAnswer(item.answer) || (found.size >= questionsMax && !found.has(question))) continue
      const known = found.get(question) ?? { label: cleanLabel(item.label), answers: new Set<string>() }
      found.set(question, known)
      const texts =
        item.answer.kind === 'choice' ? item.answer.selected.map(({ label }) => label) : [writeAnswer(item.answer)]
      for (const text of texts)
        if (text !== null && text.length <= answerChars && known.answers.size < answersMax) known.answers.add(text)
    }
  }
  return {
    questions: Array.from(found, ([question, { label, answers }]) => ({ question, label, answers: [...answers] })),
  }
}
