/** Rows of our own database; their shape is guaranteed by the migrations, not checked again. */
export interface QueryResult<Row> {
  rows: Row[]
  rowCount: number
}

export interface Queryable {
  /** One parameterised statement. `values` are never interpolated. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<QueryResult<Row>>
}

export interface Database extends Queryable {
  /** 'embedded' when this console runs its own PostgreSQL, 'server' for DATABASE_URL. */
  readonly kind: 'embedded' | 'server'
  /**
   * Runs `work` in one transaction: commits when it resolves, rolls back when it throws. Serialization failures and
   * deadlocks are retried a few times, so `work` must have no effect outside the database.
   * @throws AppError unavailable when the database cannot be reached.
   */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
