import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { may, rawWritePermission } from '@/lib/access/permissions'
import { AppError, type ErrorCode } from '@/lib/errors'
import { operationOf } from '@/lib/service/endpoints'
import { service } from '@/lib/service/instance'
import { matchOperation, type Match } from '@/lib/service/match'
import type { Operation, RawAnswer, RawInput } from '@/lib/service/types'
import { isJsonType, parseJson, readBytes } from '@/lib/http/body'
import { apiHeaders, requestIdHeader } from '@/lib/web/headers'
import { sendJournalled } from './journalled-write'
import { mediaHeaders } from '@/lib/http/media-policy'
import { languageOf, problemResponse } from '@/lib/web/problem'
import { describeIssues } from '@/lib/web/query'
import { toWebStream } from '@/lib/http/stream'
import { requireBudget } from '@/lib/web/throttle'
import { serverText } from '@/lib/server-text'
import { answerBadRequest, answerTooMany } from './service-refusal'

const prefix = '/api/service/'
const bodyBytesMax = 5_000_000
/** Headers that are passed from a browser to the service, and from the service to a browser. Others are dropped. */
const requestNames = ['accept', 'range', 'if-range', 'if-none-match'] as const
const answerNames = [
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
] as const
/** Error statuses whose body is passed to the caller. Any other error status counts as a failure of the service. */
const passed = new Set([400, 404, 409, 422, 429])

export interface PassThroughInput {
  actor: Actor
  request: Request
  signal: AbortSignal
  requestId: string
}

/** The decoded path segments after the prefix, and the unchanged query. Null when a segment cannot be decoded. */
function readTarget(given: string): { segments: string[]; search: string } | null {
  // Browsers do not send fragments. If a client sends one, it is not part of the query.
  const fragmentAt = given.indexOf('#')
  const url = fragmentAt === -1 ? given : given.slice(0, fragmentAt)
  const from = url.indexOf(prefix, url.indexOf('//') + 2)
  if (from === -1) return null
  const queryAt = url.indexOf('?', from)
  const path = url.slice(from + prefix.length, queryAt === -1 ? undefined : queryAt)
  const segments = path.split('/')
  if (path.includes('%'))
    for (const [index, segment] of segments.entries())
      try {
        segments[index] = decodeURIComponent(segment)
      } catch {
        return null
      }
  return { segments, search: queryAt === -1 ? '' : url.slice(queryAt + 1) }
}

/**
 * Answers a documented operation of the service at the service's own path, as the service does. A request never reaches
 * the service if its operation is not documented or not allowed for the person's role, or if an id in its path is not
 * valid. The service itself validates the query and body of reads. Only admins may write, whatever permission the
 * operation has. A write must fit the table of operations, and is logged before it is sent.
 */
export async function passThrough({ actor, request, signal, requestId }: PassThroughInput): Promise<Response> {
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const target = readTarget(request.url)
  const match: Match = target === null ? { kind: 'path_unknown' } : matchOperation(method, target.segments)
  if (target === null || match.kind === 'path_unknown')
    throw new AppError('not_found', serverText('passThrough.unknownPath'))
  if (match.kind === 'method_not_allowed') {
    const error = new AppError('method_not_allowed', serverText('passThrough.otherMethods'))
    return problemResponse(error, requestId, {
      language: languageOf(request.headers.get('accept-language')),
      headers: { allow: match.allow.join(', ') },
    })
  }
  const { name, params } = match
  const operation = operationOf(name)
  requirePermission(actor, operation)
  if (operation.answers === 'file') requireBudget(actor.userId, 'media')
  else if (operation.group === 'Exports' && method === 'POST') requireBudget(actor.userId, 'exports')

  const refusal = () => {
    const budget = service().budget()
    return { operation, requestId, budget: budget.find(({ bucket }) => bucket === operation.bucket) }
  }
  const headers: Record<string, string> = {}
  for (const header of requestNames) {
    const value = request.headers.get(header)
    if (value !== null) headers[header] = value
  }
  const input: RawInput = { params, headers }
  if (target.search !== '') input.query = target.search
  const body = method === 'GET' ? null : await readOperationBody(request)
  if (body !== null) {
    if (body.value === undefined) return answerBadRequest(refusal(), { body: 'must be JSON' })
    input.body = body.bytes
    headers['content-type'] = 'application/json'
  }
  if (!operation.repeatable) {
    const wrong = findMisfits(operation, target.search, body?.value)
    if (wrong !== null) return answerBadRequest(refusal(), wrong)
  }
  try {
    const answer = operation.repeatable
      ? await service().raw(name, input, { lane: 'person', signal, requestId })
      : // No signal: when the page is closed, the write continues, so that its outcome is logged.
        await sendJournalled({ actor, name, params, search: target.search, body: body?.value, requestId }, () =>
          service().raw(name, input, { lane: 'person', requestId }),
        )
    return toResponse(answer, operation, params, { isHead: request.method === 'HEAD', signal, requestId })
  } catch (error) {
    // The budget of the token is used up, so the service would answer the same.
    if (error instanceof AppError && error.code === 'upstream_throttled')
      return answerTooMany(refusal(), error.details.retryAfterSeconds)
    throw error
  }
}

/** @throws AppError forbidden */
function requirePermission(actor: Actor, operation: Operation): void {
  if (operation.isSecret === true) throw new AppError('forbidden', serverText('passThrough.secret'))
  if (!may(actor, operation.permission))
    throw new AppError('forbidden', serverText('common.roleNotAllowed', { role: actor.role }))
  if (!operation.repeatable && !may(actor, rawWritePermission))
    throw new AppError('forbidden', serverText('passThrough.adminsOnly'))
}

/** Why a write does not fit the table of operations: name of the field -> what it must be. Null when it fits. */
function findMisfits({ query, body }: Operation, search: string, sent: unknown): Record<string, string> | null {
  const given = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of new URLSearchParams(search)) {
    const before = given[name]
    given[name] = before === undefined ? value : [before, value].flat()
  }
  // A body may be left out if none of its fields is required. Otherwise an empty body is validated, so that the error
  // names the required field.
  const isLeftOut = sent === undefined && body?.safeParse(undefined).success === true
  const parsed = [query.safeParse(given), ...(body === null || isLeftOut ? [] : [body.safeParse(sent ?? {})])]
  const wrong = parsed.find(({ success }) => !success)
  return wrong?.error === undefined ? null : describeIssues(wrong.error)
}

/** The bytes of a JSON body and its parsed value (undefined: not JSON). Null when no body was sent. */
async function readOperationBody(request: Request): Promise<{ bytes: Uint8Array; value: unknown } | null> {
  const bytes = await readBytes(request, bodyBytesMax)
  if (bytes.byteLength === 0) return null
  if (!isJsonType(request.headers.get('content-type')))
    throw new AppError('unsupported', serverText('common.notJsonType'))
  try {
    return { bytes, value: parseJson(bytes) }
  } catch {
    return { bytes, value: undefined }
  }
}

function discard(answer: RawAnswer): void {
  answer.stream?.on('error', () => undefined).destroy()
}

function toResponse(
  answer: RawAnswer,
  operation: Operation,
  params: Readonly<Record<string, string>>,
  { isHead, signal, requestId }: { isHead: boolean; signal: AbortSignal; requestId: string },
): Response {
  const { status } = answer
  const ok = status >= 200 && status < 300
  if (status === 416) {
    discard(answer)
    return new Response(null, {
      status,
      headers: { ...pickHeaders(answer), ...apiHeaders, [requestIdHeader]: requestId },
    })
  }
  if (!ok && status !== 304 && !passed.has(status)) {
    discard(answer)
    throw refusalOf(status)
  }
  const contentType = answer.headers['content-type']
  const isFile = operation.answers === 'file' && ok
  const isEmpty = status === 204 || status === 205 || status === 304 || isHead
  const json = !isFile && (isEmpty || /^application\/(?:problem\+)?json\b/i.test(contentType ?? ''))
  if (!isFile && !json) {
    discard(answer)
    // Markup or text in place of JSON is the page of a proxy, which must not be shown under our own address.
    throw ok ? new AppError('upstream_failed', serverText('passThrough.notJson')) : refusalOf(status)
  }
  const headers: Record<string, string> = isFile
    ? {
        ...apiHeaders,
        ...mediaHeaders(contentType, params['filename'] ?? params['mediaId'] ?? 'file', {
          download: false,
          keepsType: true,
        }),
      }
    : { ...apiHeaders, 'content-type': 'application/json; charset=utf-8' }
  Object.assign(headers, pickHeaders(answer), { [requestIdHeader]: requestId })
  if (isEmpty) {
    discard(answer)
    return new Response(null, { status, headers })
  }
  const length = answer.bytes?.byteLength.toString() ?? answer.headers['content-length']
  if (length !== undefined) headers['content-length'] = length
  // Cast: the bytes of the client are always in a plain ArrayBuffer, which the type of Uint8Array does not express.
  if (answer.bytes !== null) return new Response(answer.bytes as Uint8Array<ArrayBuffer>, { status, headers })
  return new Response(answer.stream === null ? null : toWebStream(answer.stream, signal), { status, headers })
}

function pickHeaders(answer: RawAnswer): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of answerNames) {
    const value = answer.headers[name]
    if (value !== undefined) picked[name] = value
  }
  return picked
}

/** The error for a status of the service that is not passed on. */
function refusalOf(status: number): AppError {
  const fail = (code: ErrorCode, text: string) => new AppError(code, text, { details: { upstreamStatus: status } })
  if (status === 401) return fail('upstream_refused', serverText('service.tokenRefused'))
  if (status === 403) return fail('upstream_refused', serverText('service.notPermitted'))
  if (status === 404) return fail('not_found', serverText('service.notFound'))
  if (status === 409) return fail('conflict', serverText('service.conflict'))
  if (status === 429) return fail('upstream_throttled', serverText('service.slowDown'))
  if (status >= 400 && status < 500) return fail('invalid', serverText('service.notAccepted'))
  return fail('upstream_failed', serverText('service.failed', { status }))
}
