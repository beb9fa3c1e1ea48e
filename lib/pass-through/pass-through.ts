import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { may, rawWritePermission } from '@/lib/access/permissions'
import { AppError } from '@/lib/errors'
import { operationOf } from '@/lib/service/endpoints'
import { service } from '@/lib/service/instance'
import { matchOperation, type Match } from '@/lib/service/match'
import type { Operation, RawAnswer, RawInput } from '@/lib/service/types'
import { isJsonType, parseJson, readBytes } from '@/lib/http/body'
import { apiHeaders, requestIdHeader } from '@/lib/web/headers'
import { sendJournalled } from './journalled-write'
import { mediaHeaders } from '@/lib/http/media-policy'
import { problemResponse } from '@/lib/web/problem'
import { parseInput } from '@/lib/web/query'
import { toWebStream } from '@/lib/http/stream'
import { requireBudget } from '@/lib/web/throttle'

const prefix = '/api/service/'
const bodyBytesMax = 5_000_000
/** What a browser may say to the service, and the service to a browser; everything else stays with us. */
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
/** Statuses whose meaning is the caller's business; every other one is our trouble with the service. */
const passed = new Set([400, 404, 409, 416, 422, 429])

export interface PassThroughInput {
  actor: Actor
  request: Request
  signal: AbortSignal
  requestId: string
}

/** Path segments after the prefix, decoded, and the query as it came. Null when it is no path of segments. */
function readTarget(given: string): { segments: string[]; search: string } | null {
  // Browsers keep a fragment to themselves; one that comes all the same is not part of the query.
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
 * Answers a documented operation of the service at the service's own path. What is not documented, not allowed for the
 * person's role, not an id, or not as the table describes it never reaches the service. Writes are of admins alone, whatever
 * else their operation asks for, and each is in the log first.
 */
export async function passThrough({ actor, request, signal, requestId }: PassThroughInput): Promise<Response> {
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const target = readTarget(request.url)
  const match: Match = target === null ? { kind: 'path_unknown' } : matchOperation(method, target.segments)
  if (target === null || match.kind === 'path_unknown')
    throw new AppError('not_found', 'The service documents no operation at this path.')
  if (match.kind === 'method_not_allowed') {
    const error = new AppError('method_not_allowed', 'The service documents this path with other methods.')
    return problemResponse(error, requestId, { headers: { allow: match.allow.join(', ') } })
  }
  const operation = operationOf(match.name)
  if (operation.isSecret === true)
    throw new AppError('forbidden', 'Its answer is a secret, which only the console itself may ask for.')
  if (!may(actor, operation.permission)) throw new AppError('forbidden', `Your role (${actor.role}) may not do this.`)
  if (!operation.repeatable && !may(actor, rawWritePermission))
    throw new AppError('forbidden', 'Writes are run by admins alone from here.')
  if (operation.answers === 'file') requireBudget(actor.userId, 'media')
  else if (operation.group === 'Exports' && method === 'POST') requireBudget(actor.userId, 'exports')

  requireQuery(operation, target.search)
  const headers: Record<string, string> = {}
  for (const name of requestNames) {
    const value = request.headers.get(name)
    if (value !== null) headers[name] = value
  }
  const input: RawInput = { params: match.params, headers }
  if (target.search !== '') input.query = target.search
  let sent: unknown
  if (method !== 'GET') {
    const body = await readOperationBody(request, operation)
    if (body !== null) {
      input.body = body.bytes
      sent = body.value
      headers['content-type'] = 'application/json'
    }
  }
  const { name, params } = match
  const answer = operation.repeatable
    ? await service().raw(name, input, { lane: 'person', signal, requestId })
    : // A page that closes does not stop a write half way: its outcome is waited for and written down.
      await sendJournalled({ actor, name, params, search: target.search, body: sent, requestId }, () =>
        service().raw(name, input, { lane: 'person', requestId }),
      )
  return toResponse(answer, operation, match.params, { isHead: request.method === 'HEAD', signal, requestId })
}

/**
 * The query goes on as it came; it is only looked at. A parameter that the table does not know passes.
 * @throws AppError invalid, naming the parameter
 */
function requireQuery({ query }: Operation, search: string): void {
  const given = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of new URLSearchParams(search)) {
    const before = given[name]
    given[name] = before === undefined ? value : [before, value].flat()
  }
  parseInput(query, given)
}

/** A JSON body that fits the operation, as it came and as it was read, or null when none was sent. */
async function readOperationBody(
  request: Request,
  operation: Operation,
): Promise<{ bytes: Uint8Array; value: unknown } | null> {
  const bytes = await readBytes(request, bodyBytesMax)
  if (bytes.byteLength === 0) {
    if (operation.body !== null && !operation.body.safeParse(undefined).success) parseInput(operation.body, {})
    return null
  }
  if (!isJsonType(request.headers.get('content-type')))
    throw new AppError('unsupported', 'The body must be application/json.')
  const value = parseJson(bytes)
  if (operation.body !== null) parseInput(operation.body, value)
  return { bytes, value }
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
    // Markup or text where JSON is agreed is a front server's page; it is never shown as ours.
    throw ok ? new AppError('upstream_failed', 'The service answered something that is not JSON.') : refusalOf(status)
  }
  const headers: Record<string, string> = isFile
    ? {
        ...apiHeaders,
        ...mediaHeaders(contentType, params['filename'] ?? params['mediaId'] ?? 'file', { download: false }),
      }
    : { ...apiHeaders, 'content-type': 'application/json; charset=utf-8' }
  headers[requestIdHeader] = requestId
  for (const name of answerNames) {
    const value = answer.headers[name]
    if (value !== undefined) headers[name] = value
  }
  if (isEmpty) {
    discard(answer)
    return new Response(null, { status, headers })
  }
  // Cast: bytes of the client lie in a plain ArrayBuffer, which the type of Uint8Array does not say.
  if (answer.bytes !== null) return new Response(answer.bytes as Uint8Array<ArrayBuffer>, { status, headers })
  return new Response(answer.stream === null ? null : toWebStream(answer.stream, signal), { status, headers })
}

/** What a status of the service that is not passed on means for the person. */
function refusalOf(status: number): AppError {
  const details = { upstreamStatus: status }
  if (status === 401 || status === 403)
    return new AppError(
      'upstream_refused',
      status === 401
        ? "The service refused the console's token. An administrator has to replace it."
        : "The service's token may not see or do this.",
      { details },
    )
  if (status === 404) return new AppError('not_found', 'The service does not know this item.', { details })
  if (status === 409)
    return new AppError('conflict', 'The service refused this: it was changed meanwhile.', { details })
  if (status === 429)
    return new AppError(
      'upstream_throttled',
      'The service is busy with requests of this organization. Try again soon.',
      {
        details: { ...details, retryAfterSeconds: 5 },
      },
    )
  if (status >= 400 && status < 500)
    return new AppError('invalid', 'The service did not accept this request.', { details })
  return new AppError('upstream_failed', 'The service has trouble answering. Try again in a moment.', { details })
}
