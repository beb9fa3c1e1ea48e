import { randomBytes, timingSafeEqual, createHash } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerJson, type Answer } from './answers'
import { memoryLog, openChangeLog } from './changes'
import { StandinControl } from './control'
import { answerControl } from './control-http'
import { deliver, type FaultAction } from './faults'
import { handlers } from './handlers/table'
import { Limits, type RateState } from './limits'
import { checkMediaFiles } from './media/files'
import { matchOperation, unlisted, type Match } from './operations'
import { familyOf, Refusal, refusalBody } from './refusals'
import { Store } from './store'
import { growthStepMs, makeAnchor, makeTimeline } from './timeline'

export interface StandinOptions {
  /** Default 127.0.0.1. */
  host?: string
  /** Default 0: one that is free. */
  port?: number
  /** Default 2400. */
  inspections?: number
  /** Default 7. */
  seed?: number
  /** Where changes are kept; absent = in memory. */
  dataDir?: string
  /** Default `table`: section 8 of the interface. An object overrides single buckets. */
  limits?: 'table' | 'off' | Partial<Record<string, number>>
  /** Default true. False: the x-ratelimit headers are left out, as the real service does on some paths. */
  rateHeaders?: boolean
  /** Whether modified_after and modified_before include their own instant. Default inclusive. */
  bound?: 'inclusive' | 'exclusive'
  /** Whether a search without any `field` is refused too. Default false. */
  requireField?: boolean
  /** Opens /__control to other processes. Tests only. Default false. */
  control?: boolean
  now?: () => number
  /** Default: one token that may do everything, made at each start. */
  tokens?: Array<{ token: string; permissions: 'all' | string[] }>
}

export interface Standin {
  baseUrl: string
  token: string
  control: StandinControl
  close(): Promise<void>
}

interface Token {
  digest: Buffer
  name: string
  permissions: 'all' | string[]
}

const bodyBytesMax = 2_000_000
const digestOf = (text: string) => createHash('sha256').update(text).digest()

/** Starts the stand-in and resolves once it listens. @throws when the port is taken or media files are missing. */
export async function startStandin(options: StandinOptions = {}): Promise<Standin> {
  checkMediaFiles()
  const { host = '127.0.0.1', port = 0, inspections = 2400, seed = 7, dataDir, now = Date.now } = options
  const freshAnchor = makeAnchor(now())
  const log = dataDir === undefined ? memoryLog() : openChangeLog(dataDir, seed, inspections, freshAnchor)
  const anchor = log.anchor ?? freshAnchor
  // Work went on while a kept demo was stopped.
  const grown = Math.max(0, Math.floor((now() - anchor.minuteMs - 60_000) / growthStepMs(inspections)))
  let baseUrl = ''
  const store = new Store(makeTimeline(seed, inspections, anchor, grown), log, () => baseUrl)
  const limits = new Limits(now, options.limits ?? 'table')
  const control = new StandinControl(store, limits, now, seed)
  const given = options.tokens ?? [{ token: randomBytes(32).toString('hex'), permissions: 'all' as const }]
  const tokens = given.map(({ token, permissions }, at) => ({
    digest: digestOf(token),
    name: `token ${at}`,
    permissions,
  }))
  const server = http.createServer((request, response) => {
    control.inFlight += 1
    control.inFlightMax = Math.max(control.inFlightMax, control.inFlight)
    response.once('close', () => {
      control.inFlight -= 1
    })
    response.on('error', () => undefined)
    serve({ request, response, options, store, limits, control, tokens, baseUrl }).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  baseUrl = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
  return {
    baseUrl,
    token: given[0]?.token ?? '',
    control,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          log.close()
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

interface Call {
  request: IncomingMessage
  response: ServerResponse
  options: StandinOptions
  store: Store
  limits: Limits
  control: StandinControl
  tokens: readonly Token[]
  baseUrl: string
}

async function serve(call: Call): Promise<void> {
  const { request, response, options, control } = call
  const method = request.method ?? 'GET'
  const [rawPath, search] = splitTarget(request.url ?? '/')
  if (rawPath.startsWith('/__control/') && options.control === true) {
    const answer = await readBody(request)
      .then((body) => answerControl(control, rawPath.slice('/__control/'.length), body))
      .catch((error: unknown) => toAnswer(error, rawPath))
    deliver(response, answer, [], '')
    return
  }
  const match = matchOperation(method, rawPath)
  const operation = match.kind === 'found' ? match.operation.name : null
  control.countRequest(operation)
  const faults = control.drawFaults({ operation, path: rawPath, method })
  const authorization = request.headers.authorization ?? ''
  let rate: RateState | null = null
  let answer: Answer
  try {
    const token = authenticate(call.tokens, authorization)
    if (!token) {
      control.unauthorized += 1
      throw new Refusal(401, 'Invalid or missing authentication token', { 'www-authenticate': 'Bearer' })
    }
    const row = match.kind === 'found' ? match.operation : unlisted
    rate = call.limits.take(token.name, row.bucket, row.limit)
    if (!rate.allowed) throw new Refusal(429, 'Too Many Requests')
    if (!(await passFaults(faults, response))) {
      control.noteRequest({ method, path: request.url ?? '', operation, status: null, headers: request.headers })
      return
    }
    answer = await act(call, match, token, new URLSearchParams(search))
  } catch (error) {
    answer = toAnswer(error, rawPath)
  }
  if (answer.status === 429) control.throttled += 1
  control.noteRequest({ method, path: request.url ?? '', operation, status: answer.status, headers: request.headers })
  finish(call, answer, rate, faults, rawPath)
}

function splitTarget(target: string): [string, string] {
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}

function authenticate(tokens: readonly Token[], authorization: string): Token | null {
  const [scheme = '', value = '', ...rest] = authorization.split(' ')
  if (scheme.toLowerCase() !== 'bearer' || rest.length > 0) return null
  const digest = digestOf(value)
  return tokens.find((token) => timingSafeEqual(token.digest, digest)) ?? null
}

/** Runs the faults that come before the request takes effect. False when there will be no answer. */
async function passFaults(faults: readonly FaultAction[], response: ServerResponse): Promise<boolean> {
  for (const fault of faults) {
    if (fault.kind === 'delay') {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, fault.ms)
        response.once('close', () => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
    if (fault.kind === 'reset' && fault.when === 'before') {
      response.socket?.resetAndDestroy()
      return false
    }
    if (fault.kind === 'status' && fault.when === 'before') {
      throw new Refusal(
        fault.status,
        faultMessage(fault.status),
        fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter },
      )
    }
  }
  return true
}

function faultMessage(status: number): string {
  return status === 429 ? 'Too Many Requests' : 'An internal server error occurred'
}

async function act(call: Call, match: Match, token: Token, query: URLSearchParams): Promise<Answer> {
  if (match.kind === 'none') throw new Refusal(404, 'Not Found')
  if (match.kind === 'method') throw new Refusal(405, 'Method Not Allowed', { allow: match.allowed.join(', ') })
  const { operation, params } = match
  if (operation.needs !== null && token.permissions !== 'all' && !token.permissions.includes(operation.needs)) {
    throw new Refusal(403, `This needs the permission '${operation.needs}'`)
  }
  const body = await readBody(call.request)
  const handler = handlers[operation.name]
  if (!handler) {
    throw new Refusal(501, `${operation.name} is not built in the stand-in`)
  }
  return handler({
    store: call.store,
    params,
    query,
    headers: call.request.headers,
    body,
    baseUrl: call.baseUrl,
    bound: call.options.bound ?? 'inclusive',
    requireField: call.options.requireField ?? false,
    tick: () => call.control.tick(),
  })
}

/** The JSON body, null when there is none. @throws Refusal 400, 413, 415. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw new Refusal(413, 'Payload content length greater than maximum allowed')
    chunks.push(chunk)
  }
  if (bytes === 0) return null
  const type = request.headers['content-type'] ?? 'application/json'
  if (!/^application\/(.+\+)?json\b/i.test(type)) throw new Refusal(415, 'Unsupported Media Type')
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown
  } catch {
    throw new Refusal(400, 'Invalid request payload JSON format')
  }
}

function toAnswer(error: unknown, rawPath: string): Answer {
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'An internal server error occurred')
  const answer = answerJson(refusalBody(familyOf(rawPath), refusal.status, refusal.message), refusal.status)
  return { ...answer, headers: { ...answer.headers, ...refusal.headers } }
}

function finish(
  { response, request, options }: Call,
  answer: Answer,
  rate: RateState | null,
  faults: readonly FaultAction[],
  rawPath: string,
): void {
  let sent = answer
  for (const fault of faults) {
    if (fault.kind === 'reset' && fault.when === 'after') {
      response.socket?.resetAndDestroy()
      return
    }
    if (fault.kind === 'status' && fault.when === 'after') {
      sent = toAnswer(
        new Refusal(
          fault.status,
          faultMessage(fault.status),
          fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter },
        ),
        rawPath,
      )
    }
  }
  const rateHeaders =
    options.rateHeaders === false || rate === null
      ? {}
      : {
          'x-ratelimit-limit': String(rate.limit),
          'x-ratelimit-remaining': String(rate.remaining),
          'x-ratelimit-reset': String(rate.resetSeconds),
        }
  deliver(
    response,
    { ...sent, headers: { ...sent.headers, ...rateHeaders } },
    faults,
    request.headers.authorization ?? '',
  )
}
