import { randomBytes } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from './answers'
import { AssetStore } from './assets/store'
import { memoryLog, openChangeLog } from './changes'
import { StandinControl } from './control/control'
import { answerControl } from './control/http'
import { deliver, type FaultAction } from './faults'
import { passFaults, refuseAs, toAnswer } from './fault-answers'
import type { AnswerShape } from './handlers/asset-parts'
import { handlers } from './handlers/table'
import { Limits, type LimitMode, type RateState } from './limits'
import { checkMediaFiles } from './media/files'
import { findOpenDoor, type Login } from './open-doors'
import { matchOperation, unlisted, type Match } from './operations'
import { Refusal } from './refusals'
import { authenticate, collectNames, digestOf, jobBytesMax, readBody, splitTarget, type Token } from './requests'
import { Store } from './store'
import { growthStepMs, makeAnchor, makeTimeline } from './timeline'
import type { JobRules } from './users/desk'
import { UserStore } from './users/store'
import type { Pace } from './webhooks/sender'

export interface StandinOptions {
  /** Default 127.0.0.1. */
  host?: string
  /** Default 0: any free port. */
  port?: number
  /** Default 2400. */
  inspections?: number
  /** Makes all documents at the start and keeps their bytes, so that a bench measures little of the stand-in. Default false. */
  prepared?: boolean
  /** Default 1200. */
  assets?: number
  /** Default 400. */
  users?: number
  /** Behavior of upsert jobs. Fields that are left out have the values of the demo. */
  userJobs?: Partial<JobRules>
  /** Behavior of webhooks. Fields that are left out have the values of the demo. */
  webhookPace?: Partial<Pace>
  /** Whether the organization is at work while the stand-in runs. Default false. */
  live?: boolean
  /** Default 7. */
  seed?: number
  /** Directory for changes; absent: in memory. */
  dataDir?: string
  /** Default `table`. */
  limits?: LimitMode
  /** Default true. False: the x-ratelimit headers are left out, as the real service does on some paths. */
  rateHeaders?: boolean
  /** Whether modified_after and modified_before include their own instant. Default inclusive. */
  bound?: 'inclusive' | 'exclusive'
  /** Whether a search without any `field` is refused too. Default false. */
  requireField?: boolean
  /** How responses about status groups and assets are wrapped. Default wrapped. */
  answerShape?: AnswerShape
  /** Offers /__control to other processes. Tests only. Default false. */
  control?: boolean
  now?: () => number
  /** Default: one token with all permissions, created at each start. */
  tokens?: Array<{ token: string; permissions: 'all' | string[] }>
  /** Name and password that return the first token at POST /auth. Default: none. */
  login?: Login
}

export interface Standin {
  baseUrl: string
  token: string
  control: StandinControl
  close(): Promise<void>
}

/** Starts the stand-in and resolves once it listens. @throws when the port is taken or media files are missing */
export async function startStandin(options: StandinOptions = {}): Promise<Standin> {
  checkMediaFiles()
  const { host = '127.0.0.1', port = 0, inspections = 2400, seed = 7, dataDir, now = Date.now } = options
  const freshAnchor = makeAnchor(now())
  const log = dataDir === undefined ? memoryLog() : openChangeLog(dataDir, seed, inspections, freshAnchor)
  const anchor = log.anchor ?? freshAnchor
  // A stored demo has grown as if the organization had worked while the stand-in was stopped.
  const grown = Math.max(0, Math.floor((now() - anchor.minuteMs - 60_000) / growthStepMs(inspections)))
  let baseUrl = ''
  const store = new Store(makeTimeline(seed, inspections, anchor, grown), log, () => baseUrl)
  let assetStore: AssetStore | null = null
  // Created on first use, because most tests never read assets.
  const getAssets = () =>
    (assetStore ??= new AssetStore({ seed, count: options.assets ?? 1200, startMs: anchor.dayMs, log }))
  let userStore: UserStore | null = null
  const getUsers = () =>
    (userStore ??= new UserStore({ seed, count: options.users ?? 400, startMs: anchor.dayMs, log }))
  const limits = new Limits(now, options.limits ?? 'table')
  const given = options.tokens ?? [{ token: randomBytes(32).toString('hex'), permissions: 'all' as const }]
  const tokens = given.map(({ token, permissions }, at) => ({
    digest: digestOf(token),
    name: `token ${at}`,
    permissions,
  }))
  const firstToken = given[0]?.token ?? ''
  const webhookPace = options.webhookPace ?? {}
  const startMs = anchor.dayMs
  const control = new StandinControl({
    startMs,
    store,
    getAssets,
    getUsers,
    limits,
    clock: now,
    seed,
    log,
    webhookPace,
    tokens,
  })
  Object.assign(control.userDesk.rules, options.userJobs)
  control.answerShape = options.answerShape ?? control.answerShape
  const server = http.createServer((request, response) => {
    control.inFlight += 1
    control.inFlightMax = Math.max(control.inFlightMax, control.inFlight)
    response.once('close', () => {
      control.inFlight -= 1
    })
    response.on('error', () => undefined)
    const call = { request, response, options, store, getAssets, limits, control, tokens, firstToken, baseUrl }
    serve(call).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  if (options.live === true) control.live.start()
  const address = server.address() as AddressInfo
  baseUrl = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
  // They contain the address.
  if (options.prepared === true) store.prepare(inspections)
  return {
    baseUrl,
    token: firstToken,
    control,
    close: () =>
      new Promise((resolve) => {
        control.close()
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
  getAssets: () => AssetStore
  limits: Limits
  control: StandinControl
  tokens: readonly Token[]
  firstToken: string
  baseUrl: string
  /** The request body, once it has been read. */
  body?: unknown
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
  const openDoor = findOpenDoor(method, rawPath)
  if (openDoor) return openDoor({ ...call, login: options.login ?? null, token: call.firstToken })
  const match = matchOperation(method, rawPath)
  const operation = match.kind === 'found' ? match.operation.name : null
  control.countRequest(operation)
  const note = (status: number | null) => {
    const { url = '', headers } = request
    control.noteRequest({ method, path: url, operation, status, headers, body: call.body })
  }
  const faults = control.drawFaults({ operation, path: rawPath, method })
  const authorization = request.headers.authorization ?? ''
  let rate: RateState | null = null
  let answer: Answer
  try {
    const token = authenticate(call.tokens, authorization)
    const row = match.kind === 'found' ? match.operation : unlisted
    // Every response announces the limit, even a response to an unknown token.
    rate = call.limits.take(token?.name ?? 'stranger', row.bucket, row.limit)
    if (!token) {
      control.unauthorized += 1
      throw new Refusal(401, 'Invalid or missing authentication token', { 'www-authenticate': 'Bearer' })
    }
    if (!rate.allowed) throw new Refusal(429, 'Too Many Requests')
    if (!(await passFaults(faults, response))) {
      note(null)
      return
    }
    const acted = await act(call, match, token, new URLSearchParams(search))
    faults.push(...acted.faults)
    if (acted.answer === null) {
      note(null)
      return
    }
    answer = acted.answer
  } catch (error) {
    answer = toAnswer(error, rawPath)
  }
  if (answer.status === 429) control.throttled += 1
  note(answer.status)
  finish(call, answer, rate, faults, rawPath)
}

/** Runs the operation. There is no response when a fault about the named object closed the connection. */
async function act(
  call: Call,
  match: Match,
  token: Token,
  query: URLSearchParams,
): Promise<{ answer: Answer | null; faults: FaultAction[] }> {
  if (match.kind === 'none') throw new Refusal(404, 'Not Found')
  if (match.kind === 'method') throw new Refusal(405, 'Method Not Allowed', { allow: match.allowed.join(', ') })
  const { operation, params } = match
  if (operation.needs !== null && token.permissions !== 'all' && !token.permissions.includes(operation.needs)) {
    throw new Refusal(403, `This needs the permission '${operation.needs}'`)
  }
  const body = await readBody(call.request, operation.name === 'createUpsertJob' ? jobBytesMax : undefined)
  call.body = body
  const handler = handlers[operation.name]
  if (!handler) {
    throw new Refusal(501, `${operation.name} is not built in the stand-in`)
  }
  const { method = 'GET', url = '/' } = call.request
  const names = method === 'GET' ? new Set<string>() : collectNames(params, query, body)
  const faults = call.control.drawFaults({ operation: operation.name, path: splitTarget(url)[0], method, names })
  if (!(await passFaults(faults, call.response))) return { answer: null, faults }
  const answer = handler({
    store: call.store,
    get assets() {
      return call.getAssets()
    },
    get users() {
      call.control.userDesk.settle()
      return call.control.userDesk
    },
    webhooks: call.control.webhookStore,
    records: call.control.records,
    training: call.control.training,
    userShape: call.control.userShape,
    shape: call.control.answerShape,
    params,
    query,
    headers: call.request.headers,
    body,
    baseUrl: call.baseUrl,
    bound: call.options.bound ?? 'inclusive',
    requireField: call.options.requireField ?? false,
    exports: call.control.exports,
    tick: () => call.control.tick(),
  })
  return { answer, faults }
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
      sent = toAnswer(refuseAs(fault), rawPath)
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
