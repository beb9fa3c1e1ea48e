import type { Governor } from '@/lib/service/governor/governor'
import type { Lane } from '../operation'
import type { HandClock } from './hand-clock'

/**
 * How the simulated service counts: fixed windows of 60 s that begin with the first request after the previous window.
 */
export interface SimulationOptions {
  limit: number
  hasHeaders: boolean
  /** How seconds until the reset are rounded. */
  rounding?: 'ceil' | 'floor'
  /** Windows begin at this offset instead of with a request. */
  phaseMs?: number
  /** 0 to 1, from a seed. */
  random: () => number
  latencyMs?: readonly [number, number]
}

/** The service's side of one bucket on a simulated clock. It shares no logic with the governor. */
export class SimulatedService {
  accepted = 0
  refused = 0
  /** Refusals in windows in which the client already had a response. */
  readonly refusedAfterFirstAnswer: number[] = []
  /** While set, everything is refused. */
  refuseAll: { retryAfterSeconds: number | null } | null = null
  maxArrivalsPerSecond = 0
  #windowStart = -Infinity
  #count = 0
  #isAnswered = false
  #second = 0
  #arrivals = 0

  constructor(
    private readonly clock: HandClock,
    private readonly options: SimulationOptions,
  ) {}

  /** Counts a request that arrives now; used by the client under test and by other clients. */
  arrive(isRival = false): { status: number; headers: Record<string, string> } {
    const now = this.clock.now()
    const { limit, hasHeaders, rounding = 'ceil', phaseMs } = this.options
    const second = Math.floor(now / 1000)
    this.#arrivals = second === this.#second ? this.#arrivals + 1 : 1
    this.#second = second
    this.maxArrivalsPerSecond = Math.max(this.maxArrivalsPerSecond, this.#arrivals)
    if (this.refuseAll !== null) {
      this.refused += 1
      const { retryAfterSeconds } = this.refuseAll
      return { status: 429, headers: retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) } }
    }
    if (now >= this.#windowStart + 60_000) {
      this.#windowStart = phaseMs === undefined ? now : now - ((now - phaseMs) % 60_000)
      this.#count = 0
      this.#isAnswered = false
      this.refusedAfterFirstAnswer.push(0)
    }
    const isAccepted = this.#count < limit
    if (isAccepted) this.#count += 1
    const left = (this.#windowStart + 60_000 - now) / 1000
    if (!isRival) {
      if (isAccepted) this.accepted += 1
      else {
        this.refused += 1
        if (this.#isAnswered) this.refusedAfterFirstAnswer.push((this.refusedAfterFirstAnswer.pop() ?? 0) + 1)
      }
    }
    return {
      status: isAccepted ? 200 : 429,
      headers: hasHeaders
        ? {
            'x-ratelimit-limit': String(limit),
            'x-ratelimit-remaining': String(limit - this.#count),
            'x-ratelimit-reset': String(rounding === 'ceil' ? Math.ceil(left) : Math.floor(left)),
          }
        : {},
    }
  }

  /**
   * Sends one request through the governor: queue, transfer, response. Returns its status and how long it was queued.
   */
  async request(
    governor: Governor,
    bucket: string,
    lane: Lane,
    owner = '',
  ): Promise<{ status: number; queuedMs: number }> {
    const askedAt = this.clock.now()
    const lease = governor.tryAcquire(bucket, lane, owner) ?? (await governor.acquire(bucket, lane, { owner }).lease)
    const queuedMs = this.clock.now() - askedAt
    const [least, most] = this.options.latencyMs ?? [20, 400]
    const latency = least + this.options.random() * (most - least)
    const there = latency * this.options.random()
    await this.clock.sleep(there)
    const answer = this.arrive()
    await this.clock.sleep(latency - there)
    this.#isAnswered = true
    lease.settle(answer.status, answer.headers)
    return { status: answer.status, queuedMs }
  }
}

/** A small generator of numbers from 0 to 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
