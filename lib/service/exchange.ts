import type { Clock } from '@/lib/clock'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { inSpan } from '@/lib/tracing'
import type { Answer, AnswerRules } from './answer-handler'
import type { Breaker } from './governor/breaker'
import { ExchangeError, toFailureError } from './errors'
import type { Flight } from './governor/flight'
import type { Governor } from './governor/governor'
import type { Lease } from './governor/lease'
import type { Lane } from './operation'
import type { ServiceLog } from './types'
import { parseRateHeaders } from './governor/rate-headers'
import { isOutage, isRetryableStatus, isExhausted, pickBackoffMs, isStumble, type RetryBudget } from './governor/retry'
import type { Exchange, Transport } from './transport'

/** What one exchange needs. */
export interface Surroundings {
  transport: Transport
  governor: Governor
  breakers: Record<Lane, Breaker>
  retryBudget: RetryBudget
  clock: Clock
  random: () => number
  log: ServiceLog
  /** Called for every request that was sent, for metrics. */
  onExchange?: (seen: SeenExchange) => void
}

export interface SeenExchange {
  operation: string
  lane: Lane
  /** Null when no response arrived. */
  status: number | null
  durationMs: number
}

export interface Plan {
  operation: string
  bucket: string
  repeatable: boolean
  /** The request is not retried, even if it is repeatable. */
  isOnce?: boolean
  rules: AnswerRules
  request: Exchange
}

/** Waits for the budget, sends, and retries if that is allowed, within the flight's deadline. */
export function performExchange(around: Surroundings, plan: Plan, flight: Flight<unknown>): Promise<Answer> {
  const attributes = () => ({
    'sightline.operation': plan.operation,
    'sightline.lane': flight.lane,
    'http.request.method': plan.request.method,
  })
  return inSpan({ name: `service ${plan.operation}`, attributes, isClient: true }, async (note) => {
    const answer = await tryExchange(around, plan, flight)
    note({ 'http.response.status_code': answer.status })
    return answer
  })
}

async function tryExchange(around: Surroundings, plan: Plan, flight: Flight<unknown>): Promise<Answer> {
  const { breakers, clock, governor, retryBudget } = around
  retryBudget.earn()
  for (let tries = 1; ; tries += 1) {
    refuseWhenOpen(breakers[flight.lane])
    const lease =
      governor.tryAcquire(plan.bucket, flight.lane, flight.owner) ?? (await waitForLease(governor, plan.bucket, flight))
    if (flight.ended !== null) {
      lease.release()
      throw flight.ended
    }
    if (!breakers[flight.lane].enter()) {
      lease.release()
      throw toOpenError(breakers[flight.lane])
    }
    let answer: Answer | null = null
    let failure: ExchangeError | null = null
    try {
      answer = await sendOnce(around, plan, flight, lease)
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error
      failure = error
    }
    const mayRepeat =
      plan.repeatable &&
      plan.isOnce !== true &&
      !isExhausted(tries, answer?.status ?? null) &&
      (answer !== null
        ? isRetryableStatus(answer.status)
        : failure?.kind === 'connect' ||
          failure?.kind === 'lost' ||
          failure?.kind === 'cut' ||
          failure?.kind === 'garbled')
    const waitMs = mayRepeat ? pickWaitMs(around, plan, tries, answer) : 0
    // No retry after the deadline, or beyond the retry budget.
    if (
      !mayRepeat ||
      clock.now() + waitMs >= flight.deadlineAt ||
      breakers[flight.lane].waitMs() > 0 ||
      !retryBudget.spend()
    ) {
      if (answer !== null) return answer
      throw toFailureError(failure ?? new ExchangeError('lost', 'No answer'), plan.repeatable)
    }
    around.log.debug(
      {
        requestId: plan.request.requestId,
        operation: plan.operation,
        tries,
        status: answer?.status,
        failure: failure?.kind,
        waitMs: Math.round(waitMs),
      },
      'the service is asked again',
    )
    answer?.stream?.destroy()
    flight.phase = 'waiting'
    if (waitMs > 0) await clock.sleep(waitMs, flight.signal)
  }
}

async function waitForLease(governor: Governor, bucket: string, flight: Flight<unknown>): Promise<Lease> {
  const ticket = governor.acquire(bucket, flight.lane, {
    signal: flight.signal,
    deadlineAt: flight.deadlineAt,
    owner: flight.owner,
  })
  flight.ticket = ticket
  try {
    return await ticket.lease
  } finally {
    flight.ticket = null
  }
}

async function sendOnce(
  { transport, breakers, clock, onExchange }: Surroundings,
  plan: Plan,
  flight: Flight<unknown>,
  lease: Lease,
): Promise<Answer> {
  const sentAt = clock.now()
  const pending = transport.send(plan.request)
  flight.pending = pending
  flight.phase = 'sent'
  const notify = (status: number | null) =>
    onExchange?.({
      operation: plan.operation,
      lane: flight.lane,
      status,
      durationMs: Math.max(0, clock.now() - sentAt),
    })
  try {
    const answer = await pending.answer
    lease.settle(answer.status, answer.headers)
    const breaker = breakers[flight.lane]
    notify(answer.status)
    if (isOutage(answer.status)) breaker.fail()
    else if (isStumble(answer.status)) breaker.stumble(`${plan.operation} ${plan.request.path}`)
    else breaker.succeed()
    return answer
  } catch (error) {
    if (pending.isSent()) {
      lease.settle(null, {})
      notify(null)
    } else lease.release()
    const breaker = breakers[flight.lane]
    if (error instanceof ExchangeError) {
      // A response with a status shows that the service is up, however bad the response is.
      if (error.kind === 'connect' || error.kind === 'lost' || error.kind === 'cut' || error.kind === 'garbled')
        breaker.fail()
      else breaker.succeed()
    } else if (flight.isOverdue) breaker.fail()
    throw error
  } finally {
    flight.pending = null
  }
}

function pickWaitMs(
  { clock, governor, random }: Surroundings,
  plan: Plan,
  tries: number,
  answer: Answer | null,
): number {
  // After 429 the bucket is closed for as long as the service asked, and the retry queues there.
  if (answer?.status === 429) return governor.waitMs(plan.bucket)
  const asked = answer === null ? null : parseRateHeaders(answer.headers, clock.now()).retryAfterSeconds
  return Math.max((asked ?? 0) * 1000, pickBackoffMs(tries, random))
}

function refuseWhenOpen(breaker: Breaker): void {
  if (breaker.waitMs() > 0) throw toOpenError(breaker)
}

function toOpenError(breaker: Breaker): AppError {
  return new AppError('unavailable', serverText('service.down'), {
    details: { retryAfterSeconds: Math.max(1, Math.ceil(breaker.waitMs() / 1000)) },
  })
}
