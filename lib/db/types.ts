import type { Client } from 'pg'

/**
 * Rows of our own database. Migrations guarantee their shape, so it is not checked again.
 *
 * Values are the same from every server:
 * - timestamptz: ISO string in UTC, `2026-11-20T21:14:44.123Z`; six decimals when microseconds are not zero. A string,
 *   because a JS `Date` drops microseconds and (audit_id, modified_at) names a version. 'infinity' stays unchanged.
 * - timestamp, date, time, interval, numeric: the server's text (ISO style).
 * - int2, int4, float: number. int8 (and `count(*)`): number; a string only beyond 2^53 - 1.
 * - json, jsonb: parsed. Keep documents in `text` when their bytes matter. - uuid: string. - boolean: boolean.
 * - bytea: Buffer. - arrays: arrays of the above.
 *
 * `values` may contain strings, numbers, booleans, null, Date, Buffer, arrays (sent as PostgreSQL arrays) and plain
 * objects (sent as JSON text). `undefined` is sent as null.
 */
export interface QueryResult<Row> {
  rows: Row[]
  rowCount: number
}

export interface Queryable {
  /**
   * Runs one statement with parameters. `values` are never interpolated.
   * @throws AppError unavailable if the database cannot be reached, otherwise pg's DatabaseError (see `sqlState`)
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<QueryResult<Row>>
}

export interface TransactionOptions {
  /** Statements without parameters, which are sent together with BEGIN to save a round trip. */
  setup?: string
  /** The transaction only reads, so it may run on a replica that is up to date. */
  isRead?: boolean
}

export interface Database extends Queryable {
  /** 'embedded' when this console runs its own PostgreSQL, 'server' for DATABASE_URL. */
  readonly kind: 'embedded' | 'server'
  /**
   * Runs `work` in one transaction, which commits when `work` resolves and rolls back when it throws. After a
   * serialization failure, a deadlock or a connection that was lost before the commit, `work` runs again a few times,
   * so it must have no effect outside of the database. There is no retry if the connection was lost during the commit:
   * the outcome is unknown.
   * @throws AppError unavailable if the database cannot be reached
   */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /**
   * Opens a connection outside of the pool, without time limits, for COPY and long work. The caller must end it.
   * @throws AppError unavailable if the database cannot be reached
   */
  openSession(): Promise<Client>
  /** The state of the replica for lists. The method is missing if there is no replica. */
  replica?(): Promise<ReplicaState>
  /** The current connections of this process. Databases of tests may lack this method. */
  connections?(): ConnectionCounts
  /** Listens on a channel with a separate connection until it is stopped. */
  listen(channel: string, ears: EventSinks): Listening
  close(): Promise<void>
}

export interface EventSinks {
  heard(payload: string): void
  /**
   * Called when listening begins, at the start and after each lost connection. Earlier notifications may have been
   * missed.
   */
  missed(): void
}

export interface Listening {
  /** Resolves when listening begins for the first time. */
  ready: Promise<void>
  stop(): Promise<void>
}

export interface ReplicaState {
  /**
   * Bytes of the primary's log that are not replayed yet. Null: the server cannot be reached or is no longer a replica.
   */
  behindBytes: number | null
  /** Reads since the start of this process that could use a replica. `readsThere` did. */
  reads: number
  readsThere: number
}

export interface ConnectionCounts {
  open: number
  idle: number
  max: number
  /** Queries that wait for a connection. */
  waiting: number
}

/** The log of the database. A pino logger has this shape. */
export interface DatabaseLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
