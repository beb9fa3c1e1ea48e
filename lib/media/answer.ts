import { AppError } from '@/lib/errors'
import { toWebStream } from '@/lib/http/stream'
import type { AuditId, MediaId } from '@/lib/ids'
import { serverText } from '@/lib/server-text'
import { toStatusError } from '@/lib/service/errors'
import type { RawAnswer, Service } from '@/lib/service/types'

export interface MediaRequest {
  auditId: AuditId
  mediaId: MediaId
  /** Headers of the browser's request. Only headers for ranges and revalidation are used. */
  headers: Headers
  signal: AbortSignal
  requestId: string
  /** Returns headers that decide whether the file may be shown, from the service's Content-Type. */
  policy: (contentType: string | null) => Record<string, string>
}

const asked = ['range', 'if-range', 'if-none-match'] as const
const given = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'] as const

/**
 * Streams one file of an inspection to the browser with backpressure. Ranges and revalidation pass in both directions.
 * The Content-Type is the one that `policy` allows.
 * @throws AppError not_found if the file is unknown or has no content yet; otherwise the error for the service's status
 */
export async function answerMedia(service: Pick<Service, 'raw'>, request: MediaRequest): Promise<Response> {
  const headers: Record<string, string> = {}
  for (const name of asked) {
    const value = request.headers.get(name)
    if (value !== null) headers[name] = value
  }
  const answer = await askFile(service, request, headers)
  const out = new Headers(headersOf(answer, request))
  if (answer.status === 304) {
    answer.stream?.destroy()
    return new Response(null, { status: 304, headers: out })
  }
  if (answer.status === 416) {
    answer.stream?.destroy()
    out.delete('content-length')
    return new Response(null, { status: 416, headers: out })
  }
  return new Response(bodyOf(answer, request.signal), { status: answer.status, headers: out })
}

/**
 * The response to a GET without its body. The service documents no HEAD, so one byte is requested, and its
 * Content-Range has the size. If the service ignores ranges, the download is aborted at once.
 */
export async function answerMediaHead(service: Pick<Service, 'raw'>, request: MediaRequest): Promise<Response> {
  const answer = await askFile(service, request, { range: 'bytes=0-0' })
  answer.stream?.destroy()
  const out = new Headers(headersOf(answer, request))
  const size = /\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1]
  out.delete('content-range')
  if (size !== undefined) out.set('content-length', size)
  // 416 for the first byte means that the file is empty.
  else if (answer.status === 416) out.set('content-length', '0')
  return new Response(null, { status: 200, headers: out })
}

/**
 * Requests a file from the service by id. The caller must read or destroy the stream.
 * @throws AppError not_found if the file is unknown or has no content yet; otherwise the error for the service's status
 */
export async function askFile(
  service: Pick<Service, 'raw'>,
  request: Pick<MediaRequest, 'auditId' | 'mediaId' | 'signal' | 'requestId'>,
  headers: Record<string, string>,
): Promise<RawAnswer> {
  const { auditId, mediaId, signal, requestId } = request
  const answer = await service.raw(
    'getInspectionMedia',
    { params: { auditId, mediaId }, headers },
    { lane: 'person', signal, requestId },
  )
  if ([200, 206, 304, 416].includes(answer.status)) return answer
  answer.stream?.destroy()
  if (answer.status === 204) {
    throw new AppError('not_found', serverText('media.noContent'), { details: { upstreamStatus: 204 } })
  }
  throw toStatusError(answer.status, answer.headers, answer.bytes, { repeatable: true, nowMs: Date.now() })
}

function headersOf(answer: RawAnswer, request: MediaRequest): Record<string, string> {
  const out: Record<string, string> = {}
  for (const name of given) {
    const value = answer.headers[name]
    if (value !== undefined) out[name] = value
  }
  return { ...out, ...request.policy(answer.headers['content-type'] ?? null) }
}

function bodyOf(answer: RawAnswer, signal: AbortSignal): BodyInit {
  if (answer.stream !== null) return toWebStream(answer.stream, signal)
  return Buffer.from(answer.bytes ?? new Uint8Array())
}
