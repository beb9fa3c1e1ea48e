/**
 * What the index keeps of an inspection document. Missing or wrong fields are null, never an error. Texts hold no NUL
 * and end at 500 characters, so that any of them can be stored and indexed.
 */
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
  /**
   * Items whose answer failed: `responses.failed`, a selected id in `options.failed_responses`, or a selected response
   * that is marked `failed` itself. Inactive items, patterns of repeated groups and what hangs on them are not counted.
   */
  failedCount: number
  /** Items that can hold an answer; hidden ones, sections, groups, conditions and information not counted. */
  itemCount: number
  /** Different files, by media id; those of hidden items not counted. */
  mediaCount: number
  dateStarted: string | null
  /** Null = in progress. */
  dateCompleted: string | null
  archived: boolean
}
