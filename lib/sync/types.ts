/** A row of the search: one inspection and the version it is at. */
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
  /** Rows the service sent, readable or not: what makes a page full. */
  count: number
  /** Rows without a usable id or time, which the index therefore cannot hold. */
  unreadable: number
}

/** Asks the service's search. Always both completed and not, archived and not, unless the query narrows it. */
export type Search = (query: SearchQuery, signal: AbortSignal) => Promise<SearchAnswer>

/** An instant with more rows than the search can give: how many are known and how many the service counts. */
export interface InstantReading {
  at: string
  known: number
  reported: number
}

/** What a pass needs of the index. */
export interface PassStore {
  checkpoint(): Promise<string | null>
  templateIds(): Promise<string[]>
  /**
   * Stores rows, checkpoint and what is known of a crowded instant, all or nothing. Neither a row's version nor the
   * checkpoint goes back. Gives the ids that are new or at a new version.
   */
  save(page: { rows: FoundInspection[]; checkpoint: string | null; reading?: InstantReading }): Promise<string[]>
  /** The gap that nobody looked at for the longest time, when that is over an hour. */
  gapDue(): Promise<string | null>
}
