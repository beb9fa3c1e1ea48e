import type { BucketLimit } from '@/lib/web/throttle'
import { loginLimits as limits } from './sign-in-limits'

/**
 * A counter. Buckets use `tokens`, pairs of account and address the other fields. Times are milliseconds since the
 * epoch.
 */
export interface Counter {
  tokens: number
  tries: number
  firstAt: number
  notBefore: number
  at: number
  /** From this time on the counter is the same as a new one and can be deleted. */
  expiresAt: number
}

export interface Counters {
  get(key: string): Counter | undefined
  set(key: string, counter: Counter): void
  delete(key: string): void
}

/** The keys under which an attempt is counted. */
export interface TryKeys {
  account: string
  /** Account and IPv6 network (/64) or IPv4 address. */
  pair: string
  /** Account and IPv6 network (/48); the same as `pair` for IPv4. */
  widePair: string
  place: string
  address: string
  /** Null for IPv4. */
  network: string | null
  reserve: string
  /** For a known browser or a session; null without one. */
  known: string | null
}

/**
 * `check`: the password may be checked. `quiet`: like `check`, but the response to a wrong password must look as if
 * nothing had been checked. `refused`: nothing is checked. `hidden`: like `refused`, but with the same response as
 * `quiet`.
 */
export interface Verdict {
  kind: 'check' | 'quiet' | 'refused' | 'hidden'
  waitMs: number
  /** Buckets to refund when the password was correct. */
  taken: Array<[key: string, limit: BucketLimit]>
}

function readBucket(counters: Counters, key: string, limit: BucketLimit, now: number): Counter {
  const stored = counters.get(key)
  const fresh = { tokens: limit.burst, tries: 0, firstAt: now, notBefore: 0, at: now, expiresAt: now }
  if (stored === undefined || stored.expiresAt <= now) return fresh
  // The clock of another console may be ahead.
  const tokens = Math.min(limit.burst, stored.tokens + (Math.max(0, now - stored.at) / 1000) * limit.perSecond)
  return { ...stored, tokens, at: Math.max(now, stored.at) }
}

function writeBucket(counters: Counters, key: string, limit: BucketLimit, bucket: Counter): void {
  // A full bucket is the same as a missing one, so it expires.
  const expiresAt = bucket.at + ((limit.burst - bucket.tokens) / limit.perSecond) * 1000 + 1
  counters.set(key, { ...bucket, expiresAt })
}

/** Takes one token from all buckets, or from none. */
function takeAll(counters: Counters, buckets: Verdict['taken'], now: number): boolean {
  const read = buckets.map(([key, limit]) => ({ key, limit, bucket: readBucket(counters, key, limit, now) }))
  if (read.some(({ bucket }) => bucket.tokens < 1)) return false
  for (const { key, limit, bucket } of read) writeBucket(counters, key, limit, { ...bucket, tokens: bucket.tokens - 1 })
  return true
}

/** Returns the tokens of an attempt whose password was correct, and deletes its record. */
export function refund(counters: Counters, keys: TryKeys, taken: Verdict['taken'], now: number): void {
  for (const [key, limit] of taken) {
    const bucket = readBucket(counters, key, limit, now)
    writeBucket(counters, key, limit, { ...bucket, tokens: Math.min(limit.burst, bucket.tokens + 1) })
  }
  counters.delete(keys.pair)
  counters.delete(keys.widePair)
  const place = { tokens: 0, tries: 0, firstAt: now, notBefore: 0, at: now, expiresAt: now + limits.placeMs }
  counters.set(keys.place, place)
}

function isUsed(pair: Counter | undefined, now: number): boolean {
  return pair !== undefined && (pair.tries > 0 || now - pair.firstAt > limits.freshMs)
}

/** The number of tokens that the bucket of an account must have for an attempt from this address. */
function needOf(counters: Counters, keys: TryKeys, now: number): number {
  if (live(counters.get(keys.place), now) !== undefined) return limits.needs.place
  if (isUsed(live(counters.get(keys.pair), now), now)) return limits.needs.used
  return isUsed(live(counters.get(keys.widePair), now), now) ? limits.needs.freshInUsedNetwork : limits.needs.fresh
}

function live(counter: Counter | undefined, now: number): Counter | undefined {
  return counter !== undefined && counter.expiresAt > now ? counter : undefined
}

/** Records that an address tried an account; `isChecked` counts towards the delay. */
function notePair(counters: Counters, key: string, now: number, change: { isChecked: boolean; waitMs: number }): void {
  const before = live(counters.get(key), now)
  const tries = before === undefined || now - before.at > limits.forgetMs ? 0 : before.tries
  counters.set(key, {
    tokens: 0,
    // Stays above 0 once a password was checked, so that new addresses keep coming first.
    tries: Math.max(tries, Math.min(1, before?.tries ?? 0)) + (change.isChecked ? 1 : 0),
    firstAt: before?.firstAt ?? now,
    notBefore: now + change.waitMs,
    at: now,
    expiresAt: now + limits.rememberMs,
  })
}

function delayAfter(tries: number): number {
  const over = tries - limits.freeTries
  return over < 0 ? 0 : Math.min(limits.firstDelayMs * 2 ** Math.min(over, 20), limits.delayMsMax)
}

/**
 * Decides about one attempt and counts it. Nobody is locked out permanently:
 * - A known browser has a separate allowance in addition to the following rules.
 * - One address at one account waits longer after each wrong attempt, at most ten seconds.
 * - One account has 8 checks a minute. While attackers use them up, an address that is new to the account comes before
 * all addresses that have tried before. Each address is new once a day.
 * - One address has 20 checks a minute. Above that, only attempts at existing accounts are checked, with responses that
 * do not reveal which accounts exist.
 */
export function decideTry(counters: Counters, keys: TryKeys, now: number, accountExists: boolean): Verdict {
  if (keys.known !== null) {
    const taken: Verdict['taken'] = [[keys.known, limits.known]]
    if (takeAll(counters, taken, now)) return { kind: 'check', waitMs: 0, taken }
  }
  const pair = live(counters.get(keys.pair), now)
  if (pair !== undefined && now < pair.notBefore)
    return { kind: 'refused', waitMs: Math.min(pair.notBefore - now, limits.delayMsMax), taken: [] }

  const need = needOf(counters, keys, now)
  const bucket = readBucket(counters, keys.account, limits.account, now)
  if (bucket.tokens < need) {
    // Marks the bucket as used, because a flood of other keys must not evict it. A new bucket would be full.
    writeBucket(counters, keys.account, limits.account, bucket)
    note(counters, keys, now, { isChecked: false, waitMs: limits.drawMs })
    return { kind: 'refused', waitMs: limits.drawMs, taken: [] }
  }

  const taken: Verdict['taken'] = [[keys.address, limits.address]]
  if (keys.network !== null) taken.push([keys.network, limits.network])
  const hasAddressToken = takeAll(counters, taken, now)
  const reserve: Verdict['taken'] = [[keys.reserve, limits.reserve]]
  if (!hasAddressToken) {
    if (readBucket(counters, keys.reserve, limits.reserve, now).tokens < 1)
      return { kind: 'hidden', waitMs: limits.drawMs, taken: [] }
    // All other buckets also count attempts at missing accounts, so that they do not reveal which accounts exist.
    if (accountExists) takeAll(counters, reserve, now)
  }
  const delayMs = delayAfter((pair?.tries ?? 0) + 1)
  note(counters, keys, now, { isChecked: true, waitMs: delayMs })
  const account: Verdict['taken'] = [[keys.account, limits.account]]
  takeAll(counters, account, now)
  if (hasAddressToken) return { kind: 'check', waitMs: 0, taken: [...taken, ...account] }
  const waitMs = Math.max(limits.drawMs, delayMs)
  return accountExists
    ? { kind: 'quiet', waitMs, taken: [...reserve, ...account] }
    : { kind: 'hidden', waitMs, taken: [] }
}

function note(counters: Counters, keys: TryKeys, now: number, change: { isChecked: boolean; waitMs: number }): void {
  notePair(counters, keys.pair, now, change)
  if (keys.widePair !== keys.pair) notePair(counters, keys.widePair, now, { ...change, waitMs: 0 })
}
