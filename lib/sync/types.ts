/** A row of the search: one inspection and its current version. */
export interface FoundInspection {
  auditId: string
  /** In the spelling of `normalizeInstant`. */
  modifiedAt: string
  templateId: string | null
}

export interface SearchQuery {
  modifiedAfter?: string
  modifiedBefore?: string
  order?: 'asc' | 'desc'
  completed?: 'true' | 'false'
  archived?: 'true' | 'false'
  template?: string
  limit: number
}

export interface SearchAnswer {
  rows: FoundInspection[]
  /** Inspections that match the query, as the service counts them. */
  total: number
  /** Rows that the service sent, readable or not. They decide whether a page is full. */
  count: number
  /** Rows without a usable id or time, which the index therefore cannot store. */
  unreadable: number
}

/**
 * Calls the service's search. It includes completed and incomplete, archived and active inspections unless the query
 * narrows it.
 */
export type Search = (query: SearchQuery, signal: AbortSignal) => Promise<SearchAnswer>

/** An instant with more rows than the search can return: how many are known and how many the service counts. */
export interface InstantReading {
  at: string
  known: number
  reported: number
}

/** What a pass needs from the index. */
export interface PassStore {
  checkpoint(): Promise<string | null>
  templateIds(): Promise<string[]>
  /**
   * Stores rows, checkpoint and the state of a crowded instant in one transaction. Neither a row's version nor the
   * checkpoint goes back. Returns the ids that are new or have a new version.
   */
  save(page: { rows: FoundInspection[]; checkpoint: string | null; reading?: InstantReading }): Promise<string[]>
  /** The gap whose last check is the oldest, if that is over an hour ago. */
  gapDue(): Promise<string | null>
}
