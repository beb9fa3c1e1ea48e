import type { ServerResponse } from 'node:http'
import { createGzip } from 'node:zlib'
import * as z from 'zod'
import type { Answer } from './answers'
import { mix } from './random'

const action = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delay'), ms: z.number() }),
  /** The response waits until this fault is cleared. */
  z.object({ kind: z.literal('hold') }),
  /** `before`: the request has no effect. `after`: it took effect, and its response is lost. */
  z.object({ kind: z.literal('reset'), when: z.enum(['before', 'after']) }),
  /** Announces the whole length and closes the connection after part of it. */
  z.object({ kind: z.literal('truncate'), keepBytes: z.number().optional() }),
  /** A complete response with damaged content. */
  z.object({ kind: z.literal('garble') }),
  z.object({
    kind: z.literal('status'),
    status: z.number(),
    retryAfter: z.string().optional(),
    when: z.enum(['before', 'after']).default('before'),
  }),
  z.object({
    kind: z.literal('redirect'),
    status: z.union([z.literal(302), z.literal(307), z.literal(308)]),
    location: z.string(),
  }),
  /** Repeats the Authorization header of the request. */
  z.object({
    kind: z.literal('echo'),
    where: z.array(z.enum(['body', 'headers', 'location'])),
    status: z.number().default(500),
  }),
  z.object({
    kind: z.literal('rate-headers'),
    mode: z.enum(['missing', 'wrong', 'epoch', 'negative', 'huge', 'text']),
  }),
  /** A small gzip body that unpacks to `bytes`. */
  z.object({ kind: z.literal('gzip-bomb'), bytes: z.number() }),
  /** An endless body, or one of `bytes`, sent as fast as it is read. */
  z.object({
    kind: z.literal('endless'),
    bytes: z.number().optional(),
    contentType: z.string().default('application/json'),
  }),
  /** Sends headers but never the body. `silent`: no headers either. */
  z.object({ kind: z.literal('stall'), silent: z.boolean().default(false) }),
  z.object({ kind: z.literal('drip'), bytes: z.number(), everyMs: z.number() }),
])

export const faultRule = z.object({
  /** Operation name, or a regular expression over the path; absent = everything. */
  operation: z.string().optional(),
  path: z.string().optional(),
  method: z.string().optional(),
  /** Only requests (other than GET) that name this inspection, group, type or asset, in their path, query or body. */
  names: z.string().optional(),
  /** Absent = always. `next` counts down, and the rule is removed at zero. */
  when: z
    .union([z.object({ probability: z.number() }), z.object({ every: z.number() }), z.object({ next: z.number() })])
    .optional(),
  action,
})
export type FaultRule = z.input<typeof faultRule>
type GivenAction = z.infer<typeof action>
export type FaultAction = Exclude<GivenAction, { kind: 'hold' }> | { kind: 'hold'; cleared: AbortSignal }

export interface FaultRequest {
  operation: string | null
  path: string
  method: string
  /** Ids named by the request, known once its body has been read. */
  names?: ReadonlySet<string>
}

interface Armed {
  id: number
  rule: z.infer<typeof faultRule>
  pattern: RegExp | null
  seen: number
  acted: number
  /** Aborted when the rule is cleared. */
  cleared: AbortController
}

/** The faults set by tests. Random decisions come from a seed, so a run can be repeated. */
export class Faults {
  #armed: Armed[] = []
  #nextId = 1
  constructor(private readonly seed: number) {}

  set(rule: FaultRule): number {
    const parsed = faultRule.parse(rule)
    const id = this.#nextId
    this.#nextId += 1
    this.#armed.push({
      id,
      rule: parsed,
      pattern: parsed.path === undefined ? null : new RegExp(parsed.path),
      seen: 0,
      acted: 0,
      cleared: new AbortController(),
    })
    return id
  }

  clear(id?: number): void {
    for (const armed of this.#armed) if (id === undefined || armed.id === id) armed.cleared.abort()
    this.#armed = id === undefined ? [] : this.#armed.filter((armed) => armed.id !== id)
  }

  /** How often each rule was applied. */
  counts(): Record<number, number> {
    return Object.fromEntries(this.#armed.map(({ id, acted }) => [id, acted]))
  }

  /** The actions for one request. */
  draw(request: FaultRequest): FaultAction[] {
    const actions: FaultAction[] = []
    for (const armed of this.#armed) {
      const { rule, pattern } = armed
      // Rules about ids in the request wait until its body is known.
      if ((rule.names === undefined) !== (request.names === undefined)) continue
      if (rule.names !== undefined && request.names?.has(rule.names) !== true) continue
      if (rule.operation !== undefined && rule.operation !== request.operation) continue
      if (rule.method !== undefined && rule.method !== request.method) continue
      if (pattern && !pattern.test(request.path)) continue
      armed.seen += 1
      if (!this.#acts(armed)) continue
      armed.acted += 1
      actions.push(rule.action.kind === 'hold' ? { kind: 'hold', cleared: armed.cleared.signal } : rule.action)
    }
    this.#armed = this.#armed.filter(
      ({ rule, acted }) => !(rule.when && 'next' in rule.when && acted >= rule.when.next),
    )
    return actions
  }

  #acts({ rule: { when }, id, seen, acted }: Armed): boolean {
    if (!when) return true
    if ('next' in when) return acted < when.next
    if ('every' in when) return seen % when.every === 0
    return mix(this.seed, id, seen) / 4_294_967_296 < when.probability
  }
}

const bomb = Buffer.alloc(64 * 1024, 0x20)

/** Sends a response and applies the faults that act on it. */
export function deliver(
  response: ServerResponse,
  answer: Answer,
  actions: readonly FaultAction[],
  authorization: string,
): void {
  const find = <Kind extends FaultAction['kind']>(kind: Kind) =>
    actions.find((candidate): candidate is Extract<FaultAction, { kind: Kind }> => candidate.kind === kind)
  let { status, headers, body } = answer
  const echo = find('echo')
  if (echo) {
    if (echo.where.includes('headers'))
      headers = { ...headers, 'x-echo': authorization, 'www-authenticate': authorization }
    if (echo.where.includes('location'))
      headers = { ...headers, location: `/elsewhere?token=${encodeURIComponent(authorization)}` }
    if (echo.where.includes('body')) {
      status = echo.status
      headers = { ...headers, 'content-type': 'application/json; charset=utf-8' }
      body = Buffer.from(
        JSON.stringify({ statusCode: status, error: authorization, message: `Request failed: ${authorization}` }),
      )
    }
  }
  const redirect = find('redirect')
  if (redirect) {
    status = redirect.status
    headers = { ...headers, location: redirect.location }
    body = Buffer.alloc(0)
  }
  const rates = find('rate-headers')
  if (rates) headers = bendRateHeaders(headers, rates.mode)
  if (find('garble')) body = garble(body)

  const stall = find('stall')
  if (stall?.silent) return
  const endless = find('endless')
  if (endless) return sendEndless(response, status, { ...headers, 'content-type': endless.contentType }, endless.bytes)
  const gzip = find('gzip-bomb')
  if (gzip) return sendBomb(response, status, headers, gzip.bytes)

  const bodiless = status === 204 || status === 304
  response.writeHead(status, bodiless ? headers : { ...headers, 'content-length': String(body.length) })
  if (stall) return response.flushHeaders()
  const truncate = find('truncate')
  if (truncate) {
    const kept = body.subarray(0, truncate.keepBytes ?? Math.floor(body.length / 2))
    response.write(kept, () => response.destroy())
    if (kept.length === 0) response.flushHeaders()
    return undefined
  }
  const drip = find('drip')
  if (drip) return sendDrip(response, body, drip.bytes, drip.everyMs)
  response.end(bodiless ? undefined : body)
  return undefined
}

function bendRateHeaders(
  headers: Record<string, string>,
  mode: 'missing' | 'wrong' | 'epoch' | 'negative' | 'huge' | 'text',
): Record<string, string> {
  const others = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('x-ratelimit-')))
  const bent: Record<string, [limit: string, remaining: string, reset: string] | null> = {
    missing: null,
    wrong: ['7', '900', '0'],
    epoch: ['200', '10', String(Math.floor(Date.now() / 1000) + 42)],
    negative: ['-1', '-5', '-60'],
    huge: ['99999999999999999999', '1e308', '86400000000'],
    text: ['many', '', 'soon'],
  }
  const values = bent[mode]
  return values
    ? { ...others, 'x-ratelimit-limit': values[0], 'x-ratelimit-remaining': values[1], 'x-ratelimit-reset': values[2] }
    : others
}

function garble(body: Buffer): Buffer {
  const damaged = Buffer.from(body)
  for (let at = 3; at < damaged.length; at += 97) damaged[at] = (damaged[at] ?? 0) ^ 0x5a
  return damaged.subarray(0, Math.max(1, damaged.length - 7))
}

function sendEndless(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  bytes: number | undefined,
): void {
  response.writeHead(status, bytes === undefined ? headers : { ...headers, 'content-length': String(bytes) })
  let left = bytes ?? Number.POSITIVE_INFINITY
  const pump = () => {
    while (left > 0 && !response.destroyed) {
      const chunk = left < bomb.length ? bomb.subarray(0, left) : bomb
      left -= chunk.length
      if (!response.write(chunk)) {
        response.once('drain', pump)
        return
      }
    }
    if (left <= 0) response.end()
  }
  pump()
}

function sendBomb(response: ServerResponse, status: number, headers: Record<string, string>, bytes: number): void {
  response.writeHead(status, { ...headers, 'content-encoding': 'gzip', 'content-type': 'application/json' })
  const gzip = createGzip({ level: 9 })
  gzip.pipe(response)
  response.on('close', () => gzip.destroy())
  let left = bytes
  const pump = () => {
    while (left > 0 && !gzip.destroyed) {
      left -= bomb.length
      if (!gzip.write(bomb)) {
        gzip.once('drain', pump)
        return
      }
    }
    if (!gzip.destroyed) gzip.end()
  }
  pump()
}

function sendDrip(response: ServerResponse, body: Buffer, bytes: number, everyMs: number): void {
  let at = 0
  const timer = setInterval(() => {
    response.write(body.subarray(at, at + bytes))
    at += bytes
    if (at < body.length) return
    clearInterval(timer)
    response.end()
  }, everyMs)
  response.on('close', () => clearInterval(timer))
}
