import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { runs } from '@/lib/testing/random-runs'
import { readQueryText, writeAnyPhrase, writeTsquery, type TextTerm } from './query-text'
import { writeVector } from '@/lib/search/search-text'

const id = 'audit_4c5b17af21596af92bb46d067eaa4ded'
const other = 'audit_9e107d9d372bb6826bd81d3542a419d6'

/** A term as a person would read it. */
function say({ isNot, any }: TextTerm): string {
  const alternatives = any.map((alternative) =>
    alternative.kind === 'id'
      ? `${alternative.match}:${alternative.id}`
      : alternative.words.join('_') + (alternative.isPrefix ? '*' : ''),
  )
  return (isNot ? 'not ' : '') + alternatives.join('|')
}
const read = (text: string) => readQueryText(text).terms.map(say)

describe('the search text', () => {
  it.each([
    ['', []],
    ['forklift Leeds', ['forklift', 'leeds']],
    ['  Café,Zürich;Łódź\nß ', ['cafe', 'zurich', 'lodz', 'ss']],
    ['"fire door" leeds', ['fire_door', 'leeds']],
    ['“fire door” „Brandschutztür“', ['fire_door', 'brandschutztur']],
    ['fork* "pre st"* *', ['fork*', 'pre_st*']],
    ['-leeds --cork -"wet floor" - --', ['not leeds', 'not cork', 'not wet_floor']],
    ['well-known o’brien', ['well_known', 'o_brien']],
    ['FL-001182', ['fl_001182']],
    ['東京都 日', ['東京_京都', '日']],
    ['"open', ['open']],
    ['-"open ended', ['not open_ended']],
    ['5" pipe', ['5', 'pipe']],
    ['"a""b"', ['a', 'b']],
    ['"', []],
    ['!!! ... ""', []],
    ['nul\u0000byte', ['nul_byte']],
  ])('is split into terms: %j', (text, terms) => {
    expect(read(text)).toEqual(terms)
  })

  it.each([
    [id, [`whole:${id}`]],
    [id.slice(6), [`whole:${id}`]],
    [id.toUpperCase().replace('AUDIT_', ''), [`whole:audit_${id.slice(6).toUpperCase()}`]],
    ['4c5b17af-2159-6af9-2bb4-6d067eaa4ded', [`whole:${id}`]],
    [`https://example.test/inspections/${id}?tab=media`, [`whole:${id}`]],
    [`<${id}>.`, [`whole:${id}`]],
    [`-${id}`, [`not whole:${id}`]],
    ['audit_4c5b', ['audit_4c5b|start:audit_4c5b']],
    ['4c5b', ['4c5b|part:4c5b']],
    ['4C5B* leeds', ['4c5b*|part:4C5B', 'leeds']],
    ['-4c5b', ['not 4c5b|part:4c5b']],
    ['"4c5b"', ['4c5b']],
    // Not ids: two words without a digit, and a text that is too short.
    ['cafe face 4c5', ['cafe', 'face', '4c5']],
    ['2025 2026', ['2025|part:2025', '2026|part:2026']],
    // Several ids mean any of them, with any separator.
    [`${id}, ${other}`, [`whole:${id}|whole:${other}`]],
    [`${id}\r\n${other.slice(6)};${id}\t`, [`whole:${id}|whole:${other}|whole:${id}`]],
    [`${id} leeds ${other}`, [`whole:${id}|whole:${other}`, 'leeds']],
    ['4c5b17af 9e107d9d', ['4c5b17af|part:4c5b17af|9e107d9d|part:9e107d9d']],
    ['20251120 20251121', ['20251120|part:20251120', '20251121|part:20251121']],
  ])('with ids is split into terms: %j', (text, terms) => {
    expect(read(text)).toEqual(terms)
  })
})

describe('a search in the database', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openTestDatabase()
  })
  afterAll(() => db.close())

  async function matches(text: string, query: string): Promise<boolean | null> {
    const words = writeTsquery(readQueryText(query).terms)
    if (words === null) return null
    const { rows } = await db.query<{ is: boolean }>('select $1::tsvector @@ $2::tsquery as is', [
      writeVector([text]),
      words,
    ])
    return rows[0]?.is ?? null
  }

  it.each([
    ['Forklift pre-start Leeds', 'leeds FORKLIFT', true],
    ['Forklift pre-start Leeds', 'leeds -forklift', false],
    ['Forklift pre-start Leeds', '-cork', true],
    ['Forklift pre-start Leeds', '"pre start"', true],
    ['Forklift pre-start Leeds', '"start pre"', false],
    ['Forklift pre-start Leeds', 'fork', false],
    ['Forklift pre-start Leeds', 'fork*', true],
    ['Forklift pre-start Leeds', '"forklift pre st"*', true],
    ['Truck FL-001182 checked', 'FL-001182', true],
    ['Truck FL and 001182', 'FL-001182', false],
    ['Café “Zürich”', 'cafe zurich', true],
    ['東京都の消防点検', '消防点検', true],
    ['東京都の消防点検', '東京点検', false],
    ['東京都の消防点検', '検', true],
    ['東京都の消防点検', '京', true],
    ["it's o'brien\\", "o'brien\\", true],
    ['anything', '!!!', null],
  ])('of the text %j for the query %j gives %s', async (text, query, expected) => {
    expect(await matches(text, query)).toBe(expected)
  })

  it('reads a query in linear time, even with long rows of brackets or stars', () => {
    // Quadratic time for this length would be a minute.
    const long = 300_000
    expect(read(`${')'.repeat(long)}x ${'*'.repeat(long)}y* (${id}).`)).toEqual([`whole:${id}`, 'x', 'y*'])
  })

  it('accepts any typed text as a query (seed printed on failure)', { tags: ['full'] }, async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        '"',
        '-',
        '*',
        "'",
        '\\',
        ':',
        '&',
        '|',
        '!',
        '(',
        ')',
        '<->',
        ':*',
        '\u0000',
        '\ud800',
        '🔥',
        '日本',
        ' ',
      ),
      fc.constantFrom(id, '4c5b', 'audit_', 'word', '-"', '"*'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const { terms } = readQueryText(pieces.join(''))
        const literals = [writeTsquery(terms), ...terms.map(({ any }) => writeAnyPhrase(any))]
        for (const literal of literals.filter((one) => one !== null)) {
          const { rows } = await db.query<{ nodes: number }>('select numnode($1::tsquery) as nodes', [literal])
          expect(rows[0]?.nodes).toBeGreaterThan(0)
        }
        for (const { any } of terms) expect(any.length).toBeGreaterThan(0)
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('finds a text by its words, by a phrase and by a prefix, in any script', async () => {
    const texts = fc.array(
      fc.constantFrom('Fire', 'дверь', 'Łódź', '消防点検', 'ตรวจสอบ', 'Brandschutz', 'מטף', '12', 'x9'),
      {
        minLength: 1,
        maxLength: 5,
      },
    )
    await fc.assert(
      fc.asyncProperty(texts, async (words) => {
        const text = words.join(' ')
        expect(await matches(text, text)).toBe(true)
        expect(await matches(text, `"${text}"`)).toBe(true)
        expect(await matches(text, `${words[0] ?? ''}*`)).toBe(true)
        expect(await matches(text, `-"${text}"`)).toBe(false)
      }),
      { numRuns: runs(150) },
    )
  })
})
