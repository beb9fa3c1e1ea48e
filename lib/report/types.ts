import type { DocumentDigestFields } from '@/lib/inspections/columns'

/**
 * What the index stores of an inspection document. The fields are those of `documentFields`. Missing or wrong fields
 * are null and never an error. Texts contain no NUL and have at most 500 characters, so that all of them can be stored
 * and indexed.
 */
export interface InspectionSummary extends DocumentDigestFields {
  auditId: string | null
  /** ISO instant, as in the document. */
  modifiedAt: string | null
  templateId: string | null
}
