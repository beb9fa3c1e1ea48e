import type { Client } from 'pg'

/**
 * Rows of our own database; their shape is guaranteed by the migrations, not checked again.
 *
 * Values as they come back, the same from every server:
 * - timestamptz: ISO string in UTC, `2026-11-20T21:14:44.123Z`; six decimals when microseconds are not zero. A string,
 *   because a JS `Date` drops microseconds and (audit_id, modified_at) names a version. 'infinity' stays as it is.
 * - timestamp, date, time, interval, numeric: the server's text (ISO style).
 * - int2, int4, float: number. int8 (and `count(*)`): number; a string only beyond 2^53 - 1.
 * - json, jsonb: parsed. Keep documents in `text` when their bytes matter. - uuid: string. - boolean: boolean.
 * - bytea: Buffer. - arrays: arrays of the above.
 *
 * `values` may hold strings, numbers, booleans, null, Date, Buffer, arrays (as PostgreSQL arrays) and plain objects (as
 * JSON text). `undefined` is sent as null.
 */
export interface QueryResult<Row> {
  rows: Row[]
  rowCount: number
}

export interface Queryable {
  /**
   * One statement with parameters. `values` are never interpolated.
   * @throws AppError unavailable when the database cannot be reached; pg's DatabaseError (see `sqlState`) otherwise.
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<QueryResult<Row>>
}

export interface TransactionOptions {
  /** Statements without parameters that are sent together with BEGIN, to save a round trip. */
  setup?: string
  /** It only reads, so a replica that has everything may do it. */
  isRead?: boolean
}

export interface Database extends Queryable {
  /** 'embedded' when this console runs its own PostgreSQL, 'server' for DATABASE_URL. */
  readonly kind: 'embedded' | 'server'
  /**
   * Runs `work` in one transaction: commits when it resolves, rolls back when it throws. Serialization failures,
   * deadlocks and connections lost before the commit are retried a few times, so `work` must have no effect outside the
   * database. A connection lost during the commit is never retried: the outcome is unknown.
   * @throws AppError unavailable when the database cannot be reached.
   */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /**
   * A connection of its own outside of the pool, without time limits, for what takes long or speaks COPY. The caller ends it.
   * @throws AppError unavailable when the database cannot be reached.
   */
  openSession(): Promise<Client>
  /** The replica for lists. Without one there is no such method. */
  replica?(): Promise<ReplicaState>
  /** Connections of this process at the moment. One in a test may have none to count. */
  connections?(): ConnectionCounts
  /** Listens on a channel, with its own connection, until it is stopped. */
  listen(channel: string, ears: EventSinks): Listening
  close(): Promise<void>
}

export interface EventSinks {
  heard(payload: string): void
  /**
   * It listens from here on; notifications before may have been missed. Called at the start and after each lost
   * connection.
   */
  missed(): void
}

export interface Listening {
  /** Resolves when it listens for the first time. */
  ready: Promise<void>
  stop(): Promise<void>
}

export interface ReplicaState {
  /** What it has not replayed yet of the log of the primary. Null: it cannot be reached, or is no replica any more. */
  behindBytes: number | null
  /** Reads since the start of this process that could go to it, and those that did. */
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

/** The log of this layer; fits a pino logger. */
export interface DatabaseLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
