import type * as z from 'zod'
import { addressOf } from '@/lib/base-path'
import type { ErrorCode } from '@/lib/errors'
import { signInPath } from '@/lib/access/return-path'
import { noteAnswer, noteNoAnswer } from './connection'
import type { LateSchema } from './late/late-schemas'
import { currentPath } from './own-address'
import { ownText } from './own-texts'
import { askForProof } from './sign-in/proof'

/** An unsuccessful or unexpected response. `message` is written for the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 when no response arrived. */
  readonly status: number
  /** `offline`: no response at all. `unreadable`: a response of an unexpected shape. */
  readonly code: ErrorCode | 'offline' | 'unreadable'
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  readonly fields: Readonly<Record<string, string>>
  /** For a conflict, the stored state. It is not parsed yet. */
  readonly current: unknown

  constructor(
    status: number,
    code: ApiError['code'],
    message: string,
    more: {
      requestId?: string | null
      retryAfterSeconds?: number | null
      fields?: Record<string, string>
      current?: unknown
    } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = more.requestId ?? null
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
    this.fields = more.fields ?? {}
    this.current = more.current
  }
}

type QueryValue = string | number | boolean | null | undefined
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>

/** Writes a query: arrays repeat their name; null, undefined and '' are left out. Keeps the given order. */
export function writeQuery(query: Query | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    for (const item of Array.isArray(value) ? (value as readonly QueryValue[]) : [value as QueryValue])
      if (item !== null && item !== undefined && item !== '') search.append(name, String(item))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

const idleAfterMs = 60_000
let lastInputAt = Date.now()

if (typeof window !== 'undefined')
  for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    window.addEventListener(kind, () => (lastInputAt = Date.now()), { passive: true, capture: true })

/**
 * Whether the sign-in page is being opened, which returns to this address. It is opened only once, because many calls
 * may fail at the same time.
 */
let leaving = false
/** While a person signs out: whether a request has been refused. */
let heldBack: { isRefused: boolean } | null = null

function leaveForSignIn(): void {
  if (heldBack !== null) {
    heldBack.isRefused = true
    return
  }
  if (leaving || typeof window === 'undefined' || currentPath().startsWith('/sign-in')) return
  leaving = true
  window.location.assign(addressOf(signInPath(currentPath())))
}

/**
 * Keeps requests that are refused from opening the sign-in page while the person signs out, which may lead to the issuer
 * instead. The returned function ends this, for a person who stays.
 */
export function holdSignIn(): () => void {
  const held = { isRefused: false }
  heldBack = held
  return () => {
    heldBack = null
    if (held.isRefused) leaveForSignIn()
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

async function readProblem(response: Response): Promise<ApiError> {
  const fallback = ownText('status', { status: response.status })
  let problem: unknown = null
  try {
    problem = await response.json()
  } catch {
    // The body is not JSON, for example a page of a proxy. The fallback describes what is known.
  }
  if (!isRecord(problem) || typeof problem['code'] !== 'string')
    return new ApiError(response.status, 'unreadable', fallback, { requestId: response.headers.get('x-request-id') })
  const { code, detail, requestId, retryAfterSeconds, fields, current } = problem
  return new ApiError(response.status, code as ErrorCode, typeof detail === 'string' ? detail : fallback, {
    requestId: typeof requestId === 'string' ? requestId : null,
    retryAfterSeconds: typeof retryAfterSeconds === 'number' ? retryAfterSeconds : null,
    fields: isRecord(fields) ? (fields as Record<string, string>) : {},
    current,
  })
}

/** Sends a request, and once more if the person had to confirm who they are. */
async function send(method: string, path: string, body: unknown, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await sendOnce(method, path, body, signal)
  } catch (error) {
    const isProofMissing = error instanceof ApiError && error.code === 'proof_required'
    if (!isProofMissing || !(await askForProof())) throw error
    return sendOnce(method, path, body, signal)
  }
}

async function sendOnce(
  method: string,
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (method !== 'GET') headers['x-requested-with'] = 'sightline'
  if (body !== undefined) headers['content-type'] = 'application/json'
  // The server writes problems in the language of the page.
  if (typeof document !== 'undefined') headers['accept-language'] = document.documentElement.lang
  // Polls of an unused page must not keep its session alive.
  if (Date.now() - lastInputAt > idleAfterMs) headers['x-sightline-activity'] = 'none'
  let response: Response
  try {
    response = await fetch(addressOf(path), {
      method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (error) {
    if (signal?.aborted === true) throw error
    noteNoAnswer()
    throw new ApiError(0, 'offline', ownText('offlineRetrying'))
  }
  noteAnswer()
  if (response.ok) return response
  const problem = await readProblem(response)
  if (problem.status === 401 && !path.startsWith('/api/auth/')) leaveForSignIn()
  throw problem
}

/** Null: it could not be loaded. */
async function loadSchema<Schema extends z.ZodType>(schema: Schema | LateSchema<Schema>): Promise<Schema | null> {
  try {
    return typeof schema === 'function' ? await schema() : schema
  } catch {
    return null
  }
}

async function ask<Schema extends z.ZodType>(
  method: string,
  path: string,
  body: unknown,
  schema: Schema | LateSchema<Schema>,
  signal: AbortSignal | undefined,
): Promise<z.output<Schema>> {
  const loading = loadSchema(schema)
  const response = await send(method, path, body, signal)
  let value: unknown
  try {
    value = response.status === 204 ? undefined : await response.json()
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new ApiError(response.status, 'unreadable', ownText('cutOff'))
  }
  // The connection may have been lost while the schema was loading. Later, only a console of another release lacks it.
  const loaded = (await loading) ?? (await loadSchema(schema))
  const parsed = loaded?.safeParse(value)
  if (parsed?.success === true) return parsed.data
  throw new ApiError(response.status, 'unreadable', ownText('unknownForm'), {
    requestId: response.headers.get('x-request-id'),
  })
}

/**
 * Calls the console's own API from the browser. `schema` parses the response (`noBody` for 204); a late one is loaded
 * while the request is under way. Every failure is an ApiError, except an abort, which stays an abort. A 401 opens the
 * sign-in page, which returns to this address. When the console requires a fresh proof, the person gives it and the
 * request is sent again.
 */
export const api = {
  get: <Schema extends z.ZodType>(
    path: string,
    query: Query | undefined,
    schema: Schema | LateSchema<Schema>,
    signal?: AbortSignal,
  ) => ask('GET', path + writeQuery(query), undefined, schema, signal),
  post: <Schema extends z.ZodType>(
    path: string,
    body: unknown,
    schema: Schema | LateSchema<Schema>,
    signal?: AbortSignal,
  ) => ask('POST', path, body, schema, signal),
  put: <Schema extends z.ZodType>(
    path: string,
    body: unknown,
    schema: Schema | LateSchema<Schema>,
    signal?: AbortSignal,
  ) => ask('PUT', path, body, schema, signal),
  patch: <Schema extends z.ZodType>(
    path: string,
    body: unknown,
    schema: Schema | LateSchema<Schema>,
    signal?: AbortSignal,
  ) => ask('PATCH', path, body, schema, signal),
  delete: <Schema extends z.ZodType>(
    path: string,
    body: unknown,
    schema: Schema | LateSchema<Schema>,
    signal?: AbortSignal,
  ) => ask('DELETE', path, body, schema, signal),
}
