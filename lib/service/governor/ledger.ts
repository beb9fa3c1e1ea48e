import { waitSecondsMax, type RateHeaders } from './rate-headers'

interface Window {
  earliest: number
  latest: number
  /** Our own requests that the window counted. */
  count: number
  remaining: number
  /** When the last response about the window arrived. */
  reportedAt: number
  /** When the newest request with a response about the window was sent. */
  askedAt: number
}

/** What all consoles together know about one limit. */
export interface SharedFigures {
  limit: number
  /** The service's window, by this console's clock. */
  window: Pick<Window, 'earliest' | 'latest' | 'remaining'> | null
  /** Requests of this window that no console sent. */
  outsiders: number
}

/**
 * What one bucket has spent. Never frees a request's place before the service's window that counted it is certainly
 * over, although the start of those windows is unknown:
 * - without rate headers, a place is free 60 s after the request's response arrived (the request had arrived by then);
 * - with headers, as soon as the window named in the response is over.
 */
export class Ledger {
  limit: number
  source: 'table' | 'headers' = 'table'
  inFlight = 0
  /** Times at which places of requests without headers become free, ascending. */
  #expiries: number[] = []
  #head = 0
  /** The service's current window, as far as its responses show: it ends between `earliest` and `latest`. */
  #window: Window | null = null
  #distrustedUntil = 0
  /** The rate of other clients: the highest seen in this window, and in the previous one. */
  #rivalsPerSecond = 0
  #rivalsPerSecondBefore = 0
  /** Requests in the window that no console sent. Null while this console does not share the limit. */
  #outsiders: number | null = null

  constructor(readonly tableLimit: number) {
    this.limit = tableLimit
  }

  /** Requests that may be sent now. */
  free(now: number): number {
    const left = this.left(now)
    if (this.#window === null || this.inFlight === 0) return left
    // Other clients send as well, so the rest in the last response may be used up. Near that point requests go one at a
    // time, and their responses show the rest.
    const ageSeconds = Math.max(0, now - this.#window.reportedAt) / 1000 + arrivalSeconds
    const rivalsPerSecond = Math.max(this.#rivalsPerSecond, this.#rivalsPerSecondBefore)
    return this.#window.remaining - this.inFlight <= rivalsPerSecond * ageSeconds ? Math.min(left, 0) : left
  }

  /**
   * Free places, if no other client has sent since the last response. At zero, none becomes free before `nextExpiry`.
   */
  left(now: number): number {
    this.#forget(now)
    const own = this.limit - this.inFlight - (this.#expiries.length - this.#head) - (this.#window?.count ?? 0)
    return this.#window === null ? own : Math.min(own, this.#window.remaining - this.inFlight)
  }

  /** Requests that the service counts, apart from those in flight. */
  spent(now: number): number {
    this.#forget(now)
    return this.#expiries.length - this.#head + (this.#window?.count ?? 0)
  }

  /** What responses showed of the service's window; null when it is not known. */
  window(now: number): Readonly<Pick<Window, 'earliest' | 'latest' | 'remaining' | 'askedAt'>> | null {
    this.#forget(now)
    return this.#window
  }

  /** Whether the known window counted everything that is spent. */
  isInWindow(): boolean {
    return this.#window !== null && this.#head === this.#expiries.length
  }

  /** Adopts what all consoles together know. Requests of other consoles do not count as requests of rivals. */
  share({ limit, window, outsiders }: SharedFigures, now: number): void {
    if (limit !== this.limit) this.source = limit === this.tableLimit ? 'table' : 'headers'
    this.limit = limit
    this.#outsiders = outsiders
    this.#forget(now)
    if (window === null || now < this.#distrustedUntil || now >= window.latest) return
    const known = this.#window
    if (known === null || (window.earliest > known.latest && now >= known.earliest))
      // This console has no response of that window yet.
      this.#openWindow({ ...window, count: 0, reportedAt: now, askedAt: 0 }, now)
    else if (window.earliest <= known.latest && window.latest >= known.earliest) {
      known.earliest = Math.max(known.earliest, window.earliest)
      known.latest = Math.max(known.earliest, Math.min(known.latest, window.latest))
      known.remaining = Math.min(known.remaining, window.remaining)
    }
  }

  /** True while a response has shown how the service counts this window. */
  hasWindow(now: number): boolean {
    this.#forget(now)
    return this.#window !== null
  }

  /** When the next place becomes free by itself, or null. */
  nextExpiry(): number | null {
    const expiry = this.#expiries[this.#head]
    if (this.#window === null) return expiry ?? null
    return expiry === undefined ? this.#window.latest : Math.min(expiry, this.#window.latest)
  }

  /** The earliest possible end of the service's window, while it is known. */
  windowEndsAt(): number | null {
    return this.#window?.earliest ?? null
  }

  /** Milliseconds until everything spent now is free again. */
  resetMs(now: number): number {
    this.#forget(now)
    const last = Math.max(this.#window?.latest ?? now, this.#expiries[this.#expiries.length - 1] ?? now)
    return Math.max(0, last - now)
  }

  /** Records an answered (or lost) request. */
  settle(sentAt: number, now: number, rate: RateHeaders | null, isRefused: boolean): void {
    this.inFlight -= 1
    this.#forget(now)
    // The request was refused, but its headers show room or are missing. So count locally for a while.
    if (isRefused && this.#window !== null && rate?.remaining !== 0) this.#distrust(now)
    if (rate?.limit != null) {
      this.limit = this.#distrustedUntil > now ? Math.min(rate.limit, this.tableLimit) : rate.limit
      this.source = 'headers'
    }
    const isTrusted = now >= this.#distrustedUntil
    if (
      rate !== null &&
      rate.remaining !== null &&
      rate.resetSeconds !== null &&
      rate.remaining <= this.limit &&
      isTrusted
    ) {
      if (this.#observe(sentAt, now, rate.remaining, rate.resetSeconds)) return
    }
    this.#hold(Math.min(now, sentAt + arrivalMsMax) + windowMs + marginMs, now)
  }

  /** Records that a lease was returned without a request. */
  release(): void {
    this.inFlight -= 1
  }

  /** Uses the figures of a response; false when they contradict earlier ones. */
  #observe(sentAt: number, now: number, remaining: number, resetSeconds: number): boolean {
    // The service reads its clock between our sending and our reading, and may round the seconds either way.
    const resetMs = Math.min(resetSeconds, waitSecondsMax - 1) * 1000
    const earliest = sentAt + resetMs - 1000
    const latest = now + resetMs + 1000
    const known = this.#window
    if (known === null) {
      this.#openWindow({ earliest, latest, count: 1, remaining, reportedAt: now, askedAt: sentAt }, now)
      return true
    }
    if (latest < known.earliest) {
      // A late response of an earlier window, which is over now.
      return latest <= now + 2000
    }
    if (earliest <= known.latest) {
      known.earliest = Math.max(known.earliest, earliest)
      known.latest = Math.max(known.earliest, Math.min(known.latest, latest))
      known.count += 1
      known.remaining = Math.min(known.remaining, remaining)
      known.reportedAt = now
      known.askedAt = Math.max(known.askedAt, sentAt)
      this.#noteRivals(now)
      return true
    }
    if (now >= known.earliest) {
      this.#openWindow({ earliest, latest, count: 1, remaining, reportedAt: now, askedAt: sentAt }, now)
      return true
    }
    // A new window cannot begin before the old one has ended, so these headers do not describe a window.
    this.#distrust(now)
    return false
  }

  #openWindow(window: Window, now: number): void {
    this.#window = window
    this.#rivalsPerSecondBefore = this.#rivalsPerSecond
    this.#rivalsPerSecond = 0
    this.#noteRivals(now)
  }

  #noteRivals(now: number): void {
    if (this.#window === null) return
    const { latest, count, remaining } = this.#window
    const others = this.#outsiders ?? Math.max(0, this.limit - remaining - count - this.inFlight)
    const elapsedSeconds = Math.max(1, (now - (latest - windowMs)) / 1000)
    this.#rivalsPerSecond = Math.max(this.#rivalsPerSecond, others / elapsedSeconds)
  }

  #distrust(now: number): void {
    this.#distrustedUntil = now + distrustMs
    this.limit = Math.min(this.limit, this.tableLimit)
    this.source = 'table'
    const spent = this.#window?.count ?? 0
    this.#window = null
    for (let index = 0; index < spent; index += 1) this.#hold(now + windowMs + marginMs, now)
  }

  #hold(expiry: number, now: number): void {
    if (expiry <= now) return
    // Kept ascending by rounding up: a later response never frees its place before an earlier one.
    this.#expiries.push(Math.max(expiry, this.#expiries[this.#expiries.length - 1] ?? 0))
  }

  #forget(now: number): void {
    if (this.#window !== null && now >= this.#window.latest) this.#window = null
    while (this.#head < this.#expiries.length && (this.#expiries[this.#head] ?? 0) <= now) this.#head += 1
    if (this.#head > 512 && this.#head * 2 > this.#expiries.length) {
      this.#expiries = this.#expiries.slice(this.#head)
      this.#head = 0
    }
  }
}

export const windowMs = 60_000
/** Tolerance for clocks that differ. */
export const marginMs = 50
/** A request that was sent reaches the service within this time, even when its response takes longer. */
export const arrivalMsMax = 2_000
/** How long a request may be on its way to the service while others send. */
const arrivalSeconds = 1
const distrustMs = 300_000
