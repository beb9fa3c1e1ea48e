import type { Readable } from 'node:stream'
import type { AnswerOf, BodyOf, OperationName, ParamsOf, QueryOf } from './endpoints'
import type { Lane } from './operation'

export type { HttpMethod, Lane, Operation } from './operation'
export type { OperationName } from './endpoints'

/** What the client logs; fits a pino logger. */
export interface ServiceLog {
  debug(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface CallOptions {
  /** Defaults to the operation's own. */
  lane?: Lane
  signal?: AbortSignal
  /**
   * One deadline for waiting for the budget and for all tries. By default 30 s for people, 120 s for background work.
   */
  deadlineMs?: number
  requestId?: string
  /**
   * Sends its own request. Otherwise a read in progress is shared, which may have started before a write, so decisions
   * must not be based on it.
   */
  isFresh?: boolean
  /** Sent only once: the caller has its own interval, which a retry would break. */
  isOnce?: boolean
}

export interface RawInput {
  /** Values for the `:name` parts, already branded ids; each is encoded as one segment. */
  params?: Readonly<Record<string, string>>
  /** Sent in order; a repeated name is sent repeatedly. A string is the query of a parsed URL, without its `?`. */
  query?: ReadonlyArray<readonly [string, string]> | URLSearchParams | string
  /** JSON text or bytes, already checked. */
  body?: string | Uint8Array
  /** Only `accept`, `range`, `if-range`, `if-none-match` and `content-type` are sent. Names in lower case. */
  headers?: Readonly<Record<string, string>>
}

/** A response with any status and the allowed headers. The caller must always read or destroy `stream`. */
export interface RawAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  /**
   * Set when the response was small enough to be read whole; then `stream` is null. Shared by callers, so it must not
   * be changed.
   */
  bytes: Uint8Array | null
  stream: Readable | null
}

export interface BucketState {
  bucket: string
  limit: number
  remaining: number
  /** Seconds until the window resets. */
  resetSeconds: number
  queuedPerson: number
  queuedBackground: number
  /** The source of the figures: the contract's table, or the service's headers. */
  source: 'table' | 'headers'
  /** Requests sent in the current window by lane. */
  sentPerson: number
  sentBackground: number
}

export interface BreakerState {
  state: 'closed' | 'open' | 'half-open'
  failures: number
  /** Milliseconds since the epoch of the next probe, while open. */
  nextProbeAt: number | null
}

/** Input of a typed call, by the operation's schemas. An array in the query is sent as a repeated parameter. */
export type TypedInput<Name extends OperationName> = {
  query?: QueryOf<Name>
} & (keyof ParamsOf<Name> extends never ? { params?: Readonly<Record<string, never>> } : { params: ParamsOf<Name> }) &
  (undefined extends BodyOf<Name> ? { body?: BodyOf<Name> } : { body: BodyOf<Name> })

/** The input may be left out if nothing in it is required. */
export type CallArguments<Name extends OperationName> =
  Record<string, never> extends TypedInput<Name>
    ? [input?: TypedInput<Name>, options?: CallOptions]
    : [input: TypedInput<Name>, options?: CallOptions]

export interface Service {
  /**
   * Calls an operation and parses its JSON response by the table. The response may be shared with a concurrent
   * identical call, so it must not be changed.
   * @throws AppError unavailable (breaker open, no response), upstream_throttled, upstream_refused (401/403, answered
   * as 502 or 403 by the route), not_found, invalid (400/422 of the service), conflict, upstream_failed (5xx,
   * unreadable, wrong structure), upstream_unknown (a non-repeatable call whose response was lost).
   */
  call<Name extends OperationName>(operation: Name, ...rest: CallArguments<Name>): Promise<AnswerOf<Name>>
  /**
   * Sends an operation unchanged and returns the response whatever its status; used by the pass-through and media.
   * @throws AppError as `call` does when there is no response to return; upstream_failed for a redirect.
   */
  raw(operation: OperationName, input?: RawInput, options?: CallOptions): Promise<RawAnswer>
  /**
   * Reads a link that the service signed, without the token. Null for a link to another host, which is never requested.
   * @throws AppError as `raw` does.
   */
  openLink(link: string, signal?: AbortSignal): Promise<RawAnswer | null>
  /** Whether `openLink` reads a link. */
  isOwnLink(link: string): boolean
  budget(): BucketState[]
  breaker(lane?: Lane): BreakerState
  close(): Promise<void>
}
