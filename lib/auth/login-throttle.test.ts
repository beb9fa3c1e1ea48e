import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addressKey, addressPrefixes } from '@/lib/access/address-prefix'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { runs } from '@/lib/testing/random-runs'
import { LoginThrottle, unlockAccount } from './login-throttle'
import { HandClock, installTestAuth } from './testing'

const minute = 60_000
const secret = 'a secret of the tests, 32 bytes or more'
let db: TestDatabase
let clock: HandClock
let throttle: LoginThrottle

beforeAll(async () => {
  db = await openTestDatabase()
  await installTestAuth(db, new HandClock()).addPerson('viewer')
  await db.query(`update users set email = 'ann@example.com'`)
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query('truncate sign_in_counters')
  clock = new HandClock()
  throttle = new LoginThrottle({ db, clock, secret })
})

const begin = (account: string, address: string) => throttle.begin(account, address)
const wait = async (account: string, address: string) => (await begin(account, address)).waitSeconds
const repeat = (times: number, work: (run: number) => Promise<number>) =>
  Promise.all(Array.from({ length: times }, (_, run) => work(run)))
const free = (waits: readonly number[]) => waits.filter((seconds) => seconds === 0).length

describe('sign-in attempts', { tags: ['S13'] }, () => {
  it('reach the password check at most 10 times out of 300 at full speed; the others are given a time to wait', async () => {
    const tries = await repeat(300, () => wait('ann@example.com', '198.51.100.7'))
    expect(free(tries)).toBeLessThanOrEqual(10)
    expect(free(tries)).toBeGreaterThanOrEqual(5)
    expect(tries.slice(10).every((seconds) => seconds >= 1)).toBe(true)
  })

  it('from one address do not delay the account’s owner at another address', async () => {
    await repeat(300, () => wait('ann@example.com', '198.51.100.7'))
    expect(await wait('ann@example.com', '203.0.113.9')).toBe(0)
  })

  it('are counted across all consoles, regardless of case and spaces in the email address', async () => {
    const other = new LoginThrottle({ db, clock, secret })
    const spellings = ['ann@example.com', 'ANN@example.com', ' Ann@Example.com ']
    const tries = await repeat(60, async (run) => {
      const attempt = await (run % 2 === 0 ? throttle : other).begin(spellings[run % 3] ?? '', '198.51.100.7')
      return attempt.waitSeconds
    })
    expect(free(tries)).toBe(5)
  })

  it('wait longer each time, but at most ten seconds', async () => {
    const waits: number[] = []
    for (let run = 0; run < 40; run += 1) {
      let seconds = await wait('ann@example.com', '198.51.100.7')
      if (seconds === 0) seconds = await wait('ann@example.com', '198.51.100.7')
      waits.push(seconds)
      clock.advance(seconds * 1_000)
    }
    expect(Math.max(...waits)).toBe(10)
    clock.advance(31 * minute)
    expect(await wait('ann@example.com', '198.51.100.7')).toBe(0)
  })

  it(
    'from one address at 10,000 accounts cause at most 50 password checks in any minute',
    { timeout: 600_000 },
    async () => {
      const checkedAt: number[] = []
      const attempts = runs(10_000, 600)
      for (let run = 0; run < attempts; run += 1) {
        if ((await wait(`user-${run}@example.com`, '198.51.100.7')) === 0) checkedAt.push(clock.now())
        // Fewer attempts take as long, so that they meet the same limits.
        clock.advance(300_000 / attempts)
      }
      const worst = Math.max(
        ...checkedAt.map((at) => checkedAt.filter((other) => other >= at && other < at + minute).length),
      )
      expect(worst).toBeLessThanOrEqual(50)
      expect(checkedAt.length).toBeGreaterThan(20)
    },
  )

  it(
    'from everywhere at one account cause at most 20 password checks in any minute',
    { tags: ['S41', 'full'], timeout: 600_000 },
    async () => {
      const checkedAt: number[] = []
      for (let run = 0; run < runs(6_000); run += 1) {
        const address = run % 2 === 0 ? `2001:db8:${run % 900}:${run}::1` : `10.0.${(run >> 8) & 255}.${run & 255}`
        if ((await wait('ann@example.com', address)) === 0) checkedAt.push(clock.now())
        clock.advance(40)
      }
      const worst = Math.max(
        ...checkedAt.map((at) => checkedAt.filter((other) => other >= at && other < at + minute).length),
      )
      expect(worst).toBeLessThanOrEqual(16)
    },
  )

  it('that succeed do not count', async () => {
    for (let run = 0; run < 50; run += 1) {
      const attempt = await begin('ann@example.com', '203.0.113.9')
      expect(attempt.waitSeconds).toBe(0)
      await attempt.succeed()
    }
  })

  it('from one IPv6 network count as one address, and an IPv4 address in IPv6 form counts as IPv4', () => {
    expect(addressKey('2001:db8:1:2:aaaa::1')).toBe(addressKey('2001:0db8:1:2:bbbb:cccc:0:9'))
    expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
    expect(addressPrefixes('2001:db8:1:2::1').wide).toBe(addressPrefixes('2001:db8:1:3::1').wide)
    expect(addressPrefixes('2001:db8:1::1').wide).not.toBe(addressPrefixes('2001:db8:2::1').wide)
    expect(addressKey('2001:db8::1')).toBe(addressKey('2001:db8:0:0:5::1'))
    expect(addressPrefixes('::ffff:192.0.2.1')).toEqual({ near: '192.0.2.1', wide: '192.0.2.1' })
  })
})

const away = () => Promise.reject(new Error('away'))

describe('counters', { tags: ['S41'] }, () => {
  it('contain nothing that was typed', async () => {
    await begin('my-password-typed-here', '198.51.100.7')
    const { rows } = await db.query('select * from sign_in_counters')
    expect(rows.length).toBeGreaterThan(2)
    expect(JSON.stringify(rows)).not.toMatch(/my-password|198\.51/)
  })

  it(
    'stay few during a flood of new keys, and an account under attack stays counted',
    { timeout: 600_000 },
    async () => {
      // The limit is a fraction of the flood, so that few attempts have the same effect as a million on the real table.
      const flood = runs(60_000, 6_000)
      const rowsMax = flood / 4
      throttle = new LoginThrottle({ db, clock, secret, rowsMax })
      let passed = 0
      for (let done = 0; done < flood; done += 250) {
        const tries = await repeat(250, (run) => {
          const index = done + run
          // Every tenth attempt is at one account; the others only create new counters.
          const address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
          return wait(index % 10 === 0 ? 'ann@example.com' : `nobody-${index}@example.com`, address)
        })
        clock.advance(10)
        passed += free(tries.filter((_, run) => (done + run) % 10 === 0))
        const { rows } = await db.query<{ count: number }>('select count(*) as count from sign_in_counters')
        // One console may add this many counters between two sweeps.
        expect(rows[0]?.count).toBeLessThanOrEqual(rowsMax + 6_000)
      }
      expect(passed).toBeLessThanOrEqual(8 + (flood / 250) * 0.01 * (8 / 60))
    },
  )

  it('of an account are deleted by a command, even while the console runs', async () => {
    await repeat(300, (run) => wait('ann@example.com', `10.0.0.${run % 250}`))
    expect(await wait('ann@example.com', '10.0.0.1')).toBeGreaterThan(0)
    await unlockAccount(db, secret, ' ANN@example.com')
    expect(await wait('ann@example.com', '10.0.0.1')).toBe(0)
    await throttle.unlock('ann@example.com')
    expect(await wait('ann@example.com', '10.0.0.1')).toBe(0)
  })

  it('that cannot be reached prevent every sign-in', async () => {
    const lost = new LoginThrottle({ db: { query: away, transaction: away }, clock, secret })
    await expect(lost.begin('ann@example.com', '198.51.100.7')).rejects.toThrow('away')
  })
})
