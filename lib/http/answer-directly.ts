import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import { basePath, pathOf } from '@/lib/base-path'
import { tracing } from '@/lib/tracing'
import { lengthHeader } from '@/lib/web/headers'
import { reportEvent } from '@/lib/web/report-failure'
import { findDirect, type RouteHandler, type RouteParams } from './direct-routes'
import { takeSource } from './stream'

/**
 * Answers requests of the most frequent routes with their own handlers, but without Next, which takes more of the
 * processor than the handlers do: it searches all routes, and passes each body through several web streams. Everything
 * that protects a request remains, because it is before this (front-door.ts) or in the handler (route.ts).
 */

/** Compressing less than this saves nothing. */
const packedBytesMin = 1_024
const compressible = /^(?:application\/(?:problem\+)?json|text\/)/i

/** Whether a client accepts gzip, with any weight but 0. */
const acceptsGzip = (header = '') =>
  header.split(',').some((part) => /^\s*gzip\s*(?:;\s*q=(?:1|0?\.\d*[1-9]).*)?$/i.test(part))

/** The body of a request. The connection stays usable when a handler does not read all of it. */
function toBody(request: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = request.iterator({ destroyOnReturn: false })
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done === true) controller.close()
        else controller.enqueue(value as Uint8Array)
      },
      async cancel() {
        await chunks.return?.()
        // Otherwise the rest would stay in the connection, where the next request is expected.
        request.resume()
      },
    },
    // Nothing is read before the handler asks for it.
    { highWaterMark: 0 },
  )
}

/** The request as Next would pass it on. Its host is not the real one, because no handler may rely on it. */
function toRequest(request: IncomingMessage, target: string, signal: AbortSignal): Request {
  const { method = 'GET' } = request
  const headers = new Headers()
  for (const [name, given] of Object.entries(request.headers))
    for (const value of typeof given === 'string' ? [given] : (given ?? [])) headers.append(name, value)
  const body = method === 'GET' ? null : toBody(request)
  return new Request(`http://console${target}`, {
    method,
    headers,
    signal,
    ...(body === null ? {} : { body, duplex: 'half' }),
  })
}

async function writeAnswer(answer: Response, accepted: string | undefined, response: ServerResponse): Promise<void> {
  const { status, headers, body } = answer
  const source = body === null ? null : takeSource(body)
  const whole = body === null || source !== null ? null : Buffer.from(await answer.arrayBuffer())
  const bytes = whole?.length ?? Number(headers.get('content-length') ?? Infinity)
  const mayPack = body !== null && compressible.test(headers.get('content-type') ?? '')
  const isPacked = mayPack && bytes >= packedBytesMin && acceptsGzip(accepted)
  const sent = whole !== null && isPacked ? await promisify(gzip)(whole) : whole
  response.statusCode = status
  for (const [name, value] of headers) {
    if (name === 'set-cookie') response.appendHeader(name, value)
    else if (!isPacked || (name !== 'content-length' && name !== lengthHeader)) response.setHeader(name, value)
  }
  if (mayPack) response.appendHeader('vary', 'accept-encoding')
  if (isPacked) response.setHeader('content-encoding', 'gzip')
  if (source !== null) {
    await (isPacked ? pipeline(source, createGzip(), response) : pipeline(source, response))
    return
  }
  if (sent !== null) response.setHeader('content-length', sent.length)
  response.end(sent)
}

async function callHandler(
  { handler, params }: { handler: RouteHandler; params: RouteParams },
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort()
  })
  try {
    const given = await handler(toRequest(request, target, left.signal), { params: Promise.resolve(params) })
    await writeAnswer(given, request.headers['accept-encoding'], response)
  } catch (error) {
    // Handlers do not fail. A stream does when its source ends early or its client leaves.
    if (!left.signal.aborted) reportEvent('error', { err: error }, 'a response could not be sent')
    if (response.headersSent || response.destroyed) response.destroy()
    else {
      response.statusCode = 500
      response.end()
    }
  }
}

/**
 * Answers a request of a route that is registered for it. All other requests are left to `next`.
 *
 * @param base the path of the host under which the console is served
 */
export function answerDirectly(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => unknown,
  base = basePath,
): unknown {
  const { method = '', url = '' } = request
  const target = pathOf(url, base)
  // Next makes the spans of requests.
  if (target === null || tracing().tracer !== null) return next()
  const found = findDirect(method, target.replace(/\?.*$/s, ''))
  return found === null ? next() : callHandler(found, target, request, response)
}
