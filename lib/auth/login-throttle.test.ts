import { describe, expect, it } from 'vitest'
import { addressKey, loginLimits, LoginThrottle } from './login-throttle'
import { HandClock } from './testing'

const minute = 60_000

describe('tries to sign in', { tags: ['S13'] }, () => {
  it('reach the password check at most 10 times of 300 at full speed, and say how long to wait', () => {
    const throttle = new LoginThrottle(new HandClock())
    const tries = Array.from({ length: 300 }, () => throttle.begin('ann@example.com', '198.51.100.7').waitSeconds)
    expect(tries.filter((wait) => wait === 0).length).toBeLessThanOrEqual(10)
    expect(tries.filter((wait) => wait === 0).length).toBeGreaterThanOrEqual(5)
    expect(tries.slice(10).every((wait) => wait >= 1)).toBe(true)
  })

  it('of one address leave the right person at another address free', () => {
    const throttle = new LoginThrottle(new HandClock())
    for (let run = 0; run < 300; run += 1) throttle.begin('ann@example.com', '198.51.100.7')
    expect(throttle.begin('ann@example.com', '203.0.113.9').waitSeconds).toBe(0)
  })

  it('count whatever the case and the spaces of the address typed', () => {
    const throttle = new LoginThrottle(new HandClock())
    const spellings = ['ann@example.com', 'ANN@example.com', ' Ann@Example.com ']
    let checked = 0
    for (let run = 0; run < 60; run += 1)
      if (throttle.begin(spellings[run % 3] ?? '', '198.51.100.7').waitSeconds === 0) checked += 1
    expect(checked).toBeLessThanOrEqual(10)
  })

  it('wait longer each time, at most five minutes, and never for good', () => {
    const clock = new HandClock()
    const throttle = new LoginThrottle(clock)
    const waits: number[] = []
    for (let run = 0; run < 40; run += 1) {
      let wait = throttle.begin('ann@example.com', '198.51.100.7').waitSeconds
      if (wait === 0) wait = throttle.begin('ann@example.com', '198.51.100.7').waitSeconds
      waits.push(wait)
      clock.advance(wait * 1_000)
    }
    expect(Math.max(...waits)).toBe(300)
    expect(waits.slice(5)).toEqual(waits.slice(5).toSorted((a, b) => a - b))
    clock.advance(31 * minute)
    expect(throttle.begin('ann@example.com', '198.51.100.7').waitSeconds).toBe(0)
  })

  it('from one address at 10,000 accounts are at most 50 checks in any minute', () => {
    const clock = new HandClock()
    const throttle = new LoginThrottle(clock)
    const checkedAt: number[] = []
    for (let run = 0; run < 10_000; run += 1) {
      if (throttle.begin(`user-${run}@example.com`, '198.51.100.7').waitSeconds === 0) checkedAt.push(clock.now())
      clock.advance(30)
    }
    const worst = Math.max(
      ...checkedAt.map((at) => checkedAt.filter((other) => other >= at && other < at + minute).length),
    )
    expect(worst).toBeLessThanOrEqual(50)
    expect(checkedAt.length).toBeGreaterThan(100)
  })

  it('from many addresses at one account slow down, but not where that account signed in before', () => {
    const clock = new HandClock()
    const throttle = new LoginThrottle(clock)
    throttle.begin('ann@example.com', '203.0.113.9').succeed()
    let checked = 0
    for (let run = 0; run < 1_000; run += 1)
      if (throttle.begin('ann@example.com', `198.51.${run >> 8}.${run & 255}`).waitSeconds === 0) checked += 1
    expect(checked).toBeLessThanOrEqual(20)
    expect(throttle.begin('ann@example.com', '203.0.113.9').waitSeconds).toBe(0)
  })

  it('stay counted for an account under attack, whatever else is tried from everywhere', () => {
    const clock = new HandClock()
    const throttle = new LoginThrottle(clock)
    let passed = 0
    for (let index = 0; index < 30_000; index += 1) {
      const address = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
      // Every tenth try is at the account; the others only make new counters.
      const account = index % 10 === 0 ? 'maria@x.example' : `nobody-${index}@x.example`
      if (throttle.begin(account, address).waitSeconds === 0 && index % 10 === 0) passed += 1
    }
    expect(passed).toBe(loginLimits.account.burst)
  })

  it('that succeed count for nothing', () => {
    const throttle = new LoginThrottle(new HandClock())
    for (let run = 0; run < 200; run += 1) {
      const attempt = throttle.begin('ann@example.com', '203.0.113.9')
      expect(attempt.waitSeconds).toBe(0)
      attempt.succeed()
    }
  })

  it('count an IPv6 network as one address, and an IPv4 address in IPv6 form as itself', () => {
    expect(addressKey('2001:db8:1:2:aaaa::1')).toBe(addressKey('2001:0db8:1:2:bbbb:cccc:0:9'))
    expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
    expect(addressKey('2001:db8::1')).toBe(addressKey('2001:db8:0:0:5::1'))
    expect(addressKey('::ffff:192.0.2.1')).toBe('192.0.2.1')
  })
})
