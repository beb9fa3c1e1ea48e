import 'server-only'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import type { AuditId } from '@/lib/ids'
import { readInspectionDocument } from './data'
import { answerPieces, joinPieces, openObject } from './json-pieces'
import type { PageLanguage } from '@/lib/messages/languages'
import { buildReportSlices } from '@/lib/report/model'
import { reportAnswer, reportItem, reportMedia, reportSection, type ReportAnswer } from '@/lib/report/schema'
import { finishInSlices, sliced, type Slices } from '@/lib/report/slices-model'
import { renderJson } from '@/lib/server-text'
import { readStoredVersion } from '@/lib/sync/version'

/**
 * One inspection as a report (`reportAnswer` as JSON), from the stored version or the service. A long document is read
 * and written in slices, so that other requests are served in between.
 * @throws AppError not_found, and the error of the service if no version is stored
 */
export async function readReport(
  auditId: AuditId,
  { language, signal }: { language: PageLanguage; signal: AbortSignal },
): Promise<Response> {
  const { text, modifiedAt, source, stale } = await readInspectionDocument(auditId, { signal })
  const report = await finishInSlices(buildReportSlices(text), { signal })
  const pieces = await finishInSlices(writeAnswer({ auditId, modifiedAt, source, stale, report }, language), { signal })
  return answerPieces(pieces)
}

/** Characters of a document whose report comes with its page. Longer ones are requested by the page, and arrive in chunks. */
const shortChars = 200_000

/** The report of an inspection if its current version is stored and short; otherwise null. Does not ask the service. */
export async function readShortReport(auditId: AuditId, db?: Database): Promise<ReportAnswer | null> {
  const document = await readStoredVersion(db ?? (await database()), auditId)
  if (document === null || document.text.length > shortChars) return null
  const { text, ...facts } = document
  return reportAnswer.parse({ auditId, ...facts, report: await finishInSlices(buildReportSlices(text)) })
}

/**
 * Writes `reportAnswer` as JSON in pieces, in the reader's language. The schema checks it part by part, because every
 * response is checked.
 */
export function* writeAnswer(answer: ReportAnswer, language: PageLanguage): Slices<string[]> {
  const { sections, items, media } = answer.report
  const { report, ...head } = reportAnswer.parse({
    ...answer,
    report: { ...answer.report, sections: [], items: [], media: [] },
  })
  const { sections: _, items: __, media: ___, ...facts } = report
  const lists = {
    sections: yield* sliced(sections, (section) => renderJson(reportSection.parse(section), language)),
    items: yield* sliced(items, (item) => renderJson(reportItem.parse(item), language)),
    media: yield* sliced(media, (file) => renderJson(reportMedia.parse(file), language)),
  }
  return yield* joinPieces(`${openObject(head, language)},"report":${openObject(facts, language)}`, lists, '}}')
}

/** The document as the service sent it, as JSON text. */
export async function readRawDocument(auditId: AuditId, signal: AbortSignal): Promise<string> {
  const { text } = await readInspectionDocument(auditId, { signal })
  return text
}
