import type { Readable } from 'node:stream'
import { systemClock, type Clock } from '@/lib/clock'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import type { Answer } from './answer-handler'
import type { AnswerOf, OperationName } from './endpoints'
import { performExchange, type SeenExchange, type Surroundings } from './exchange'
import { createFlights } from './flights'
import { createBreakers } from './governor/breaker'
import { createGovernor } from './governor/governor'
import type { Lender } from './governor/purse'
import { createRetryBudget } from './governor/retry'
import { createLinkReader, readOwnLink } from './link'
import { compileOperations, planExchange, toRawInput, type Compiled } from './plan'
import { bindToSignal, readAnswer } from './read-answer'
import { createTransport } from './transport'
import type { CallArguments, CallOptions, RawAnswer, RawInput, Service, ServiceLog } from './types'

export interface ServiceOptions {
  /** May contain a path, which is put before every path of the table. */
  baseUrl: string
  token: string
  clock?: Clock
  log?: ServiceLog
  /** Requests per 60 s for single buckets, if an organization has other limits than the contract's. */
  limits?: Readonly<Record<string, number>>
  userAgent?: string
  /** The id of the request for which a call is made, if the call names none. It is sent as x-request-id. */
  currentRequestId?: () => string | undefined
  /** The person for whom a call is made: waiting people take turns. Undefined: the console itself. */
  currentOwner?: () => string | undefined
  /** Called for every request that was sent, for metrics. */
  onExchange?: (seen: SeenExchange) => void
  /** Shares the limits with other consoles that use the same token. By default this console has them for itself. */
  lender?: Lender
  /** 0 to 1; for tests. */
  random?: () => number
}

const silent: ServiceLog = { debug: () => {}, warn: () => {} }
const userAgentDefault = 'sightline'

function createSurroundings(settings: ServiceOptions, operations: Iterable<Compiled>): Surroundings {
  const { baseUrl, token, userAgent = userAgentDefault, clock = systemClock, log = silent, limits = {} } = settings
  const perMinute = new Map<string, number>()
  for (const { operation } of operations)
    perMinute.set(operation.bucket, limits[operation.bucket] ?? operation.perMinute)
  return {
    transport: createTransport({ baseUrl, token, userAgent }),
    governor: createGovernor(perMinute, clock, settings.lender),
    breakers: createBreakers(
      () => clock.now(),
      (isOpen, lane) =>
        log.warn({ isOpen, lane }, isOpen ? 'the service is down: calls are held back' : 'the service answers again'),
    ),
    retryBudget: createRetryBudget(),
    clock,
    random: settings.random ?? Math.random,
    log,
    ...(settings.onExchange === undefined ? {} : { onExchange: settings.onExchange }),
  }
}

/** The key under which callers share a GET of JSON with the same representation. Null: it cannot be shared. */
function rawKey({ isShared, operation }: Compiled, path: string, accept: string, input: RawInput): string | null {
  const { range, 'if-none-match': ifNoneMatch = '' } = input.headers ?? {}
  return isShared && operation.method === 'GET' && range === undefined ? `${path} ${accept} ${ifNoneMatch}` : null
}

/** A client of one service with one token. It holds connections until `close`. */
export function createService(settings: ServiceOptions): Service {
  const { baseUrl, token, userAgent = userAgentDefault, currentRequestId, currentOwner } = settings
  const operations = compileOperations()
  const around = createSurroundings(settings, operations.values())
  const { clock, governor } = around
  const { origin } = new URL(baseUrl)
  const linkTransport = createTransport({ baseUrl: origin, token, userAgent, isSigned: false })
  const readLink = createLinkReader(origin, linkTransport, clock)
  const rawFlights = createFlights<Answer>(clock, (bucket) => governor.waitMs(bucket))
  const callFlights = createFlights<unknown>(clock, (bucket) => governor.waitMs(bucket))
  /** Streams that already have a reader. */
  const takenStreams = new WeakSet<Readable>()

  const find = (name: string): Compiled => {
    const target = operations.get(name)
    if (target === undefined) throw new AppError('internal', serverText('service.unknownOperation'))
    return target
  }

  const raw = async (name: OperationName, input: RawInput = {}, options: CallOptions = {}): Promise<RawAnswer> => {
    const target = find(name)
    const requestId = options.requestId ?? currentRequestId?.()
    const planned = planExchange(target, input, { read: 'small', requestId })
    const owner = currentOwner?.() ?? ''
    const ask = (key: string | null) =>
      rawFlights.fly(key, target.operation, options, (flight) => {
        flight.owner = owner
        return performExchange(around, planned, flight)
      })
    const { path, accept } = planned.request
    const answer = await ask(options.isFresh === true ? null : rawKey(target, path, accept, input))
    if (answer.stream === null) return answer
    // A stream can have only one reader. That is the first caller that has not left, because a stream without a reader
    // would hold its connection forever. All other callers send their own request.
    const isTaken = takenStreams.has(answer.stream)
    takenStreams.add(answer.stream)
    const own = isTaken ? await ask(null) : answer
    bindToSignal(own, options.signal)
    return own
  }

  const call = async <Name extends OperationName>(
    name: Name,
    ...[given, options = {}]: CallArguments<Name>
  ): Promise<AnswerOf<Name>> => {
    const target = find(name)
    const { operation } = target
    if (operation.answers === 'file') throw new AppError('internal', serverText('service.isFile'))
    const input = toRawInput(operation, given ?? {})
    const requestId = options.requestId ?? currentRequestId?.()
    const planned = {
      ...planExchange(target, input, { read: 'whole', requestId }),
      isOnce: options.isOnce === true,
    }
    const owner = currentOwner?.() ?? ''
    const isShared = target.isShared && options.isFresh !== true
    const key = isShared ? `${name} ${planned.request.path} ${input.body ?? ''}` : null
    const answer = await callFlights.fly(key, operation, options, async (flight) => {
      flight.owner = owner
      return readAnswer(operation, await performExchange(around, planned, flight), clock.now())
    })
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
    budget: () => governor.states(),
    breaker: (lane = 'person') => around.breakers[lane].state(),
    close: async () => {
      await Promise.all([governor.close(), around.transport.close(), linkTransport.close()])
    },
  }
}
