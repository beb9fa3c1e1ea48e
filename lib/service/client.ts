import type { Readable } from 'node:stream'
import * as z from 'zod'
import { systemClock, type Clock } from '@/lib/clock'
import { AppError } from '@/lib/errors'
import type { Answer } from './answer-handler'
import { createBreaker } from './governor/breaker'
import { operationNames, operationOf, type AnswerOf, type OperationName } from './endpoints'
import { ExchangeError, toDeadlineError, toFailureError, toStatusError } from './errors'
import { performExchange, type Plan, type SeenExchange, type Surroundings } from './exchange'
import { Flight } from './governor/flight'
import { createGovernor } from './governor/governor'
import { createLinkReader, readOwnLink } from './link'
import type { Operation } from './operation'
import { compilePath, encodeQuery, fillPath, type PathTemplate } from './path'
import { createRetryBudget } from './governor/retry'
import { createTransport } from './transport'
import type { CallArguments, CallOptions, RawAnswer, RawInput, Service, ServiceLog } from './types'

export interface ServiceOptions {
  /** May hold a path, which is put before every path of the table. */
  baseUrl: string
  token: string
  clock?: Clock
  log?: ServiceLog
  /** Requests per 60 s for single buckets, where an organization has other limits than the contract's. */
  limits?: Readonly<Record<string, number>>
  userAgent?: string
  /** The id of what a call is made for, where the call itself names none; it goes along as x-request-id. */
  currentRequestId?: () => string | undefined
  /** Told of every request that was sent, for figures. */
  onExchange?: (seen: SeenExchange) => void
  /** 0 to 1; for tests. */
  random?: () => number
}

/** Any operation's typed input, seen without its types. */
interface LooseInput {
  params?: Readonly<Record<string, string>> | undefined
  query?: unknown
  body?: unknown
}

interface Compiled {
  name: OperationName
  operation: Operation
  path: PathTemplate
  /** Reads in flight are shared; nothing else is. */
  isShared: boolean
}

const deadlineMsDefault = { person: 30_000, background: 120_000 } as const
const silent: ServiceLog = { debug: () => {}, warn: () => {} }
const decoder = new TextDecoder('utf-8', { fatal: true })

function compile(name: OperationName): Compiled {
  const operation = operationOf(name)
  const isRead = operation.repeatable && operation.permission.endsWith(':read')
  return { name, operation, path: compilePath(operation.path), isShared: isRead && operation.answers === 'json' }
}

/** A client of one service with one token. It holds connections until `close`. */
export function createService(settings: ServiceOptions): Service {
  const { clock = systemClock, log = silent, limits = {}, random = Math.random, currentRequestId } = settings
  const compiled = new Map<string, Compiled>(operationNames.map((name) => [name, compile(name)]))
  const perMinute = new Map<string, number>()
  for (const { operation } of compiled.values())
    perMinute.set(operation.bucket, limits[operation.bucket] ?? operation.perMinute)

  const { baseUrl, token, userAgent = 'sightline' } = settings
  const { origin } = new URL(baseUrl)
  const linkTransport = createTransport({ baseUrl: origin, token, userAgent, isSigned: false })
  const readLink = createLinkReader(origin, linkTransport, clock)
  const around: Surroundings = {
    transport: createTransport({ baseUrl, token, userAgent }),
    governor: createGovernor(perMinute, clock),
    breaker: createBreaker(
      () => clock.now(),
      (isOpen) =>
        log.warn({ isOpen }, isOpen ? 'the service is down: calls are held back' : 'the service answers again'),
    ),
    retryBudget: createRetryBudget(),
    clock,
    random,
    log,
    ...(settings.onExchange === undefined ? {} : { onExchange: settings.onExchange }),
  }
  const rawFlights = new Map<string, Flight<Answer>>()
  const callFlights = new Map<string, Flight<unknown>>()
  /** Streams that have found their one reader. */
  const takenStreams = new WeakSet<Readable>()

  /** Joins the flight of the same key, or starts one. */
  const fly = <Result>(
    flights: Map<string, Flight<Result>>,
    key: string | null,
    target: Compiled,
    { lane = target.operation.lane, deadlineMs = deadlineMsDefault[lane], signal }: CallOptions,
    run: (flight: Flight<Result>) => Promise<Result>,
  ): Promise<Result> => {
    const deadlineAt = clock.now() + deadlineMs
    let flight = key === null ? undefined : flights.get(key)
    if (flight === undefined) {
      if (signal?.aborted) return Promise.reject(signal.reason as Error)
      const created: Flight<Result> = new Flight<Result>(lane, clock, () => forget())
      const forget = () => {
        if (key !== null && flights.get(key) === created) flights.delete(key)
      }
      flight = created
      created.deadlineAt = deadlineAt
      if (key !== null) flights.set(key, created)
      created.start(() => run(created).finally(forget))
    } else flight.deadlineAt = Math.max(flight.deadlineAt, deadlineAt)
    const joined = flight
    return joined.join(lane, deadlineMs, signal, () =>
      toDeadlineError(joined.phase, {
        repeatable: target.operation.repeatable,
        retryAfterSeconds: around.governor.waitMs(target.operation.bucket) / 1000 || null,
      }),
    )
  }

  const find = (name: string): Compiled => {
    const target = compiled.get(name)
    if (target === undefined) throw new AppError('internal', 'This operation of the inspection service is not known.')
    return target
  }

  const plan = (target: Compiled, input: RawInput, read: 'whole' | 'small', requestId: string | undefined): Plan => {
    const { operation } = target
    const rules = { kind: operation.answers, read } as const
    return {
      operation: target.name,
      bucket: operation.bucket,
      repeatable: operation.repeatable,
      rules,
      request: {
        method: operation.method,
        path: fillPath(target.path, input.params) + encodeQuery(input.query),
        headers: input.headers,
        body: input.body ?? null,
        accept: input.headers?.['accept'] ?? (operation.answers === 'file' ? '*/*' : 'application/json'),
        requestId: requestId ?? currentRequestId?.(),
        rules,
      },
    }
  }

  const raw = async (name: OperationName, input: RawInput = {}, options: CallOptions = {}): Promise<RawAnswer> => {
    const target = find(name)
    const planned = plan(target, input, 'small', options.requestId)
    const isShared =
      target.isShared &&
      options.isFresh !== true &&
      target.operation.method === 'GET' &&
      input.headers?.['range'] === undefined
    const key = isShared
      ? `${planned.request.path} ${planned.request.accept} ${input.headers?.['if-none-match'] ?? ''}`
      : null
    const answer = await fly(rawFlights, key, target, options, (flight) => performExchange(around, planned, flight))
    if (answer.stream === null) return answer
    // A stream has one reader: the first that is still there. Who asked first may have left, and a stream that nobody
    // reads would hold its connection for good. The others ask for themselves.
    const isTaken = takenStreams.has(answer.stream)
    takenStreams.add(answer.stream)
    const own = isTaken
      ? await fly(rawFlights, null, target, options, (flight) => performExchange(around, planned, flight))
      : answer
    bindToSignal(own, options.signal)
    return own
  }

  const call = async <Name extends OperationName>(
    name: Name,
    ...[given, options = {}]: CallArguments<Name>
  ): Promise<AnswerOf<Name>> => {
    const target = find(name)
    const { operation } = target
    if (operation.answers === 'file') throw new AppError('internal', 'Files are read with raw().')
    const input: LooseInput = given ?? {}
    const body =
      input.body === undefined ? undefined : JSON.stringify(parseInput(operation.body ?? z.never(), input.body))
    const rawInput: RawInput = {
      query: listQuery(parseInput(operation.query, input.query ?? {})),
      ...(input.params === undefined ? {} : { params: input.params }),
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    }
    const planned = { ...plan(target, rawInput, 'whole', options.requestId), isOnce: options.isOnce === true }
    const key = target.isShared && options.isFresh !== true ? `${name} ${planned.request.path} ${body ?? ''}` : null
    const answer = await fly(callFlights, key, target, options, async (flight) =>
      readAnswer(operation, await performExchange(around, planned, flight), clock.now()),
    )
    return answer as AnswerOf<Name>
  }

  return {
    call,
    raw,
    openLink: async (link, signal) => {
      const answer = await readLink(link, signal)
      if (answer !== null) bindToSignal(answer, signal)
      return answer
    },
    isOwnLink: (link) => readOwnLink(link, origin) !== null,
    budget: () => around.governor.states(),
    breaker: () => around.breaker.state(),
    close: async () => {
      around.governor.close()
      await Promise.all([around.transport.close(), linkTransport.close()])
    },
  }
}

/** An answer's JSON by the operation's schema. @throws AppError for every status but success, and for what is not it. */
function readAnswer(operation: Operation, { status, headers, bytes }: Answer, nowMs: number): unknown {
  if (status >= 300) throw toStatusError(status, headers, bytes, { repeatable: operation.repeatable, nowMs })
  const garbled = (message: string, cause?: unknown) =>
    toFailureError(new ExchangeError('garbled', message, status, { cause }), operation.repeatable)
  let value: unknown = {}
  // Writes may answer nothing at all; a read that does has lost its answer.
  if (bytes !== null && bytes.length > 0) {
    try {
      value = JSON.parse(decoder.decode(bytes))
    } catch {
      // The parser's own message quotes the body, so it is not kept.
      throw garbled('The answer is not JSON')
    }
  } else if (operation.repeatable) throw garbled('The answer is empty')
  const parsed = operation.answer.safeParse(value)
  if (!parsed.success)
    throw garbled(
      `The answer has another shape: ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}`,
    )
  return parsed.data
}

function parseInput(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
  throw new AppError('invalid', 'The request does not fit the inspection service. Correct the marked fields.', {
    details: { fields },
  })
}

function listQuery(query: unknown): Array<readonly [string, string]> {
  const pairs: Array<readonly [string, string]> = []
  for (const [name, value] of Object.entries(query as Record<string, unknown>))
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean')
        pairs.push([name, String(one)])
  return pairs
}

function bindToSignal({ stream }: Pick<RawAnswer, 'stream'>, signal: AbortSignal | undefined): void {
  if (stream === null || signal === undefined) return
  const onAbort = () => stream.destroy(signal.reason instanceof Error ? signal.reason : new Error('The reader left'))
  if (signal.aborted) {
    onAbort()
    return
  }
  signal.addEventListener('abort', onAbort, { once: true })
  stream.once('close', () => signal.removeEventListener('abort', onAbort))
}
