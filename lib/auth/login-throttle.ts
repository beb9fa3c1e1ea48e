import 'server-only'
import { createHmac, hkdfSync } from 'node:crypto'
import { addressKey, addressPrefixes } from '@/lib/access/address-prefix'
import type { Clock } from '@/lib/clock'
import type { Database, Queryable } from '@/lib/db/types'
import { Throttle } from '@/lib/web/throttle'
import { findDevice } from './device-cookie'
import {
  type CountedAccount,
  counterRowsMax,
  countInDatabase,
  forgetAccount,
  sweepCounters,
} from './sign-in-counter-store'
import { type Counters, decideTry, refund, type TryKeys, type Verdict } from './sign-in-decision'
import { loginLimits } from './sign-in-limits'

export interface LoginTry {
  /** 0: the password may be checked. Otherwise whole seconds to wait. */
  waitSeconds: number
  /**
   * Set if the response to this attempt must not reveal whether the account exists. The response to a wrong password
   * then comes after `quietAnswerMs` and looks as if no password had been checked.
   */
  quiet: { waitSeconds: number } | null
  /** Call it when the password was correct, so that the attempt does not count. */
  succeed: () => Promise<void>
}

/** The origin of an attempt, besides its address. */
export interface TryFrom {
  /** The browser's device cookie. */
  devices?: string | null
  /** The session of a signed-in person who gives proof. It has a separate allowance. */
  sid?: string
}

/** Time from a quiet attempt to its response. A password check takes a fraction of this time. */
export const quietAnswerMs = 500

const batchMax = 64
const sweepEvery = 1_000
const sweepEveryMs = 60_000

interface Work {
  email: string
  keysOf: (account: CountedAccount | undefined) => TryKeys
  run: (counters: Counters, keys: TryKeys, account: CountedAccount | undefined) => void
  done: () => void
  fail: (error: unknown) => void
}

export interface LoginThrottleOptions {
  db: Pick<Database, 'query' | 'transaction'>
  clock: Clock
  secret: string
  rowsMax?: number
}

/** Keys of counters are keyed hashes, because a person may type their password in place of the email address. */
function createHash(secret: string): (text: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sign-in counters', 32))
  return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 16)
}

function listKeys({ account, pair, widePair, place, address, network, reserve, known }: TryKeys): string[] {
  return [account, pair, widePair, place, address, network, reserve, known].filter((key) => key !== null)
}

const normalize = (account: string) => account.trim().toLowerCase().slice(0, 254)

/** Deletes the attempts at an account, for the command that unlocks it while the console runs. */
export async function unlockAccount(db: Queryable, secret: string, email: string): Promise<void> {
  await forgetAccount(db, createHash(secret)(normalize(email)))
}

/**
 * Counts sign-in attempts before any password is hashed, for all consoles of a database; `decideTry` has the rules.
 * Concurrent attempts are counted in one transaction, so that a flood uses one connection.
 */
export class LoginThrottle {
  readonly #options: LoginThrottleOptions
  readonly #noted: Throttle
  readonly #hash: (text: string) => string
  readonly #queue: Work[] = []
  #isRunning = false
  #sinceSweep = 0
  #sweptAt: number
  /** Number of refused attempts since the last one that was logged. */
  #unnoted = 0

  constructor(options: LoginThrottleOptions) {
    this.#options = options
    this.#noted = new Throttle(options.clock)
    this.#hash = createHash(options.secret)
    this.#sweptAt = options.clock.now()
  }

  /**
   * Whether a refused attempt is logged, and how many attempts before it were not logged. Attempts with a password
   * check only count towards the total limit, because there are few. Each console counts by itself.
   */
  note(address: string, wasChecked: boolean): { isNoted: boolean; unnoted: number } {
    const isOpen = wasChecked || this.#noted.take(`noted ${addressKey(address)}`, loginLimits.notedAddress) === 0
    if (!isOpen || this.#noted.take('noted', loginLimits.notedAll) > 0) {
      this.#unnoted += 1
      return { isNoted: false, unnoted: this.#unnoted }
    }
    const unnoted = this.#unnoted
    this.#unnoted = 0
    return { isNoted: true, unnoted }
  }

  /**
   * Counts an attempt for an account (as typed, in any case) from an address. Counting happens before the password
   * check, so parallel attempts have no advantage.
   * @throws AppError unavailable when the database cannot be reached
   */
  async begin(account: string, address: string, from: TryFrom = {}): Promise<LoginTry> {
    const email = normalize(account)
    const keysOf = (person: CountedAccount | undefined) => this.#keysOf(email, address, from, person)
    const verdict = await this.#count<Verdict>(email, keysOf, (counters, keys, person) =>
      decideTry(counters, keys, this.#options.clock.now(), person !== undefined),
    )
    const waitSeconds = Math.max(1, Math.ceil(verdict.waitMs / 1000))
    const isRefused = verdict.kind === 'refused' || verdict.kind === 'hidden'
    return {
      waitSeconds: isRefused ? waitSeconds : 0,
      quiet: verdict.kind === 'quiet' || verdict.kind === 'hidden' ? { waitSeconds } : null,
      // The password was correct, so the sign-in must not fail because the refund does.
      succeed: () =>
        this.#count(email, keysOf, (counters, keys) =>
          refund(counters, keys, verdict.taken, this.#options.clock.now()),
        ).catch(() => undefined),
    }
  }

  /** Deletes all attempts at an account. */
  unlock(email: string): Promise<void> {
    return unlockAccount(this.#options.db, this.#options.secret, email)
  }

  #keysOf(email: string, address: string, from: TryFrom, person: CountedAccount | undefined): TryKeys {
    const { secret, clock } = this.#options
    const { near, wide } = addressPrefixes(address)
    const tag = this.#hash(email)
    const [nearTag, wideTag] = [this.#hash(near), this.#hash(wide)]
    const device = person === undefined ? null : findDevice(secret, from.devices ?? null, person, clock.now())
    const known = from.sid ?? (device === null ? null : `${person?.userId} ${device}`)
    return {
      account: `account:${tag}`,
      pair: `pair:${tag}:${nearTag}`,
      widePair: `pair:${tag}:${wideTag}`,
      place: `place:${tag}:${wideTag}`,
      address: `address:${nearTag}`,
      network: near === wide ? null : `network:${wideTag}`,
      reserve: `reserve:${nearTag}`,
      known: known === null ? null : `known:${this.#hash(known)}`,
    }
  }

  #count<Result>(
    email: string,
    keysOf: Work['keysOf'],
    run: (counters: Counters, keys: TryKeys, account: CountedAccount | undefined) => Result,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      let result: { value: Result } | null = null
      this.#queue.push({
        email,
        keysOf,
        // A transaction may be retried, so only the result of the last run counts.
        run: (counters, keys, account) => {
          result = { value: run(counters, keys, account) }
        },
        done: () => (result === null ? reject(new Error('a try was not counted')) : resolve(result.value)),
        fail: reject,
      })
      if (!this.#isRunning) void this.#work()
    })
  }

  async #work(): Promise<void> {
    this.#isRunning = true
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, batchMax)
      try {
        await this.#countBatch(batch)
        for (const { done } of batch) done()
      } catch (error) {
        for (const { fail } of batch) fail(error)
      }
    }
    this.#isRunning = false
  }

  async #countBatch(batch: readonly Work[]): Promise<void> {
    const { db, clock, rowsMax = counterRowsMax } = this.#options
    let keys: TryKeys[] = []
    await countInDatabase(
      db,
      [...new Set(batch.map(({ email }) => email))],
      (accounts) => {
        keys = batch.map(({ email, keysOf }) => keysOf(accounts.get(email)))
        return [...new Set(keys.flatMap(listKeys))]
      },
      (counters, accounts) => {
        for (const [index, { email, run }] of batch.entries()) {
          const own = keys[index]
          if (own !== undefined) run(counters, own, accounts.get(email))
        }
      },
    )
    this.#sinceSweep += batch.length
    const now = clock.now()
    if (this.#sinceSweep < sweepEvery && now - this.#sweptAt < sweepEveryMs) return
    this.#sinceSweep = 0
    this.#sweptAt = now
    // A failed sweep does no harm: the next one deletes the rows.
    await sweepCounters(db, now, rowsMax).catch(() => undefined)
  }
}
