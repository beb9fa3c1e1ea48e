import 'server-only'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { pathOf } from '@/lib/base-path'
import { AppError, type ErrorCode } from '@/lib/errors'
import { defaultHeaders, requestIdHeader } from '@/lib/web/headers'
import { languageOf, writeProblem } from '@/lib/web/problem'
import { reportEvent } from '@/lib/web/report-failure'
import { createRequestId } from '@/lib/web/request-id'
import { renderText, serverText } from '@/lib/server-text'
import type { Turn } from './fair-queue'
import { guardAnswer } from './guarded-answer'
import { requestEars } from './note-request'
import { allowedMethods, judgeTarget, type Verdict } from './request-target'

export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Wraps the handling of requests, so that every response has our headers and a request id. */
export interface FrontDoor {
  handle(request: IncomingMessage, response: ServerResponse, next: Listener): void
  /** Responds to what never becomes a request for `handle`. */
  guard(server: Server): void
}

interface Refused {
  requestId: string
  method: string
  /** The target as it was sent. Its query is not logged, because it may be personal. */
  target: string
  status: number
  reason: string
}

/** The log must not fill the disk, although anybody can send malformed requests at any rate. */
const linesPerMinute = 3_000
const loggedCharsMax = 200

/**
 * Logs a line about each refused request, up to `linesPerMinute`. The first line of the next minute says how many were
 * left out.
 */
function createReporter(now: () => number): (refused: Refused) => void {
  let minute = 0
  let lines = 0
  let leftOut = 0
  return ({ requestId, method, target, status, reason }) => {
    requestEars().onAnswered?.({ pattern: '[refused]', method, status, durationMs: 0 })
    // No line, as in route(): a client that sends too many requests would cause too many lines.
    if (status === 429) return
    const current = Math.floor(now() / 60_000)
    if (current !== minute) lines = 0
    minute = current
    if (++lines > linesPerMinute) {
      leftOut += 1
      return
    }
    const path = withoutQuery(target).slice(0, loggedCharsMax)
    const more = leftOut === 0 ? {} : { leftOut }
    leftOut = 0
    reportEvent('info', { requestId, method, path, status, reason, ...more }, 'a request was refused')
  }
}

const unreadable: Readonly<Record<string, [status: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', serverText('http.tooSlow')],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', serverText('http.headersTooLarge')],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', serverText('http.chunkExtensions')],
}
const malformed = ['400 Bad Request', serverText('http.notHttp')] as const

/** Makes requests of one person wait behind each other: see request-queue.ts. */
export interface DoorQueue {
  /** @returns 0 when `turn` was or will be started, otherwise the seconds to wait before a retry */
  enter(request: IncomingMessage, pathname: string, turn: Turn): number
  leave(turn: Turn): void
}

/** A complete response, for a socket on which no request was understood. The connection ends with it. */
function writeRaw(statusLine: string, error: AppError, requestId: string, more: Record<string, string> = {}): string {
  const { body, headers } = writeProblem(error, requestId, { status: Number.parseInt(statusLine, 10), headers: more })
  const all: Record<string, string> = {
    ...defaultHeaders('', false),
    ...Object.fromEntries(headers),
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return `HTTP/1.1 ${statusLine}\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`
}

/** Whether Next can read this header of its own pages. If the header is not JSON, Next responds with 500. */
function hasReadableState({ headers }: IncomingMessage): boolean {
  const state = headers['next-router-state-tree']
  if (state === undefined) return true
  try {
    return Array.isArray(JSON.parse(decodeURIComponent(String(state))))
  } catch {
    return false
  }
}

const refusals: Partial<Record<number, ErrorCode>> = { 405: 'method_not_allowed', 429: 'throttled' }
const codeOf = (error: Error) => ('code' in error ? String(error.code) : 'unknown')
const isBeingWritten = (answer: ServerResponse | undefined) => answer?.headersSent === true && !answer.writableFinished
const isApiPath = (pathname: string) => /^\/api(?:\/|$)/i.test(pathname)
/** Node returns each byte of a target as one character. */
const encodeByte = (byte: string) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`
const withoutQuery = (target: string) => target.replace(/[?#].*$/s, '')

interface Answered {
  requestId: string
  isApi: boolean
  status: number
  detail: string
  location?: string
  retryAfterSeconds?: number
}

/** Responds in place of Next. */
function createRefuser(report: (refused: Refused) => void) {
  return (request: IncomingMessage, response: ServerResponse, told: Answered) => {
    const { requestId, isApi, status, detail, location, retryAfterSeconds } = told
    const target = request.url ?? ''
    const method = request.method ?? ''
    const language = languageOf(request.headers['accept-language'])
    report({ requestId, method, target, status, reason: renderText(detail) })
    response.statusCode = status
    if (status === 405) response.setHeader('allow', allowedMethods.join(', '))
    if (location !== undefined) response.setHeader('location', location)
    if (retryAfterSeconds !== undefined) response.setHeader('retry-after', retryAfterSeconds)
    if (isApi) {
      const error = new AppError(refusals[status] ?? 'invalid', detail, {
        details: retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
      })
      const { body, headers } = writeProblem(error, requestId, { status, language })
      for (const [name, value] of headers) response.setHeader(name, value)
      response.end(body)
    } else {
      response.setHeader(requestIdHeader, requestId)
      response.setHeader('content-type', 'text/plain; charset=utf-8')
      response.end(`${renderText(detail, language)}\n`)
    }
  }
}

export interface FrontDoorOptions {
  /** Milliseconds since the epoch. */
  now: () => number
  /** Methods of a path, for a response with 405 that does not list them. */
  methodsOf: (pathname: string) => readonly string[]
  queue: DoorQueue
  /** The path of the host under which the console is served. Empty: the console has the whole host. */
  basePath: string
}

/** The verdict on a request, and the path of the console that it is for. */
function judge(request: IncomingMessage, basePath: string): { verdict: Verdict; pathname: string } {
  const { method = '', url: target = '', rawHeaders, httpVersion } = request
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length
  const verdict: Verdict = hasReadableState(request)
    ? judgeTarget(method, target, hosts, httpVersion)
    : { do: 'refuse', status: 400, detail: serverText('http.routerState') }
  const isRead = verdict.do === 'pass' || verdict.do === 'redirect'
  const address = isRead ? verdict.url : target.replace(/^[a-z+.-]+:\/\/[^/]*/i, '')
  const path = pathOf(withoutQuery(address), basePath)
  if (!isRead || path !== null) return { verdict, pathname: path ?? '' }
  const detail = serverText('http.otherPath', { path: basePath })
  return { verdict: { do: 'refuse', status: 404, detail }, pathname: '' }
}

export function createFrontDoor({ now, methodsOf, queue, basePath }: FrontDoorOptions): FrontDoor {
  const report = createReporter(now)
  /** The running response on each socket. Nothing may be written into the middle of it. */
  const underWay = new WeakMap<Duplex, ServerResponse>()

  const refuse = createRefuser(report)
  const handle: FrontDoor['handle'] = (request, response, next) => {
    const requestId = createRequestId()
    const target = request.url ?? ''
    const method = request.method ?? ''
    const { verdict, pathname } = judge(request, basePath)
    const isApi = isApiPath(pathname)
    underWay.set(request.socket, response)
    const turn: Turn = { begin: () => next(request, response) }
    guardAnswer(response, {
      method,
      isApi,
      acceptLanguage: request.headers['accept-language'],
      requestId,
      defaults: defaultHeaders(pathname, request.headers['x-forwarded-proto'] === 'https'),
      methods: () => methodsOf(pathname),
      onForeign: (status) => report({ requestId, method, target, status, reason: 'nothing answers this' }),
      onBegin: () => queue.leave(turn),
    })
    if (verdict.do === 'refuse') refuse(request, response, { requestId, isApi, ...verdict })
    else if (verdict.do === 'redirect')
      refuse(request, response, {
        requestId,
        isApi,
        status: 308,
        detail: serverText('http.otherSpelling'),
        location: verdict.url.replace(/[^\x21-\x7e]/g, encodeByte),
      })
    else if (verdict.do === 'say-methods') {
      response.setHeader('allow', allowedMethods.join(', '))
      response.statusCode = 204
      response.end()
    } else {
      request.url = verdict.url
      // A request whose client leaves while it waits is not started. One whose client leaves without a response blocks
      // no others.
      response.once('close', () => queue.leave(turn))
      const retryAfterSeconds = queue.enter(request, pathname, turn)
      if (retryAfterSeconds > 0) {
        const detail = serverText('common.tooManyRequests')
        refuse(request, response, { requestId, isApi, status: 429, detail, retryAfterSeconds })
      }
    }
  }

  const endRaw = (socket: Duplex, statusLine: string, error: AppError, seen: Omit<Refused, 'status' | 'requestId'>) => {
    const requestId = createRequestId()
    report({ ...seen, requestId, status: Number.parseInt(statusLine, 10) })
    socket.end(writeRaw(statusLine, error, requestId), () => socket.destroy())
  }

  return {
    handle,
    guard: (server) => {
      server.on('clientError', (error, socket) => {
        const isAnswered = isBeingWritten(underWay.get(socket))
        // A connection that was opened and never used has no request that needs a response.
        const isUnused = 'bytesRead' in socket && socket.bytesRead === 0
        if (!socket.writable || isAnswered || isUnused || codeOf(error) === 'ECONNRESET') {
          socket.destroy()
          return
        }
        const [statusLine, detail] = unreadable[codeOf(error)] ?? malformed
        endRaw(socket, statusLine, new AppError('invalid', detail), { method: '', target: '', reason: codeOf(error) })
      })
      server.on('connect', (request: IncomingMessage, socket: Duplex) => {
        const error = new AppError('method_not_allowed', serverText('http.unusedMethod'))
        const seen = { method: 'CONNECT', target: request.url ?? '', reason: 'CONNECT' }
        endRaw(socket, '405 Method Not Allowed', error, seen)
      })
      server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
        handle(request, response, () => {
          const isApi = isApiPath(judge(request, basePath).pathname)
          const told = { requestId: createRequestId(), isApi, status: 417, detail: serverText('http.expectation') }
          refuse(request, response, told)
        }),
      )
    },
  }
}
