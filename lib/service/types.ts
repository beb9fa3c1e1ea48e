import type { Readable } from 'node:stream'
import type * as z from 'zod'
import type { Permission } from '@/lib/auth/permissions'

/** A person's request goes before background work in every bucket. */
export type Lane = 'person' | 'background'
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One documented operation of the service (interface.md 4 and 8). `endpoints.ts` is the only place with its path. */
export interface Operation {
  /** For people: what it does, and the group of the contract it belongs to. */
  title: string
  group: 'Inspections' | 'Exports' | 'Lists' | 'Status groups' | 'Assets' | 'Users' | 'Training' | 'Webhooks'
  method: HttpMethod
  /** Path at the service with `:name` for each id, e.g. `/audits/:auditId/media/:mediaId`. */
  path: string
  /** Documented requests per 60 s. */
  perMinute: number
  /** Rate bucket: its own name for a row of the table, `other` for the shared rest. */
  bucket: string
  /** May be sent again when its answer was lost: every read, and writes that are idempotent by contract. */
  repeatable: boolean
  lane: Lane
  /** What a person of the console needs to call it. */
  permission: Permission
  /** `file`: bytes with the service's Content-Type, streamed. */
  answers: 'json' | 'file'
  query: z.ZodType
  body: z.ZodType | null
  /** Tolerant: unknown fields pass through untouched. */
  answer: z.ZodType
}

export interface CallOptions {
  /** Defaults to the operation's own. */
  lane?: Lane
  signal?: AbortSignal
  /** One deadline over waiting for the budget and over all tries. Defaults to 30 s for people, 120 s for background. */
  deadlineMs?: number
  requestId?: string
}

export interface RawInput {
  /** Values for the `:name` parts, already branded ids; encoded as one segment each. */
  params?: Readonly<Record<string, string>>
  /** Sent in order; a repeated name is sent repeatedly. */
  query?: ReadonlyArray<readonly [string, string]> | URLSearchParams
  /** JSON text or bytes, already checked. */
  body?: string | Uint8Array
  /** Only `accept`, `range`, `if-range`, `if-none-match` and `content-type` get through. */
  headers?: Readonly<Record<string, string>>
}

/** An answer with any status, headers allow-listed. The caller reads or destroys `body`, always. */
export interface RawAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  /** Present when the answer was small enough to be read whole; then `stream` is null. */
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

/** Input of a typed call, by the operation's schemas. */
export interface TypedInput {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  body?: unknown
}

export interface Service {
  /**
   * Calls an operation and parses its JSON answer by the table.
   * @throws AppError unavailable (breaker open, no answer), upstream_throttled, upstream_refused (401/403, answered as
   * 502 or 403 by the route), not_found, invalid (400/422 of the service), conflict, upstream_failed (5xx, garbage, wrong
   * shape), upstream_unknown (a non-repeatable call whose answer was lost).
   */
  call<Name extends string>(operation: Name, input?: TypedInput, options?: CallOptions): Promise<unknown>
  /** Sends an operation as it is and gives the answer back whatever its status; used by the pass-through and media. */
  raw(operation: string, input?: RawInput, options?: CallOptions): Promise<RawAnswer>
  budget(): BucketState[]
  breaker(): BreakerState
  close(): Promise<void>
}
