import type { DocumentDigestFields } from '@/lib/inspections/columns'

/**
 * What the index keeps of an inspection document, the fields as `documentFields` lists them. Missing or wrong fields are
 * null, never an error. Texts hold no NUL and end at 500 characters, so that any of them can be stored and indexed.
 */
export interface InspectionSummary extends DocumentDigestFields {
  auditId: string | null
  /** ISO instant, as the document has it. */
  modifiedAt: string | null
  templateId: string | null
}
