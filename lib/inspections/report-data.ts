import 'server-only'
import type { AuditId } from '@/lib/ids'
import { readInspectionDocument } from './data'
import { buildReport } from '@/lib/report/model'
import type { ReportAnswer } from '@/lib/report/schema'

/**
 * One inspection as a report, from the kept version or the service.
 * @throws AppError not_found, and what the service's trouble maps to when nothing was kept
 */
export async function readReport(auditId: AuditId, signal: AbortSignal): Promise<ReportAnswer> {
  const { document, modifiedAt, source, stale } = await readInspectionDocument(auditId, { signal })
  return { auditId, modifiedAt, source, stale, report: buildReport(document) }
}

/** The document as the service sent it, as JSON text. */
export async function readRawDocument(auditId: AuditId, signal: AbortSignal): Promise<string> {
  const { text } = await readInspectionDocument(auditId, { signal })
  return text
}
