import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes'
import { findRelyingParty } from './relying-party'
import { createTotpSecret, findTotpStep, totpPeriodMs, writeTotpCode, writeTotpUri } from './totp'

const instant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2060, 0, 1) })

describe('a code of an authenticator app', () => {
  it(
    'is accepted in its own time step and in the steps before and after, and is assigned to its own step',
    { tags: ['S37'] },
    () => {
      fc.assert(
        fc.property(instant, fc.integer({ min: -6, max: 6 }), (at, shift) => {
          const secret = createTotpSecret()
          const code = writeTotpCode(secret, at)
          const made = Math.floor(at / totpPeriodMs)
          const now = made + shift
          // Two steps have the same digits once in a million.
          const matching = [now - 1, now, now + 1].filter((step) => writeTotpCode(secret, step * totpPeriodMs) === code)
          if (Math.abs(shift) <= 1) expect(matching).toContain(made)
          const found = findTotpStep(secret, code, at + shift * totpPeriodMs)
          if (found === null) expect(matching).toEqual([])
          else expect(matching).toContain(found)
        }),
        { numRuns: runs(400) },
      )
    },
  )

  it('agrees with the test vectors of RFC 6238, also at the edges of a step', () => {
    // The RFC's secret for SHA-1; its codes have eight digits, of which apps show the last six.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const codes: Array<[seconds: number, code: string]> = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
    ]
    for (const [seconds, code] of codes) {
      const step = Math.floor(seconds / 30)
      expect(findTotpStep(secret, code, seconds * 1000)).toBe(step)
      const [first, last] = [(step - 1) * totpPeriodMs, (step + 2) * totpPeriodMs - 1]
      expect([first - 1, first, last, last + 1].map((at) => findTotpStep(secret, code, at))).toEqual([
        null,
        step,
        step,
        null,
      ])
    }
  })

  it('may contain spaces when it is typed, but nothing else', () => {
    const secret = createTotpSecret()
    const code = writeTotpCode(secret, 0)
    expect(findTotpStep(secret, `${code.slice(0, 3)} ${code.slice(3)}`, 0)).toBe(0)
    for (const typed of ['', code.slice(1), `${code}1`, `x${code}`, '١٢٣٤٥٦'])
      expect(findTotpStep(secret, typed, 0)).toBeNull()
  })

  it('comes from an app that received the secret and the account name', () => {
    const uri = new URL(writeTotpUri('GEZDGNBVGY3TQOJQ', 'ann@example.com'))
    expect([uri.protocol, uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([
      'otpauth:',
      'GEZDGNBVGY3TQOJQ',
      'Sightline',
    ])
    expect(decodeURIComponent(uri.pathname)).toContain('ann@example.com')
  })
})

const hash = (typed: string, person = 'ann', secret = 's') => hashRecoveryCode(secret, person, typed).toString('hex')

describe('recovery codes', () => {
  it('are ten different codes, and are accepted however they are typed', () => {
    const codes = createRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) {
      expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/)
      expect(hash(` ${code.toUpperCase().replace('-', ' ')} `)).toBe(hash(code))
      // A code is valid for one person at one console only.
      expect(hash(code, 'bob')).not.toBe(hash(code))
      expect(hash(code, 'ann', 'other')).not.toBe(hash(code))
    }
  })
})

describe('the site that passkeys are bound to', () => {
  it(
    'is the host name of the console, localhost on this machine, and null for an IP address',
    { tags: ['S37'] },
    () => {
      expect(findRelyingParty('https://sightline.example.com')).toEqual({
        id: 'sightline.example.com',
        origin: 'https://sightline.example.com',
      })
      expect(findRelyingParty('https://sightline.example.com:8443')?.origin).toBe('https://sightline.example.com:8443')
      for (const own of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000'])
        expect(findRelyingParty(own)).toEqual({ id: 'localhost', origin: 'http://localhost:3000' })
      for (const bare of ['https://10.1.2.3', 'https://[2001:db8::1]:8443']) expect(findRelyingParty(bare)).toBeNull()
    },
  )
})
