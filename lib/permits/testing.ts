import type { Clock } from '@/lib/clock'
import { createGovernor, type Governor } from '@/lib/service/governor/governor'
import { emptyBook, type Book } from '@/lib/service/governor/book'
import { trade } from '@/lib/service/governor/lots'
import type { Lender, OwnReport } from '@/lib/service/governor/purse'
import type { Lane } from '@/lib/service/operation'
import { HandClock, settle } from '@/lib/service/test-support/hand-clock'
import { Limits } from '@/lib/standin/limits'

/** A console of a `SharedWorld`. */
export interface TestConsole {
  governor: Governor
  /** How long requests of people waited for a permit. */
  waitsMs: number[]
  /** Requests that it sent, in all lanes. */
  sent: number
  /** When it next receives at least this many permits, it is killed before it can use one. */
  diesWith: number
  /** True after it was killed: it no longer sends, trades or reads responses. */
  isKilled: boolean
  /** What happens to its trades while it cannot reach the database. Null: it can reach the database. */
  cutOff: 'fails' | 'hangs' | null
}

export interface SharedWorldOptions {
  /** Requests per minute, by the name of the limit. */
  limits: ReadonlyMap<string, number>
  /** What the service allows, if that differs from what consoles expect. */
  limitOf?: (name: string) => number
  hasHeaders?: boolean
  random: () => number
  latencyMs?: readonly [number, number]
  /** The lender of one console. By default they share books in memory. */
  toLender?: (clock: Clock) => Lender
}

const token = 'one token'
const never = () => new Promise<never>(() => {})

/** Several consoles, one service that counts as the stand-in does, and a clock that the test moves. */
export class SharedWorld implements AsyncDisposable {
  readonly clock: HandClock
  readonly consoles: TestConsole[] = []
  /** Requests that were answered 429. */
  refused = 0
  /** How many requests the service accepted in each window, by limit. */
  readonly windows = new Map<string, number[]>()
  readonly books = new Map<string, Book>()
  /** The service refuses everything until this time. */
  refusesUntil = 0
  trades = 0
  readonly #service: Limits
  /** Trades in progress. The clock waits for them. */
  readonly #pending = new Set<Promise<unknown>>()

  constructor(readonly options: SharedWorldOptions) {
    this.clock = new HandClock(undefined, async () => {
      await settle()
      while (this.#pending.size > 0) {
        await Promise.allSettled(this.#pending)
        await settle()
      }
    })
    this.#service = new Limits(() => this.clock.now(), 'table')
  }

  /** Starts a console whose own clock is wrong by `skewMs`. */
  addConsole(skewMs = 0): TestConsole {
    const clock: Clock = {
      now: () => this.clock.now() + skewMs,
      sleep: (ms, signal) => this.clock.sleep(ms, signal),
    }
    const lender = this.options.toLender?.(this.clock) ?? this.#memoryLender(`console ${this.consoles.length}`)
    const governor = createGovernor(this.options.limits, clock, {
      consoles: () => Math.max(lender.consoles(), this.consoles.length),
      trade: (name, report) => this.#trade(one, lender, name, report),
    })
    const one: TestConsole = {
      governor,
      waitsMs: [],
      sent: 0,
      diesWith: Infinity,
      isKilled: false,
      cutOff: null,
    }
    this.consoles.push(one)
    return one
  }

  async #trade(one: TestConsole, lender: Lender, name: string, report: OwnReport) {
    if (one.isKilled || one.cutOff === 'hangs') return await never()
    if (one.cutOff === 'fails') throw new Error('no database')
    this.trades += 1
    const traded = lender.trade(name, report)
    this.#pending.add(traded)
    const grant = await traded.finally(() => this.#pending.delete(traded))
    if (grant.people + grant.work >= one.diesWith) one.isKilled = true
    return one.isKilled ? await never() : grant
  }

  #memoryLender(consoleId: string): Lender {
    return {
      consoles: () => 1,
      trade: (name, report) => {
        const now = this.clock.now()
        const { book, grant } = trade(this.books.get(name) ?? emptyBook(now), { ...report, consoleId, ageMs: 0 }, now)
        this.books.set(name, book)
        return Promise.resolve(grant)
      },
    }
  }

  /** Starts `count` callers that send again as soon as they receive a response. */
  demand(one: TestConsole, name: string, count: number, lane: Lane): void {
    const loop = async () => {
      for (;;) await this.request(one, name, lane)
    }
    for (let index = 0; index < count; index += 1) loop().catch(() => {})
  }

  /** Adds a person who sends a request about every `everyMs`, at random moments. */
  visit(one: TestConsole, name: string, everyMs: number, durationMs: number): void {
    const { random } = this.options
    for (let at = everyMs * random(); at < durationMs; at += everyMs * (0.2 + 1.6 * random()))
      this.clock.at(this.clock.now() + at, () => {
        this.request(one, name, 'person', 'ada').catch(() => {})
      })
  }

  /** Waits for a permit and sends one request. @returns the status of the response */
  async request(one: TestConsole, name: string, lane: Lane, owner = ''): Promise<number> {
    const askedAt = this.clock.now()
    const lease =
      one.governor.tryAcquire(name, lane, owner) ?? (await one.governor.acquire(name, lane, { owner }).lease)
    if (one.isKilled) return await never()
    if (lane === 'person') one.waitsMs.push(this.clock.now() - askedAt)
    one.sent += 1
    const [least, most] = this.options.latencyMs ?? [20, 400]
    const latency = least + this.options.random() * (most - least)
    const there = latency * this.options.random()
    await this.clock.sleep(there)
    const { status, headers } = this.arrive(name)
    await this.clock.sleep(latency - there)
    if (one.isKilled) return await never()
    lease.settle(status, headers)
    return status
  }

  /** Counts a request of a console or of another program, as the service does. */
  arrive(name: string): { status: number; headers: Record<string, string> } {
    const { hasHeaders = true, limits, limitOf = (limit) => limits.get(limit) ?? 0 } = this.options
    if (this.clock.now() < this.refusesUntil) {
      this.refused += 1
      const retryAfter = Math.ceil((this.refusesUntil - this.clock.now()) / 1000)
      return { status: 429, headers: { 'retry-after': String(retryAfter) } }
    }
    const limit = limitOf(name)
    const state = this.#service.take(token, name, limit)
    const windows = this.windows.get(name) ?? []
    this.windows.set(name, windows)
    if (!state.allowed) this.refused += 1
    // After the first request of a window, all its other requests remain.
    else if (state.remaining === limit - 1) windows.push(1)
    else windows.push((windows.pop() ?? 0) + 1)
    const headers = {
      'x-ratelimit-limit': String(state.limit),
      'x-ratelimit-remaining': String(state.remaining),
      'x-ratelimit-reset': String(state.resetSeconds),
    }
    return { status: state.allowed ? 200 : 429, headers: hasHeaders ? headers : {} }
  }

  /** Requests of a limit that the service accepted. */
  accepted(name: string): number {
    return (this.windows.get(name) ?? []).reduce((all, one) => all + one, 0)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.consoles.filter(({ isKilled }) => !isKilled).map(({ governor }) => governor.close()))
  }
}

/** The smallest value that 95 of 100 do not exceed. */
export function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
}
