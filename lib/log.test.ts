import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, seed } from './testing/random-runs'
import { createLog, registerSecret } from './log'

const canary = 'c4n4ry"/+' + 'deadbeef'.repeat(4)

function collect() {
  const lines: string[] = []
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) })
  return { lines, log }
}

const nasty = fc.constantFrom(
  '\r',
  '\n',
  '\r\n',
  '\u001b[2J',
  '\u001b]0;x\u0007',
  '\u009b31m',
  '\u0000',
  '\u2028',
  '\u2029',
  '\u202e',
  '"',
  '\\',
  '}',
  '{"level":"error"}',
  canary,
  `Bearer ${canary}`,
  encodeURIComponent(canary),
  'a',
  'ü',
)
const hostile = fc.oneof(
  { weight: 5, arbitrary: fc.array(nasty, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')) },
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'level', 'time', 'msg'),
)

describe(`the log (seed ${seed})`, () => {
  registerSecret(canary)

  it(
    'writes hostile inputs as one JSON object per line, without control characters and secrets',
    { tags: ['S28'] },
    () => {
      const inputs = fc.sample(fc.tuple(hostile, hostile, hostile), { numRuns: runs(500), seed })
      const { lines, log } = collect()
      for (const [key, value, message] of inputs) {
        const cycle: Record<string, unknown> = { [key]: value }
        cycle['self'] = cycle
        const before = lines.length
        const cause = Object.assign(new Error(value, { cause: new Error(message) }), { code: value })
        log
          .child({ [key]: message })
          .info({ [key]: value, list: [value, { [key]: canary }], cycle, err: cause, __proto__: null }, message)
        expect(lines.length).toBe(before + 1)
      }
      for (const line of lines) {
        expect(line.endsWith('\n')).toBe(true)
        const body = line.slice(0, -1)
        expect(body).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u)
        expect(JSON.parse(body)).toMatchObject({ level: 'info' })
        for (const spelling of [
          canary,
          JSON.stringify(canary).slice(1, -1),
          encodeURIComponent(canary),
          Buffer.from(canary).toString('base64'),
        ])
          expect(body).not.toContain(spelling)
      }
    },
  )

  it('removes values whose key is the name of a secret, at any depth', () => {
    const { lines, log } = collect()
    const value = 'do-not-show'
    const names = [
      'authorization',
      'Authorization',
      'cookie',
      'set-cookie',
      'Set-Cookie',
      'password',
      'newPassword',
      'token',
      'accessToken',
      'refresh_token',
      'secret',
      'NEXTAUTH_SECRET',
      'apiKey',
      'api_key',
      'proxy-authorization',
      'x-safetyculture-signature',
    ]
    for (const name of names) {
      log
        .child({ [name]: value })
        .child({ inner: { [name]: value } })
        .warn('x')
      log.info({ [name]: value, inner: { headers: { [name]: value }, list: [{ [name]: value }] } }, 'x')
    }
    log.info({ headers: new Headers({ authorization: value }), map: new Map([['password', value]]) }, 'x')
    for (const line of lines) {
      expect(line).not.toContain(value)
      expect(line).toContain('[redacted]')
    }
  })

  it('keeps errors with their causes, and harmless values', () => {
    const { lines, log } = collect()
    log.error(
      { err: new TypeError('outer', { cause: new Error('inner') }), count: 3, when: new Date(0), big: 5n },
      'it failed',
    )
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      msg: 'it failed',
      count: 3,
      when: '1970-01-01T00:00:00.000Z',
      big: '5',
      err: { type: 'TypeError', message: 'outer', cause: { message: 'inner' } },
    })
  })

  it('limits the size of its input', () => {
    const { lines, log } = collect()
    log.info(
      { text: 'x'.repeat(1_000_000), list: Array.from({ length: 10_000 }, () => 'y'), bytes: Buffer.alloc(1_000_000) },
      'x',
    )
    expect(lines[0]?.length).toBeLessThan(20_000)
  })
})
