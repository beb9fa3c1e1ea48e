import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import { createTimeWriter, lineEnd, writeHead, writeText } from './csv'
import { readCsv } from './testing'

/** What a spreadsheet executes, implemented independently of the writer. */
function mayRun(cell: string): boolean {
  const [first = ''] = cell.replace(/^[^\p{L}\p{N}\p{P}\p{S}]+/u, '')
  return '=+-@＝＋－＠'.includes(first) && first !== ''
}

const tricky = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  "'",
  '"',
  ',',
  ';',
  ' ',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '\u00a0',
)
const text = fc
  .array(fc.oneof({ weight: 2, arbitrary: tricky }, fc.string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 6 })
  .map((parts) => parts.join(''))

describe('a cell of text', () => {
  it('is never a formula, and any CSV reader reads it unchanged', () => {
    fc.assert(
      fc.property(text, text, (title, site) => {
        const [head, cells] = readCsv(`${writeHead(['Title', 'Site'])}${writeText(title)},${writeText(site)}${lineEnd}`)
        expect(head).toEqual(['Title', 'Site'])
        for (const [index, given] of [title, site].entries()) {
          const cell = cells?.[index] ?? ''
          expect(mayRun(cell)).toBe(false)
          // An added apostrophe can be recognized: the text after it is one to which the writer would add an
          // apostrophe.
          const isGuarded =
            cell.startsWith("'") &&
            writeText(cell.slice(1)) !== '' &&
            readCsv(`\uFEFF${writeText(cell.slice(1))}\r\n`)[0]?.[0] === cell
          expect(isGuarded ? cell.slice(1) : cell).toBe(given)
        }
      }),
      { numRuns: runs(2_000) },
    )
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+44 20 7946 0000', "'+44 20 7946 0000"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t=1"'],
    ['\r=1', '"\'\r=1"'],
    ['＝cmd|calc', "'＝cmd|calc"],
    ['  =1', "'  =1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ["'=1", "''=1"],
    ["'plain", "'plain"],
    ['Fork, lift', '"Fork, lift"'],
    ['Müller ☺', 'Müller ☺'],
    ['a-b', 'a-b'],
  ])('%j is written %j', (given, written) => {
    expect(writeText(given)).toBe(written)
  })
})

describe('times', () => {
  it.each([
    ['2026-11-20T21:14:44.123Z', 'UTC', '2026-11-20T21:14:44.123+00:00'],
    ['2026-11-20T21:14:44.123456Z', 'Asia/Kolkata', '2026-11-21T02:44:44.123456+05:30'],
    ['2026-11-20T21:14:44.000Z', 'America/St_Johns', '2026-11-20T17:44:44.000-03:30'],
    ['2026-03-29T00:59:59.999Z', 'Europe/Berlin', '2026-03-29T01:59:59.999+01:00'],
    ['2026-03-29T01:00:00.000Z', 'Europe/Berlin', '2026-03-29T03:00:00.000+02:00'],
    ['1969-12-31T23:59:59.999Z', 'Asia/Tokyo', '1970-01-01T08:59:59.999+09:00'],
    // Here the offset changed in the middle of a quarter of an hour.
    ['1972-01-07T00:44:29.000Z', 'Africa/Monrovia', '1972-01-06T23:59:59.000-00:44:30'],
    ['1972-01-07T00:44:30.000Z', 'Africa/Monrovia', '1972-01-07T00:44:30.000+00:00'],
    ['infinity', 'UTC', 'infinity'],
  ])('%s in %s is %s', (instant, zone, written) => {
    expect(createTimeWriter(zone)(instant)).toBe(written)
  })

  it('denote the same instant in every zone', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
    ]
    const writers = zones.map((zone) => createTimeWriter(zone))
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1980-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.nat(zones.length - 1),
        (at, zone) => {
          expect(Date.parse(writers[zone]?.(at.toISOString()) ?? '')).toBe(at.getTime())
        },
      ),
      { numRuns: runs(2_000) },
    )
  })
})
