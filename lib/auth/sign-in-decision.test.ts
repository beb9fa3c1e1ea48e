import { describe, expect, it } from 'vitest'
import { addressPrefixes } from '@/lib/access/address-prefix'
import { runs, seed } from '@/lib/testing/random-runs'
import { type Counter, decideTry, refund, type TryKeys, type Verdict } from './sign-in-decision'

/**
 * Simulates attackers and an owner who use the rules in one queue of events. Counters are in a Map; time is simulated.
 */

const second = 1_000
const owner = 'owner'
const names = new Set([owner, ...Array.from({ length: 200 }, (_, index) => `person-${index}`)])

function keysOf(account: string, address: string, known: string | null = null): TryKeys {
  const { near, wide } = addressPrefixes(address)
  return {
    account: `account:${account}`,
    pair: `pair:${account}:${near}`,
    widePair: `pair:${account}:${wide}`,
    place: `place:${account}:${wide}`,
    address: `address:${near}`,
    network: near === wide ? null : `network:${wide}`,
    reserve: `reserve:${near}`,
    known: known === null ? null : `known:${known}`,
  }
}

function createRandom(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

class World {
  readonly counters = new Map<string, Counter>()
  readonly checkedAt: number[] = []
  now = 1_000_000_000

  try(account: string, address: string, known: string | null = null): Verdict {
    const keys = keysOf(account, address, known)
    const verdict = decideTry(this.counters, keys, this.now, names.has(account))
    if (verdict.taken.length > 0 && account === owner) this.checkedAt.push(this.now)
    return verdict
  }

  /** The highest number of password checks for the owner's account in any minute. */
  worstMinute(): number {
    let [worst, from] = [0, 0]
    for (const [index, at] of this.checkedAt.entries()) {
      while (at - (this.checkedAt[from] ?? 0) >= 60 * second) from += 1
      worst = Math.max(worst, index - from + 1)
    }
    return worst
  }
}

interface Attack {
  /** Attempts per second in total. */
  rate: number
  /** The attacker's n-th attempt, `ms` after the start of the attack. */
  next: (index: number, ms: number) => { account: string; address: string }
}

/**
 * Seconds until the owner is signed in, from a browser and an address that are new to the account; null if a minute of
 * attempts was not enough. The attack begins `headStart` seconds earlier.
 */
function waitOfOwner(attack: Attack, headStart: number, random: () => number, address = '203.0.113.9') {
  const world = new World()
  const start = world.now
  const ownerFrom = start + headStart * second + random() * second
  let ownerAt = ownerFrom
  let ms = 0
  for (let index = 0; ; index += 1) {
    while (start + ms > ownerAt) {
      world.now = ownerAt
      const verdict = world.try(owner, address)
      if (verdict.taken.length > 0) return { seconds: (ownerAt - ownerFrom) / second, world }
      // The form tries again after Retry-After and a network delay of up to 200 ms.
      ownerAt += Math.ceil(verdict.waitMs / second) * second + random() * 200
      if (ownerAt - ownerFrom > 60 * second) return { seconds: null, world }
    }
    world.now = start + ms
    const { account, address: from } = attack.next(index, ms)
    world.try(account, from)
    ms += (second / attack.rate) * 2 * random()
  }
}

function survey(attack: Attack, headStart: number, options: { address?: string; rounds?: number } = {}) {
  const random = createRandom(seed)
  const waits: number[] = []
  const rounds = options.rounds ?? runs(50, 12)
  let worst = 0
  for (let round = 0; round < rounds; round += 1) {
    const { seconds, world } = waitOfOwner(attack, headStart + round * 0.37, random, options.address)
    if (seconds !== null) waits.push(seconds)
    worst = Math.max(worst, world.worstMinute())
  }
  return { share: waits.length / rounds, slowest: Math.max(0, ...waits), worst }
}

const ipv4 = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
const inNetwork = (index: number) => `2001:db8:1:${(index % 65_536).toString(16)}::1`

const fresh = (perMinute: number): Attack => ({
  rate: 50,
  // Addresses keep trying while new ones join all the time.
  next: (index, ms) => ({
    account: owner,
    address: ipv4(Math.max(0, Math.floor((ms / 60_000) * perMinute) - (index % 100))),
  }),
})

describe('during an attack on an account, its owner on a new browser', { tags: ['S41'] }, () => {
  it('can sign in at once if one /48 guesses at any speed', () => {
    for (const rate of [3, 200]) {
      const attack = { rate, next: (index: number) => ({ account: owner, address: inNetwork(index) }) }
      const { share, slowest, worst } = survey(attack, 40, { rounds: runs(20, 3) })
      expect([share, slowest]).toEqual([1, 0])
      expect(worst).toBeLessThanOrEqual(16)
    }
  })

  it('can sign in at once if 5,000 addresses guess that have all tried before', () => {
    // Every address tries about once in 25 s. More frequent attempts would not change the result.
    const attack = { rate: 200, next: (index: number) => ({ account: owner, address: ipv4(index % 5_000) }) }
    const { share, slowest, worst } = survey(attack, 110, { rounds: runs(10, 3) })
    expect([share, slowest]).toEqual([1, 0])
    expect(worst).toBeLessThanOrEqual(16)
  })

  it("can sign in within a minute while fewer new addresses than the account's limit appear each minute", () => {
    const { share, worst } = survey(fresh(6), 150)
    expect(share).toBe(1)
    expect(worst).toBeLessThanOrEqual(16)
  })

  it(
    'competes with all other new addresses if more of them appear each minute, which this defense cannot prevent',
    { tags: ['full'] },
    () => {
      const shares = [8, 16, 60, 300].map((perMinute) => {
        const joining: Attack = {
          rate: 100,
          next: (index, ms) => ({
            account: owner,
            address: ipv4(Math.max(0, Math.floor((ms / 60_000) * perMinute) - (index % Math.ceil(perMinute * 1.25)))),
          }),
        }
        return survey(joining, 150).share
      })
      expect(shares[0]).toBeGreaterThan(shares[3] ?? 1)
    },
  )

  it('can sign in at once when the addresses of a sudden attack are no longer new', () => {
    const attack = { rate: 200, next: (index: number) => ({ account: owner, address: ipv4(index % 2_000) }) }
    expect(survey(attack, 90, { rounds: runs(10, 3) })).toMatchObject({ share: 1, slowest: 0 })
  })
})

const sharedAddress = '198.51.100.7'
const flood = (rate: number, account: (index: number) => string) =>
  survey({ rate, next: (index) => ({ account: account(index), address: sharedAddress }) }, 60, {
    address: sharedAddress,
  }).share

describe("during a flood from the owner's address, the owner on a new browser", { tags: ['S41'] }, () => {
  const address = sharedAddress

  it('can sign in at once if the flood is at unknown accounts', () => {
    for (const rate of [2, 500]) {
      const attack = { rate, next: (index: number) => ({ account: `nobody-${index}`, address }) }
      expect(survey(attack, 20, { address, rounds: runs(20, 3) })).toMatchObject({ share: 1, slowest: 0 })
    }
  })

  it('competes with the flood if it is at existing accounts or their own, which this defense cannot prevent', () => {
    const shares = {
      existing: [1, 3, 10].map((rate) => flood(rate, (index) => `person-${index % 200}`)),
      own: [1, 3, 10].map((rate) => flood(rate, () => owner)),
    }
    expect(shares.existing[0]).toBeGreaterThanOrEqual(shares.existing[2] ?? 1)
  })
})

describe('a known browser', { tags: ['S41'] }, () => {
  it('can sign in at once in 50 of 50 cases during attempts from everywhere and from its own address', () => {
    const world = new World()
    for (let round = 0; round < 50; round += 1) {
      for (let index = 0; index < 400; index += 1) {
        world.now += 10
        world.try(
          index % 2 === 0 ? owner : `nobody-${index}`,
          index % 3 === 0 ? '198.51.100.7' : ipv4(round * 400 + index),
        )
      }
      const verdict = world.try(owner, '198.51.100.7', 'device')
      expect(verdict.kind).toBe('check')
      refund(world.counters, keysOf(owner, '198.51.100.7', 'device'), verdict.taken, world.now)
      world.checkedAt.pop()
    }
    expect(world.worstMinute()).toBeLessThanOrEqual(16)
  })

  it('whose cookie was stolen adds at most four guesses a minute, for a total of 20', () => {
    const world = new World()
    for (let index = 0; index < 20_000; index += 1) {
      world.now += 20
      world.try(owner, ipv4(index), index % 2 === 0 ? 'stolen' : null)
    }
    expect(world.worstMinute()).toBeLessThanOrEqual(20)
    expect(world.worstMinute()).toBeGreaterThan(10)
  })
})
