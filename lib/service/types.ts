import type { Readable } from 'node:stream'
import type { AnswerOf, BodyOf, OperationName, ParamsOf, QueryOf } from './endpoints'
import type { Lane } from './operation'

export type { HttpMethod, Lane, Operation } from './operation'
export type { OperationName } from './endpoints'

/** What the client says about itself; a pino logger fits. */
export interface ServiceLog {
  debug(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface CallOptions {
  /** Defaults to the operation's own. */
  lane?: Lane
  signal?: AbortSignal
  /** One deadline over waiting for the budget and over all tries. Defaults to 30 s for people, 120 s for background. */
  deadlineMs?: number
  requestId?: string
  /**
   * A request of its own. Reads that are under way are shared otherwise, and one that began before a write may tell what
   * was before it: no base for a decision.
   */
  isFresh?: boolean
  /** Sent once only: who asks has a rhythm of their own, and a repeat would break it. */
  isOnce?: boolean
}

export interface RawInput {
  /** Values for the `:name` parts, already branded ids; encoded as one segment each. */
  params?: Readonly<Record<string, string>>
  /** Sent in order; a repeated name is sent repeatedly. A string is the query of a parsed URL, without its `?`. */
  query?: ReadonlyArray<readonly [string, string]> | URLSearchParams | string
  /** JSON text or bytes, already checked. */
  body?: string | Uint8Array
  /** Only `accept`, `range`, `if-range`, `if-none-match` and `content-type` get through. Names in lower case. */
  headers?: Readonly<Record<string, string>>
}

/** An answer with any status, headers allow-listed. The caller reads or destroys `stream`, always. */
export interface RawAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  /** Present when the answer was small enough to be read whole; then `stream` is null. Shared by callers: read only. */
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
  /** Where the figures come from: the contract's table, or the service's own headers. */
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

/** Input may be left out where nothing in it is required. */
export type CallArguments<Name extends OperationName> =
  Record<string, never> extends TypedInput<Name>
    ? [input?: TypedInput<Name>, options?: CallOptions]
    : [input: TypedInput<Name>, options?: CallOptions]

export interface Service {
  /**
   * Calls an operation and parses its JSON answer by the table. The answer may be shared with a caller that asked the
   * same at the same time: read only.
   * @throws AppError unavailable (breaker open, no answer), upstream_throttled, upstream_refused (401/403, answered as
   * 502 or 403 by the route), not_found, invalid (400/422 of the service), conflict, upstream_failed (5xx, garbage, wrong
   * shape), upstream_unknown (a non-repeatable call whose answer was lost).
   */
  call<Name extends OperationName>(operation: Name, ...rest: CallArguments<Name>): Promise<AnswerOf<Name>>
  /**
   * Sends an operation as it is and gives the answer back whatever its status; used by the pass-through and media.
   * @throws AppError as `call` does where there is no answer to give; upstream_failed for a redirect.
   */
  raw(operation: OperationName, input?: RawInput, options?: CallOptions): Promise<RawAnswer>
  /**
   * Reads a link that the service signed, without the token. Null for one to another host: it is never asked.
   * @throws AppError as `raw` does.
   */
  openLink(link: string, signal?: AbortSignal): Promise<RawAnswer | null>
  /** Whether a link is one that `openLink` reads. */
  isOwnLink(link: string): boolean
  budget(): BucketState[]
  breaker(lane?: Lane): BreakerState
  close(): Promise<void>
}
