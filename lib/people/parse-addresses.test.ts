import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import { parseAddresses } from './parse-addresses'

const short = (text: string) =>
  parseAddresses(text).map(({ name, address, isDuplicate, text: pasted }) =>
    [name, address ?? `! ${pasted}`].concat(isDuplicate ? ['twice'] : []),
  )

const bare = (value: string) => value.replaceAll(/[\s,;|]/gu, '')

const local = fc.stringMatching(/^[a-z0-9]{1,12}([._+-][a-z0-9]{1,8})?$/)
const address = fc
  .tuple(local, fc.stringMatching(/^[a-z0-9]{1,10}\.(example|com|co\.uk)$/))
  .map((both) => both.join('@'))
const name = fc.stringMatching(/^[A-ZÅØ][a-zé]{1,10}( [A-Z][a-z'-]{0,9}[a-z])?$/)
const entry = fc.record({ name: fc.option(name), address, style: fc.nat(2) })
const separator = fc.constantFrom(',', ', ', ';', '; ', '\n', '\r\n', '\t', ' | ', ',\n', ' , ; ')

const write = (given: { name: string | null; address: string; style: number }) => {
  if (given.name === null) return given.style === 0 ? `<${given.address}>` : given.address
  if (given.style === 0) return `"${given.name}, x" <${given.address}>`
  return given.style === 1 ? `${given.name} <${given.address}>` : `${given.name} ${given.address}`
}

describe('pasted addresses', () => {
  it.each([
    [
      'ann@example.com bob@example.com',
      [
        [null, 'ann@example.com'],
        [null, 'bob@example.com'],
      ],
    ],
    [
      'Ann Archer <ann@example.com>, bob@example.com',
      [
        ['Ann Archer', 'ann@example.com'],
        [null, 'bob@example.com'],
      ],
    ],
    ['"Archer, Ann" <ann@example.com>', [['Archer, Ann', 'ann@example.com']]],
    [
      'Ann Archer\tann@example.com',
      [
        [null, '! Ann Archer'],
        [null, 'ann@example.com'],
      ],
    ],
    ['Ann Archer ann@example.com', [['Ann Archer', 'ann@example.com']]],
    ['ann@example.com <ann@example.com>', [[null, 'ann@example.com']]],
    [
      'ann@example.com; Ann <ANN@Example.com>',
      [
        [null, 'ann@example.com'],
        ['Ann', 'ANN@Example.com', 'twice'],
      ],
    ],
    [
      '1. ann@example.com\n2. bob@example.com',
      [
        [null, 'ann@example.com'],
        [null, 'bob@example.com'],
      ],
    ],
    ['(ann@example.com).', [[null, 'ann@example.com']]],
    ['mailto:ann@example.com', [[null, 'ann@example.com']]],
    [
      'ann@, bob, <carl>',
      [
        [null, '! ann@'],
        [null, '! bob'],
        [null, '! <carl>'],
      ],
    ],
    [
      '<script>alert(1)</script> x@y',
      [
        [null, '! <script>'],
        [null, '! alert(1)</script>'],
        [null, '! x@y'],
      ],
    ],
    [' ,;\n ', []],
  ])('in %j are read', (text, expected) => {
    expect(short(text)).toEqual(expected)
  })

  it('are all found with their names, whatever separates them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(entry, separator), { maxLength: 30 }), (given) => {
        const text = given.map(([one, after]) => write(one) + after).join('')
        expect(parseAddresses(text).map((one) => [one.name, one.address])).toEqual(
          given.map(([one]) => [one.name === null ? null : one.style === 0 ? `${one.name}, x` : one.name, one.address]),
        )
      }),
      { numRuns: runs(500) },
    )
  })

  it('are duplicates if they occurred before, regardless of case', () => {
    const few = fc.constantFrom('ann@x.example', 'Ann@x.example', 'bob@x.example', 'BOB@X.EXAMPLE', 'nobody')
    fc.assert(
      fc.property(fc.array(few, { maxLength: 12 }), (given) => {
        const read = parseAddresses(given.join('\n'))
        const fresh = read.flatMap((one) =>
          one.address === null || one.isDuplicate ? [] : [one.address.toLowerCase()],
        )
        expect(fresh).toEqual([...new Set(given.filter((one) => one.includes('@')).map((one) => one.toLowerCase()))])
        expect(read).toHaveLength(given.length)
      }),
      { numRuns: runs(300) },
    )
  })

  it('preserve any text: each character is in one entry or a separator', { tags: ['full'] }, () => {
    const odd = fc.constantFrom(
      '<',
      '>',
      '"',
      ',',
      ';',
      '@',
      ' ',
      '\n',
      '\t',
      '|',
      'a',
      'a@b.example',
      'Ø',
      '\u00a0',
      '\ud800',
    )
    const text = fc.array(fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 40 })
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join('')
        const read = parseAddresses(whole)
        expect(read.map((one) => bare(one.text)).join('')).toBe(bare(whole))
        for (const one of read) expect(one.name === null || one.address !== null).toBe(true)
      }),
      { numRuns: runs(300) },
    )
  })

  it('take time in proportion to their length', () => {
    const hostile = [
      '<'.repeat(50_000),
      '"'.repeat(50_000),
      '@'.repeat(50_000),
      'a '.repeat(25_000),
      '(['.repeat(25_000),
    ]
    for (const text of hostile) {
      const from = process.cpuUsage()
      parseAddresses(text)
      const { user } = process.cpuUsage(from)
      expect(user / 1000).toBeLessThan(2_000)
    }
  })
})
