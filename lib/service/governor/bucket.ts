import type { Clock } from '@/lib/clock'
import { toBudgetError } from '@/lib/service/errors'
import { Alarm } from './alarm'
import { FairQueue } from './fair-queue'
import type { Lease, Ticket } from './lease'
import { Ledger } from './ledger'
import type { Lane } from '@/lib/service/operation'
import { Purse, type Lender } from './purse'
import { parseRateHeaders, waitSecondsMax } from './rate-headers'
import { blindReserve, meltUntil, peopleReserve } from './reserve'
import { Shares } from './shares'
import type { BucketState } from '@/lib/service/types'

interface Waiting {
  /** The person who causes the request. All requests of the console itself have one owner. */
  owner: string
  resolve(lease: Lease): void
  reject(error: unknown): void
  deadlineAt: number
  signal: AbortSignal | undefined
  onAbort: () => void
}

/**
 * Before the service has reported how much of a window is left (others may have used it), only a twentieth of the limit
 * is sent at once. The first response ends that, and so does a long silence, because waiting longer would only slow
 * people down.
 */
const cautionMs = 2_000
const cautionShare = 0.05

/** In the last seconds of a window, unused shares of people go to the others. */
const handOutPeopleMs = 15_000

const refusedBackoffMs = 500
const refusedBackoffMsMax = 5_000

/** One row of the rate table: a queue for each lane in front of one ledger. */
export class Bucket {
  readonly #ledger: Ledger
  /** The permits of this console; null while it has the limit for itself. */
  readonly #purse: Purse | null
  readonly #shares = new Shares()
  readonly #person = new FairQueue<Waiting>()
  readonly #background = new FairQueue<Waiting>()
  /** No waiting request has an earlier deadline. */
  #firstDeadlineAt = Infinity
  readonly #alarm: Alarm
  #pausedUntil = 0
  #refusals = 0
  #lastRefusalAt = -Infinity
  /** True after a refusal: one request is sent at a time, until one is accepted. */
  #isProbing = false
  #hasHeaders = false
  #hasAnswer = false
  #cautiousSince: number | null = null
  #countedSince = -Infinity
  #sentPerson = 0
  #sentBackground = 0

  constructor(
    readonly name: string,
    limit: number,
    private readonly clock: Clock,
    lender: Lender | null = null,
  ) {
    this.#ledger = new Ledger(limit)
    this.#alarm = new Alarm(clock, () => this.#pump())
    this.#purse =
      lender === null ? null : new Purse(name, this.#ledger, lender, clock, (pauseMs) => this.#followPause(pauseMs))
  }

  tryAcquire(lane: Lane, owner = ''): Lease | null {
    if (this.#person.size > 0 || (lane === 'background' && this.#background.size > 0)) return null
    const now = this.clock.now()
    this.#shares.see(owner, now)
    const isFree = this.#blockedUntil(lane, now) === 0 && this.#keptUntil(owner, now) === 0
    return isFree ? this.#grant(lane, now, owner) : null
  }

  acquire(
    lane: Lane,
    { signal, deadlineAt = Infinity, owner = '' }: { signal?: AbortSignal; deadlineAt?: number; owner?: string },
  ): Ticket {
    const queue = lane === 'person' ? this.#person : this.#background
    this.#shares.see(owner, this.clock.now())
    let waiting: Waiting | null = null
    const lease = new Promise<Lease>((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason)
        return
      }
      const entry: Waiting = {
        owner,
        resolve,
        reject,
        deadlineAt,
        signal,
        onAbort: () => this.#drop(entry, signal?.reason),
      }
      waiting = entry
      signal?.addEventListener('abort', entry.onAbort, { once: true })
      queue.add(entry)
      this.#firstDeadlineAt = Math.min(this.#firstDeadlineAt, deadlineAt)
      this.#pump()
    })
    return {
      lease,
      upgrade: () => {
        if (waiting === null || !this.#background.delete(waiting)) return
        this.#person.add(waiting)
        this.#pump()
      },
    }
  }

  /** For how many milliseconds it is certain that nothing is sent. */
  waitMs(): number {
    const now = this.clock.now()
    const until = this.#shutUntil(now)
    return until === Infinity ? 0 : Math.max(0, until - now)
  }

  state(): BucketState {
    const now = this.clock.now()
    this.#roll(now)
    return {
      bucket: this.name,
      limit: this.#ledger.limit,
      remaining: now < this.#pausedUntil ? 0 : Math.max(0, this.#free(now)),
      resetSeconds: Math.min(
        waitSecondsMax,
        Math.ceil(Math.max(this.#pausedUntil - now, this.#ledger.resetMs(now), 0) / 1000),
      ),
      queuedPerson: this.#person.size,
      queuedBackground: this.#background.size,
      source: this.#ledger.source,
      sentPerson: this.#sentPerson,
      sentBackground: this.#sentBackground,
    }
  }

  /** Rejects what waits, and gives permits back to other consoles. */
  async close(): Promise<void> {
    this.#alarm.set(Infinity)
    for (const waiting of [...this.#person, ...this.#background])
      this.#drop(waiting, new Error('The service client is closed'))
    await this.#purse?.close()
  }

  /** How many requests this console could send now if all were from people. */
  #free(now: number): number {
    const free = this.#ledger.free(now)
    return this.#purse === null ? free : Math.min(free, this.#purse.free(now))
  }

  /** Another console was refused, so this one waits too and then begins with one request. */
  #followPause(pauseMs: number): void {
    const until = this.clock.now() + pauseMs
    if (pauseMs > 0 && until > this.#pausedUntil) {
      this.#pausedUntil = until
      this.#isProbing = true
    }
    this.#pump()
  }

  /** 0: may send now. Infinity: wait for a response or a trade. Otherwise the time at which to check again. */
  #blockedUntil(lane: Lane, now: number): number {
    const shutUntil = this.#shutUntil(now)
    if (shutUntil > now) return shutUntil
    const ledger = this.#ledger
    const free = ledger.free(now)
    if (free <= 0) return ledger.nextExpiry() ?? Infinity
    if (ledger.inFlight > 0 && this.#isCautious(now)) {
      const cautionEndsAt = (this.#cautiousSince ?? now) + cautionMs
      const atOnce = this.#isProbing
        ? 1
        : Math.max(2, Math.ceil(ledger.limit * cautionShare)) * (lane === 'person' ? 2 : 1)
      if (now < cautionEndsAt && ledger.inFlight >= atOnce) return cautionEndsAt
    }
    // Other consoles have people too, so the reserve for them is in the common book.
    if (this.#purse !== null) return this.#purse.has(lane, now) ? 0 : Infinity
    return lane === 'background' ? this.#reservedUntil(free, now) : 0
  }

  /** Before this moment nobody gets a lease, whatever responses arrive. */
  #shutUntil(now: number): number {
    if (now < this.#pausedUntil) return this.#pausedUntil
    if (this.#ledger.left(now) <= 0) return this.#ledger.nextExpiry() ?? Infinity
    return this.#purse?.shutUntil(now) ?? 0
  }

  /** The rest of the window is not known yet, or the service refused the last request. */
  #isCautious(now: number): boolean {
    return this.#isProbing || !this.#hasAnswer || (this.#hasHeaders && !this.#ledger.hasWindow(now))
  }

  #reservedUntil(free: number, now: number): number {
    const ledger = this.#ledger
    const endsAt = ledger.windowEndsAt()
    if (endsAt === null) return free > blindReserve(ledger.limit) ? 0 : (ledger.nextExpiry() ?? Infinity)
    return meltUntil(peopleReserve(ledger.limit, endsAt), free, now)
  }

  /** A person who has used their share of the window leaves the rest to the others; 0 = need not wait. */
  #keptUntil(owner: string, now: number): number {
    if (owner === '') return 0
    const ledger = this.#ledger
    const endsAt = ledger.windowEndsAt()
    this.#shares.enter(endsAt)
    const reserve = this.#shares.keptFrom(owner, ledger.limit, now)
    if (reserve === 0) return 0
    const free = this.#free(now)
    if (endsAt === null)
      return free > Math.min(reserve, blindReserve(ledger.limit)) ? 0 : (ledger.nextExpiry() ?? Infinity)
    return meltUntil({ reserve, endsAt, overMs: handOutPeopleMs }, free, now)
  }

  #grant(lane: Lane, now: number, owner: string): Lease {
    const ledger = this.#ledger
    this.#shares.use(owner)
    if (!this.#isCautious(now)) this.#cautiousSince = null
    else if (this.#cautiousSince === null || this.#isProbing || ledger.inFlight === 0) this.#cautiousSince = now
    ledger.inFlight += 1
    this.#purse?.take(lane, now)
    this.#roll(now)
    if (lane === 'person') this.#sentPerson += 1
    else this.#sentBackground += 1
    let isOpen = true
    return {
      settle: (status, headers) => {
        if (!isOpen) return
        isOpen = false
        this.#settle(now, status, headers)
      },
      release: () => {
        if (!isOpen) return
        isOpen = false
        ledger.release()
        this.#purse?.release()
        this.#pump()
      },
    }
  }

  #settle(sentAt: number, status: number | null, headers: Readonly<Record<string, string>>): void {
    const now = this.clock.now()
    const rate = status === null ? null : parseRateHeaders(headers, now)
    const isRefused = status === 429
    this.#ledger.settle(sentAt, now, rate, isRefused)
    if (rate !== null) {
      this.#hasAnswer = true
      this.#hasHeaders = this.#ledger.hasWindow(now) || (this.#hasHeaders && rate.remaining !== null)
    }
    if (this.#ledger.hasWindow(now)) this.#cautiousSince = null
    if (isRefused && rate !== null) {
      // Concurrent requests are refused together, which counts as one refusal.
      if (sentAt >= this.#lastRefusalAt) {
        this.#refusals += 1
        this.#lastRefusalAt = now
      }
      const backoffMs = Math.min(refusedBackoffMsMax, refusedBackoffMs * 2 ** Math.min(this.#refusals - 1, 10))
      const saidMs = (rate.retryAfterSeconds ?? rate.resetSeconds ?? 0) * 1000
      this.#pausedUntil = Math.max(
        this.#pausedUntil,
        now + Math.min(Math.max(saidMs, backoffMs), waitSecondsMax * 1000),
      )
      this.#isProbing = true
      this.#purse?.pause(this.#pausedUntil)
      this.#dropHopeless()
    } else if (status !== null && sentAt >= this.#lastRefusalAt) {
      this.#refusals = 0
      this.#isProbing = false
    }
    this.#pump()
  }

  #pump(): void {
    const now = this.clock.now()
    let until = 0
    for (const [lane, queue] of [
      ['person', this.#person],
      ['background', this.#background],
    ] as const) {
      // A person who has used their share waits until the others have used theirs, or the window is nearly over.
      const passed = new Map<string, number>()
      const isPassed = (owner: string) => passed.has(owner)
      for (let waiting = queue.next(isPassed); waiting !== undefined; waiting = queue.next(isPassed)) {
        until = this.#blockedUntil(lane, now)
        if (until !== 0) break
        const keptUntil = this.#keptUntil(waiting.owner, now)
        if (keptUntil !== 0) {
          passed.set(waiting.owner, keptUntil)
          continue
        }
        queue.take(waiting)
        waiting.signal?.removeEventListener('abort', waiting.onAbort)
        waiting.resolve(this.#grant(lane, now, waiting.owner))
      }
      if (until === 0 && passed.size > 0) until = Math.min(...passed.values())
      // Whatever delays people also delays background work.
      if (until !== 0) break
    }
    this.#dropHopeless()
    this.#wantPermits(now)
    this.#alarm.set(this.#person.size + this.#background.size === 0 ? Infinity : until)
  }

  #wantPermits(now: number): void {
    const lacks = (lane: Lane, queue: FairQueue<Waiting>) => (this.#purse?.has(lane, now) === true ? 0 : queue.size)
    this.#purse?.want(lacks('person', this.#person), lacks('background', this.#background))
  }

  /** Rejects a request at once if it cannot get a lease before its deadline. */
  #dropHopeless(): void {
    if (this.#person.size + this.#background.size === 0) {
      this.#firstDeadlineAt = Infinity
      return
    }
    const now = this.clock.now()
    const until = this.#shutUntil(now)
    if (until <= this.#firstDeadlineAt || until === Infinity) return
    this.#firstDeadlineAt = Infinity
    for (const waiting of [...this.#person, ...this.#background])
      if (waiting.deadlineAt < until) this.#drop(waiting, toBudgetError((until - now) / 1000))
      else this.#firstDeadlineAt = Math.min(this.#firstDeadlineAt, waiting.deadlineAt)
  }

  #drop(waiting: Waiting, reason: unknown): void {
    if (!this.#person.delete(waiting) && !this.#background.delete(waiting)) return
    waiting.signal?.removeEventListener('abort', waiting.onAbort)
    waiting.reject(reason)
    if (this.#person.size + this.#background.size === 0) this.#alarm.set(Infinity)
  }

  #roll(now: number): void {
    if (now - this.#countedSince < 60_000) return
    this.#countedSince = now
    this.#sentPerson = 0
    this.#sentBackground = 0
  }
}
