import type { Clock } from '@/lib/clock'
import { toBudgetError } from '@/lib/service/errors'
import { FairQueue } from './fair-queue'
import type { Lease, Ticket } from './lease'
import { Ledger } from './ledger'
import type { Lane } from '@/lib/service/operation'
import { parseRateHeaders, waitSecondsMax } from './rate-headers'
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
 * is sent at once. The first answer ends that, and so does a long silence, because waiting longer would only slow
 * people down.
 */
const cautionMs = 2_000
const cautionShare = 0.05

// Reserved for people while background work runs. If the end of the window is known, the unused rest is released just
// before it, so the reserve costs nothing. Otherwise each reserved place is lost, so the reserve is small.
const reserveShare = 0.1
const reserveShareBlind = 0.03
const handOutMs = 2_500
const handOutEndMs = 200

/** In the last seconds of a window, unused shares of people go to the others. */
const handOutPeopleMs = 15_000

const refusedBackoffMs = 500
const refusedBackoffMsMax = 5_000

/** A reserve that decreases evenly over the last seconds of a window. 0 = may send, otherwise when to check again. */
function meltUntil({
  reserve,
  free,
  now,
  endsAt,
  overMs,
}: Record<'reserve' | 'free' | 'now' | 'endsAt' | 'overMs', number>): number {
  const share = Math.min(1, Math.max(0, endsAt - handOutEndMs - now) / overMs)
  if (free > Math.ceil(reserve * share)) return 0
  return Math.max(now + 1, Math.ceil(endsAt - handOutEndMs - (overMs * (free - 1)) / reserve))
}

/** One row of the rate table: a queue for each lane in front of one ledger. */
export class Bucket {
  readonly #ledger: Ledger
  readonly #shares = new Shares()
  readonly #person = new FairQueue<Waiting>()
  readonly #background = new FairQueue<Waiting>()
  /** No waiting request has an earlier deadline. */
  #firstDeadlineAt = Infinity
  #wakeAt = Infinity
  #wake: AbortController | null = null
  #pausedUntil = 0
  #refusals = 0
  #lastRefusalAt = -Infinity
  /** After a refusal one request at a time, until one is accepted. */
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
  ) {
    this.#ledger = new Ledger(limit)
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

  /** Milliseconds in which certainly nothing is sent. */
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
      remaining: now < this.#pausedUntil ? 0 : Math.max(0, this.#ledger.free(now)),
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

  close(): void {
    this.#wake?.abort()
    for (const waiting of [...this.#person, ...this.#background])
      this.#drop(waiting, new Error('The service client is closed'))
  }

  /** 0 = may send now; Infinity = after some answer; otherwise when to check again. */
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
    return lane === 'background' ? this.#reservedUntil(free, now) : 0
  }

  /** Before this moment nobody gets a lease, whatever answers arrive. */
  #shutUntil(now: number): number {
    if (now < this.#pausedUntil) return this.#pausedUntil
    return this.#ledger.left(now) > 0 ? 0 : (this.#ledger.nextExpiry() ?? Infinity)
  }

  /** The rest of the window is not known yet, or the service refused the last request. */
  #isCautious(now: number): boolean {
    return this.#isProbing || !this.#hasAnswer || (this.#hasHeaders && !this.#ledger.hasWindow(now))
  }

  #reservedUntil(free: number, now: number): number {
    const ledger = this.#ledger
    const endsAt = ledger.windowEndsAt()
    if (endsAt === null)
      return free > Math.floor(ledger.limit * reserveShareBlind) ? 0 : (ledger.nextExpiry() ?? Infinity)
    return meltUntil({ reserve: Math.ceil(ledger.limit * reserveShare), free, now, endsAt, overMs: handOutMs })
  }

  /** A person who has used their share of the window leaves the rest to the others; 0 = need not wait. */
  #keptUntil(owner: string, now: number): number {
    if (owner === '') return 0
    const ledger = this.#ledger
    const endsAt = ledger.windowEndsAt()
    this.#shares.enter(endsAt)
    const reserve = this.#shares.keptFrom(owner, ledger.limit, now)
    if (reserve === 0) return 0
    const free = ledger.free(now)
    if (endsAt === null)
      return free > Math.min(reserve, Math.floor(ledger.limit * reserveShareBlind))
        ? 0
        : (ledger.nextExpiry() ?? Infinity)
    return meltUntil({ reserve, free, now, endsAt, overMs: handOutPeopleMs })
  }

  #grant(lane: Lane, now: number, owner: string): Lease {
    const ledger = this.#ledger
    this.#shares.use(owner)
    if (!this.#isCautious(now)) this.#cautiousSince = null
    else if (this.#cautiousSince === null || this.#isProbing || ledger.inFlight === 0) this.#cautiousSince = now
    ledger.inFlight += 1
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
    this.#sleepUntil(this.#person.size + this.#background.size === 0 ? Infinity : until)
  }

  #sleepUntil(at: number): void {
    if (at === this.#wakeAt) return
    this.#wake?.abort()
    this.#wake = null
    this.#wakeAt = at
    if (at === Infinity) return
    const wake = new AbortController()
    this.#wake = wake
    const onWake = () => {
      if (this.#wake !== wake) return
      this.#wake = null
      this.#wakeAt = Infinity
      this.#pump()
    }
    this.clock.sleep(Math.max(1, at - this.clock.now()), wake.signal).then(onWake, () => {})
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
    if (this.#person.size + this.#background.size === 0) this.#sleepUntil(Infinity)
  }

  #roll(now: number): void {
    if (now - this.#countedSince < 60_000) return
    this.#countedSince = now
    this.#sentPerson = 0
    this.#sentBackground = 0
  }
}
