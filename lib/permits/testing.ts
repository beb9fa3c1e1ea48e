import type { Clock } from '@/lib/clock'
import { createGovernor, type Governor } from '@/lib/service/governor/governor'
import { emptyBook, type Book } from '@/lib/service/governor/book'
import { trade } from '@/lib/service/governor/lots'
import type { Lender, OwnReport } from '@/lib/service/governor/purse'
import type { Lane } from '@/lib/service/operation'
import { HandClock, settle } from '@/lib/service/test-support/hand-clock'
import { Limits } from '@/lib/standin/limits'

/** Several consoles, one service that counts as the stand-in does, and a clock that the test moves. */
export interface TestConsole {
  governor: Governor
  /** How long requests of people waited for a permit. */
  waitsMs: number[]
  /** Requests that it sent, in all lanes. */
  sent: number
  /** Its next lot of so many permits kills it, before it can use one. */
  diesWith: number
  /** From then on it neither sends, trades nor reads a response. */
  isKilled: boolean
  /** Its trades fail, or are never answered: it does not reach the database. */
  cutOff: 'fails' | 'hangs' | null
}

export interface SharedWorldOptions {
  /** By name, per minute. */
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

export class SharedWorld implements AsyncDisposable {
  readonly clock: HandClock
  readonly consoles: TestConsole[] = []
  /** Requests that were answered 429. */
  refused = 0
  /** How many requests the service accepted in each window, by limit. */
  readonly windows = new Map<string, number[]>()
  readonly books = new Map<string, Book>()
  /** Refuses everything until then. */
  refusesUntil = 0
  trades = 0
  readonly #service: Limits
  /** Trades under way: the clock waits for them. */
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

  /** `count` callers that repeat as soon as they are answered. */
  demand(one: TestConsole, name: string, count: number, lane: Lane): void {
    const loop = async () => {
      for (;;) await this.request(one, name, lane)
    }
    for (let index = 0; index < count; index += 1) loop().catch(() => {})
  }

  /** A person who sends a request about every `everyMs`, at any moment of a window. */
  visit(one: TestConsole, name: string, everyMs: number, durationMs: number): void {
    const { random } = this.options
    for (let at = everyMs * random(); at < durationMs; at += everyMs * (0.2 + 1.6 * random()))
      this.clock.at(this.clock.now() + at, () => {
        this.request(one, name, 'person', 'ada').catch(() => {})
      })
  }

  /** One request: waits for a permit, is sent, counted and answered. @returns its status */
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

  /** The service counts a request, of a console or of another program. */
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
    // The first request of a window leaves all others of it.
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
