import 'server-only'
import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { AppError, type ErrorCode } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { lengthHeader, requestIdHeader } from '@/lib/web/headers'
import { languageOf, unexpected, writeProblem } from '@/lib/web/problem'

/** The problem that replaces Next's own error response under /api. */
function explain(status: number, method: string): AppError {
  const words: Partial<Record<number, [ErrorCode, string]>> = {
    404: ['not_found', serverText('web.notFound')],
    405: ['method_not_allowed', serverText('web.methodNotAllowed', { method })],
    413: ['too_large', serverText('web.tooLarge')],
  }
  const [code, text] =
    words[status] ?? (status >= 500 ? ['internal', unexpected] : ['invalid', serverText('web.unreadable')])
  return new AppError(code, text)
}

type WrittenHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** Sets the headers given to `writeHead` as `setHeader` would have. Lists are pairs, and may contain a name twice. */
function setAll(response: ServerResponse, given: WrittenHeaders | undefined): void {
  if (given === undefined) return
  if (!Array.isArray(given)) {
    for (const [name, value] of Object.entries(given)) if (value !== undefined) response.setHeader(name, value)
    return
  }
  const pairs = Array.from({ length: given.length / 2 }, (_, at) => [String(given[2 * at]), String(given[2 * at + 1])])
  for (const [name = ''] of pairs) response.removeHeader(name)
  for (const [name = '', value = ''] of pairs) response.appendHeader(name, value)
}

/** Next flushes the headers just before the body. Without that, Node sends both at once. */
const flushHeaders = () => {}

/**
 * Completes a response just before it is sent, no matter what created it. Missing headers are added. An error under
 * /api that no handler created becomes problem+json, without its original text, and `onForeign` is called.
 */
export function guardAnswer(
  response: ServerResponse,
  seen: {
    method: string
    isApi: boolean
    acceptLanguage: string | undefined
    requestId: string
    defaults: Readonly<Record<string, string>>
    /** The methods of the path; none if they are unknown. */
    methods: () => readonly string[]
    onForeign: (status: number) => void
    /** Called before the first byte. */
    onBegin: () => void
  },
): void {
  const { method, isApi, acceptLanguage, requestId, defaults, methods, onForeign, onBegin } = seen
  const original = {
    writeHead: response.writeHead.bind(response),
    write: response.write.bind(response),
    end: response.end.bind(response),
    setHeader: response.setHeader.bind(response),
  }
  let problem: string | null = null
  let isSettled = false

  /** Runs before the first byte, when status and headers are final. */
  const settle = () => {
    if (isSettled) return
    isSettled = true
    onBegin()
    const allowed = response.statusCode === 405 && !response.hasHeader('allow') ? methods() : []
    if (allowed.length > 0) response.setHeader('allow', allowed.join(', '))
    if (isApi && response.statusCode >= 400 && !response.hasHeader(requestIdHeader)) {
      const told = writeProblem(explain(response.statusCode, method), requestId, {
        status: response.statusCode,
        language: languageOf(acceptLanguage),
      })
      for (const name of response.getHeaderNames()) if (name !== 'allow') response.removeHeader(name)
      for (const [name, value] of told.headers) response.setHeader(name, value)
      problem = method === 'HEAD' ? '' : told.body
      response.setHeader('content-length', Buffer.byteLength(told.body))
      onForeign(response.statusCode)
    }
    for (const name in defaults) if (!response.hasHeader(name)) response.setHeader(name, defaults[name] ?? '')
    if (!response.hasHeader(requestIdHeader)) response.setHeader(requestIdHeader, requestId)
  }

  const writeHead = (status: number, reason?: string | WrittenHeaders, headers?: WrittenHeaders) => {
    response.statusCode = status
    if (!response.headersSent) {
      setAll(response, typeof reason === 'string' ? headers : (reason ?? headers))
      settle()
    }
    return typeof reason === 'string' ? original.writeHead(status, reason) : original.writeHead(status)
  }
  const write = (...given: Parameters<typeof original.write>) => {
    settle()
    return problem === null ? original.write(...given) : true
  }
  const end = (...given: Parameters<typeof original.end>) => {
    settle()
    if (problem === null) return original.end(...given)
    const told = problem
    problem = ''
    return original.end(told)
  }
  const setHeader = (name: string, value: number | string | readonly string[]) =>
    original.setHeader(name === lengthHeader ? 'content-length' : name, value)
  // Node calls the first three methods on the response itself, so anything that wraps them (compression) must do so
  // earlier.
  Object.assign(response, { writeHead, write, end, setHeader, flushHeaders })
}
