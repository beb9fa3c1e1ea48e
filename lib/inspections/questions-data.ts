import 'server-only'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { findQuestionLabel } from '@/lib/report/failures-model'
import { buildReportSlices } from '@/lib/report/model'
import type { QuestionName, Report } from '@/lib/report/schema'
import { finishInSlices } from '@/lib/report/slices-model'

/**
 * What questions are called, from a stored document in which each of them failed. Questions that failed in no stored document
 * are left out.
 * @param keys as lib/report/failures-model.ts names questions
 */
export async function nameQuestions(keys: readonly string[], given?: Queryable): Promise<QuestionName[]> {
  const db = given ?? (await database())
  const { rows } = await db.query<{ key: string; audit_id: string; document: string }>(
    `select asked.key, found.audit_id, found.document
     from unnest($1::text[]) as asked (key)
     cross join lateral (
       select audit_id, kept.document from inspections one join inspection_documents kept using (audit_id)
       where one.failed_count > 0 and one.failed_questions @> jsonb_build_array(asked.key)
       limit 1
     ) as found`,
    [[...new Set(keys)]],
  )
  const names: QuestionName[] = []
  // Several questions often failed in the same inspection.
  const reports = new Map<string, Report>()
  for (const { key, audit_id: auditId, document } of rows) {
    const report = reports.get(auditId) ?? (await finishInSlices(buildReportSlices(document)))
    reports.set(auditId, report)
    const label = findQuestionLabel(report, key)
    if (label !== null) names.push({ key, label, templateName: report.templateName })
  }
  return names
}
