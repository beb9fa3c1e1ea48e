import type { Clock } from '@/lib/clock'
import type { Lane } from '@/lib/service/operation'
import { Alarm } from './alarm'
import { windowMs, type Ledger } from './ledger'
import { lotLifeMs, type Report } from './book'
import { stockOf, type Grant } from './lots'

/** What a console knows when it writes a report. */
export type OwnReport = Omit<Report, 'consoleId' | 'ageMs'>

/** Where consoles trade the permits of their common limits. */
export interface Lender {
  /** @throws an error when the book cannot be reached; the trade may still have been made */
  trade(limitName: string, report: OwnReport): Promise<Grant>
  /** Consoles that use the same token, this one included, as far as it knows. */
  consoles(): number
}

/** A lot ends for the console a little earlier than in the book. */
const validMs = lotLifeMs - 500
/** A console that holds permits trades at least this often. Permits that it did not use in that time go back. */
const beatMs = 1_500
/** A console that only keeps its stock for people renews it shortly before it ends. */
const renewMs = 3_500
/** A trade without a response for this long counts as failed. */
const patienceMs = 2_000
const retryMs = 1_000
/** A console whose people sent a request in this time expects more of them. */
const peopleMs = 60_000
/** The pause between trades that only wait for single places of this console to become free. */
const placesMs = 200

type Permits = Record<'people' | 'work', number>

/**
 * The permits of one limit that this console holds. It trades for more when requests wait, at most one trade at a time,
 * and gives back what it does not need. Without the database it continues with its share of the limit.
 */
export class Purse {
  readonly #permits: Permits = { people: 0, work: 0 }
  #validUntil = -Infinity
  #wants: Permits = { people: 0, work: 0 }
  readonly #retryAt: Permits = { people: 0, work: 0 }
  /** Lanes that took a permit since the last trade. */
  readonly #isUsed = { people: false, work: false }
  #peopleAt = -Infinity
  /** The book may not know yet what this console spent. */
  #isStale = false
  #isTrading = false
  #tradedAt = -Infinity
  /** The time since which no trade has succeeded. */
  #lostSince: number | null = null
  /** What the book counted for this console at its last trade. */
  #committed = 0
  #consoles = 2
  #knownLimit: number
  #pool = { free: 0, until: -Infinity, shutUntil: 0 }
  readonly #alarm: Alarm
  #isClosed = false
  /** Set only by refusals of this console's own requests. Pauses of other consoles are not reported again. */
  pausedUntil = 0

  constructor(
    private readonly name: string,
    private readonly ledger: Ledger,
    private readonly lender: Lender,
    private readonly clock: Clock,
    /** Called after each trade. `pauseMs`: how long the service refuses any console. */
    private readonly onTrade: (pauseMs: number) => void,
  ) {
    this.#knownLimit = ledger.limit
    this.#alarm = new Alarm(clock, () => void this.#trade(clock.now()))
  }

  /** Whether a request of this lane may be sent now, as far as the other consoles are concerned. */
  has(lane: Lane, now: number): boolean {
    if (now < this.#validUntil && this.#permits.work + (lane === 'person' ? this.#permits.people : 0) > 0) return true
    if (!this.#isLost(now)) return false
    const free = this.#fallback(now) - this.ledger.inFlight - this.ledger.spent(now)
    return lane === 'person' ? free > 0 : free > Math.floor(this.#fallback(now) / 10)
  }

  /** The number of permits that no console holds, plus those of this console. */
  free(now: number): number {
    if (this.#isLost(now)) return Math.max(0, this.#fallback(now) - this.ledger.inFlight - this.ledger.spent(now))
    return (now < this.#pool.until ? this.#pool.free : this.ledger.limit) + this.#inHand(now)
  }

  /** Before this time no request is sent; 0 when that is not certain. */
  shutUntil(now: number): number {
    if (this.#inHand(now) > 0) return 0
    if (this.#isLost(now)) return this.has('person', now) ? 0 : (this.ledger.nextExpiry() ?? 0)
    return this.#pool.shutUntil
  }

  /** Uses a permit that `has` found. */
  take(lane: Lane, now: number): void {
    this.#isStale = true
    const kind = lane === 'person' && this.#permits.people > 0 ? 'people' : 'work'
    this.#isUsed[lane === 'person' ? 'people' : 'work'] = true
    if (lane === 'person') this.#peopleAt = now
    if (now < this.#validUntil && this.#permits[kind] > 0) this.#permits[kind] -= 1
    this.#arm(now)
  }

  /** A permit that was not used after all. The next trade reports it as free. */
  release(): void {
    this.#isStale = true
    this.#arm(this.clock.now())
  }

  /** How many requests wait for a permit. Trades for them, now or as soon as a trade can succeed. */
  want(people: number, work: number): void {
    this.#wants = { people, work }
    this.#arm(this.clock.now())
  }

  /** The service refused a request: the other consoles learn of the pause at once. */
  pause(until: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, until)
    this.#isStale = true
    this.#tradeAt(this.clock.now())
  }

  /** Gives all permits back. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#tradeAt(Infinity)
    if (this.#tradedAt === -Infinity) return
    this.#wants = { people: 0, work: 0 }
    this.#isUsed.people = this.#isUsed.work = false
    this.#peopleAt = -Infinity
    await this.#trade(this.clock.now())
  }

  #isOnlyStock(): boolean {
    return this.#permits.work === 0 && this.#permits.people <= stockOf(this.ledger.limit)
  }

  #inHand(now: number): number {
    return now < this.#validUntil ? this.#permits.people + this.#permits.work : 0
  }

  #isLost(now: number): boolean {
    return this.#lostSince !== null && now >= this.#validUntil
  }

  /**
   * How many places this console has while the database is lost: its share of the limit. In the first minute, other
   * consoles may have used more than their share, so this one has at most as many as in its last trade.
   */
  #fallback(now: number): number {
    const share = Math.floor(this.ledger.limit / Math.max(this.#consoles, this.lender.consoles()))
    const isOver = this.#lostSince !== null && now >= this.#lostSince + windowMs + lotLifeMs
    return isOver ? share : Math.min(share, this.#committed)
  }

  /** Plans the next trade: for waiting requests, to keep permits in use, or to give back unused ones. */
  #arm(now: number): void {
    if (this.#isTrading || this.#isClosed) return
    if (this.#lostSince !== null) {
      this.#tradeAt(this.#tradedAt + retryMs)
      return
    }
    const { people, work } = this.#wants
    let at = Infinity
    if (this.#inHand(now) > 0) at = this.#tradedAt + (this.#isOnlyStock() ? renewMs : beatMs)
    if (this.#isStale || this.ledger.inFlight > 0) at = Math.min(at, this.#tradedAt + beatMs)
    if (people > 0) at = Math.min(at, this.#retryAt.people)
    if (work > 0) at = Math.min(at, this.#retryAt.work)
    if (people + work > 0) at = Math.min(at, Math.max(this.ledger.nextExpiry() ?? Infinity, this.#tradedAt + placesMs))
    this.#tradeAt(at)
  }

  #tradeAt(at: number): void {
    const now = this.clock.now()
    if (at > now || at === this.#alarm.at) {
      this.#alarm.set(at)
      return
    }
    this.#alarm.set(Infinity)
    void this.#trade(now)
  }

  #report(now: number): OwnReport {
    const { ledger } = this
    if (now >= this.#validUntil) this.#permits.people = this.#permits.work = 0
    const hasPeople = now - this.#peopleAt < peopleMs
    for (const kind of ['people', 'work'] as const) {
      const isKept = kind === 'people' && hasPeople && this.#permits.people <= stockOf(ledger.limit)
      if (!isKept && !this.#isUsed[kind] && this.#wants[kind] === 0) this.#permits[kind] = 0
      this.#isUsed[kind] = false
    }
    const window = ledger.window(now)
    // Requests in flight may end without a call of this class.
    this.#isStale = ledger.inFlight > 0
    return {
      tableLimit: ledger.tableLimit,
      limit: ledger.limit === this.#knownLimit ? null : ledger.limit,
      ...this.#permits,
      inFlight: ledger.inFlight,
      spent: ledger.spent(now),
      spentForMs: ledger.resetMs(now),
      isInWindow: ledger.isInWindow(),
      window:
        window === null
          ? null
          : {
              earliestInMs: window.earliest - now,
              latestInMs: window.latest - now,
              remaining: window.remaining,
              askedAgoMs: now - window.askedAt,
            },
      pauseMs: Math.max(0, this.pausedUntil - now),
      hasPeople,
      wants: this.#wants,
    }
  }

  /** Never rejects: a trade that fails is tried again. */
  async #trade(now: number): Promise<void> {
    if (this.#isTrading) return
    this.#isTrading = true
    this.#tradedAt = now
    const report = this.#report(now)
    const patience = new AbortController()
    const after = (ms: number) => this.clock.sleep(ms, patience.signal)
    const onLate = () => {
      this.#lostSince ??= now
      this.onTrade(0)
    }
    after(patienceMs).then(onLate, () => {})
    let pauseMs = 0
    try {
      // A connection that a firewall dropped may be silent for minutes. Whatever it answers later is too old.
      const silence = after(lotLifeMs).then(() => Promise.reject(new Error('no answer')))
      const grant = await Promise.race([this.lender.trade(this.name, report), silence])
      pauseMs = grant.pauseMs
      this.#receive(report, grant, now)
    } catch {
      this.#lostSince ??= now
    } finally {
      patience.abort()
      this.#isTrading = false
    }
    this.onTrade(pauseMs)
    this.#arm(this.clock.now())
  }

  #receive(report: OwnReport, grant: Grant, tradedAt: number): void {
    const now = this.clock.now()
    this.#lostSince = null
    this.#validUntil = tradedAt + validMs
    this.#permits.people += grant.people
    this.#permits.work += grant.work
    this.#committed = report.people + report.work + report.inFlight + report.spent + grant.people + grant.work
    this.#consoles = grant.consoles
    this.#retryAt.people = now + grant.retryMs.people
    this.#retryAt.work = now + grant.retryMs.work
    this.#pool = {
      free: grant.free,
      until: now + grant.freeForMs,
      shutUntil: grant.shutMs === 0 ? 0 : now + grant.shutMs,
    }
    // If headers have shown another limit since the report, it is newer than that of the grant.
    const isNews = this.ledger.limit !== (report.limit ?? this.#knownLimit)
    this.#knownLimit = grant.limit
    const { window } = grant
    this.ledger.share(
      {
        limit: isNews ? this.ledger.limit : grant.limit,
        // The window was measured between these two times, so each bound uses the time that makes it safe.
        window:
          window === null
            ? null
            : {
                earliest: tradedAt + window.earliestInMs,
                latest: now + window.latestInMs,
                remaining: window.remaining,
              },
        outsiders: grant.outsiders,
      },
      now,
    )
  }
}
