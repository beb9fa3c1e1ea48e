import type { Clock } from '@/lib/clock'
import { Throttle, type BucketLimit } from '@/lib/web/throttle'

/**
 * Counts sign-in tries before any password is hashed. Three counters, none of which locks a person out for good:
 * one address trying one account (growing delay), one address whatever the account, and one account whatever the
 * address. The last does not hold for an address from which that account signed in before, so that guessing from many
 * machines slows down the guessers and not the owner. Counts per console process.
 */
export const loginLimits = {
  /** Wrong tries of one address at one account before the delay starts. */
  freeTries: 5,
  firstDelayMs: 1_000,
  delayMsMax: 5 * 60_000,
  /** A pair is forgotten after this long without a try. */
  forgetMs: 30 * 60_000,
  /** Never more than 50 checks in any minute from one address: the burst and a minute's refill together. */
  address: { burst: 25, perSecond: 25 / 60 } satisfies BucketLimit,
  account: { burst: 20, perSecond: 20 / 60 } satisfies BucketLimit,
  /** Entries of the log about tries that were sent away unchecked: one for an address and minute. */
  notedAddress: { burst: 1, perSecond: 1 / 60 } satisfies BucketLimit,
  /** The same about all refused tries, from wherever: a flood must not fill the log. */
  notedAll: { burst: 200, perSecond: 10 / 60 } satisfies BucketLimit,
} as const

const pairsMax = 50_000
const knownMax = 10_000

export interface LoginTry {
  /** 0 = may be checked; else whole seconds to wait. */
  waitSeconds: number
  /** Call when the password was right: the try then counts for nothing. */
  succeed: () => void
}

/** IPv6 gives one household 2^64 addresses, so those count by their first 64 bits. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':')
    while (groups.length + last.length < 8) groups.push('0')
    groups.push(...last)
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

function refuse(seconds: number): LoginTry {
  return { waitSeconds: Math.max(1, Math.ceil(seconds)), succeed: () => undefined }
}

export class LoginThrottle {
  readonly #clock: Clock
  readonly #buckets: Throttle
  readonly #pairs = new Map<string, { tries: number; notBefore: number; at: number }>()
  readonly #known = new Set<string>()
  /** Refused tries that are not in the log, since the last that is. */
  #unnoted = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#buckets = new Throttle(clock)
  }

  /**
   * Whether a refused try is to be written into the log, and how many before it were not. Those that were checked count
   * against the limit of all alone: their number is small already.
   */
  note(address: string, wasChecked: boolean): { isNoted: boolean; unnoted: number } {
    const isOpen = wasChecked || this.#buckets.take(`noted ${addressKey(address)}`, loginLimits.notedAddress) === 0
    if (!isOpen || this.#buckets.take('noted', loginLimits.notedAll) > 0) {
      this.#unnoted += 1
      return { isNoted: false, unnoted: this.#unnoted }
    }
    const unnoted = this.#unnoted
    this.#unnoted = 0
    return { isNoted: true, unnoted }
  }

  /** Counts a try for an account (as typed, any case) from an address. Counting comes first, so parallel tries gain nothing. */
  begin(account: string, address: string): LoginTry {
    const now = this.#clock.now()
    const who = account.trim().toLowerCase()
    const from = addressKey(address)
    const pairKey = `${from} ${who}`
    let pair = this.#pairs.get(pairKey)
    if (pair !== undefined && now - pair.at > loginLimits.forgetMs) pair = undefined
    if (pair !== undefined && now < pair.notBefore) return refuse((pair.notBefore - now) / 1000)

    const addressWait = this.#buckets.take(`address ${from}`, loginLimits.address)
    if (addressWait > 0) return refuse(addressWait)
    const isKnown = this.#known.has(pairKey)
    if (!isKnown) {
      const accountWait = this.#buckets.take(`account ${who}`, loginLimits.account)
      if (accountWait > 0) {
        this.#buckets.giveBack(`address ${from}`, loginLimits.address)
        return refuse(accountWait)
      }
    }

    const tries = (pair?.tries ?? 0) + 1
    const over = tries - loginLimits.freeTries
    const delayMs = over < 0 ? 0 : Math.min(loginLimits.firstDelayMs * 2 ** over, loginLimits.delayMsMax)
    this.#pairs.delete(pairKey)
    if (this.#pairs.size >= pairsMax) {
      const oldest = this.#pairs.keys().next().value
      if (oldest !== undefined) this.#pairs.delete(oldest)
    }
    this.#pairs.set(pairKey, { tries, notBefore: now + delayMs, at: now })

    return {
      waitSeconds: 0,
      succeed: () => {
        this.#pairs.delete(pairKey)
        this.#buckets.giveBack(`address ${from}`, loginLimits.address)
        if (!isKnown) this.#buckets.giveBack(`account ${who}`, loginLimits.account)
        if (this.#known.size >= knownMax) {
          const oldest = this.#known.values().next().value
          if (oldest !== undefined) this.#known.delete(oldest)
        }
        this.#known.add(pairKey)
      },
    }
  }
}
