/** What the index keeps of an inspection document. Missing or wrong fields are null, never an error. */
export interface InspectionSummary {
  auditId: string | null
  /** ISO instants, as the document has them. */
  modifiedAt: string | null
  createdAt: string | null
  templateId: string | null
  title: string | null
  templateName: string | null
  siteName: string | null
  authorName: string | null
  documentNo: string | null
  score: number | null
  totalScore: number | null
  scorePercentage: number | null
  /** Items whose answer failed: `responses.failed`, or a selected id in `options.failed_responses`; inactive items not counted. */
  failedCount: number
  itemCount: number
  mediaCount: number
  dateStarted: string | null
  /** Null = in progress. */
  dateCompleted: string | null
  archived: boolean
}
