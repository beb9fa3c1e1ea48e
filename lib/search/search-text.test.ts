import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { runs } from '@/lib/testing/random-runs'
import { composeVector, foldText, isLoneCharacter, quoteLexeme, readWords, titleKey, writeVector } from './search-text'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

/** Any text: all planes, lone surrogates, quotes, backslashes, combining marks, and scripts with special rules. */
const unit = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  fc.constantFrom(
    'Ångström',
    'ÉCOLE',
    'Straße',
    'ŁÓDŹ',
    'İstanbul',
    'ΣΊΣΥΦΟΣ',
    '東京都庁',
    '한국어는',
    'สวัสดี',
    'हिन्दी',
    'שָׁלוֹם',
    'أَحْمَد',
    "o'brien",
    '\\',
    "'",
    "''\\'",
    '\u0000',
    '\ud800',
    '\udfff',
    'ｶﾞｽ',
    'ﷺ',
    '½',
    ' ',
    '-',
    'a'.repeat(3_000),
    '語'.repeat(300),
  ),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
)
const anyText = fc.array(unit, { maxLength: 12 }).map((parts) => parts.join(''))

/** Words made from one word of the input are next to each other. */
const toPhrase = (words: readonly string[]) => words.map(quoteLexeme).join(' <-> ')

async function matches(vector: string, query: string): Promise<boolean> {
  const { rows } = await db.query<{ hit: boolean }>('select $1::tsvector @@ $2::tsquery as hit', [vector, query])
  return rows[0]?.hit ?? false
}

describe('folding', () => {
  it('removes case, accents and compatibility forms in any script', () => {
    const folded = {
      'Ångström ŁÓDŹ': 'angstrom lodz',
      'STRASSE Straße ẞ': 'strasse strasse ss',
      'İstanbul ISPARTA ılık': 'istanbul isparta ilik',
      'ΣΊΣΥΦΟΣ σίσυφος': 'σισυφοσ σισυφοσ',
      'ёж ЁЖ': 'еж еж',
      'Ǆ ﬁ ＡＢ１２ ①': 'dz fi ab12 1',
      'smørrebrød Ærø đakovo œuvre': 'smorrebrod aero dakovo oeuvre',
      שָׁלוֹם: 'שלום',
      'أَحْمَد إلى': 'احمد الي',
      ｶﾞｽ: 'ガス',
      한국어: '한국어',
      हिन्दी: 'हिन्दी',
      'co\u00adoperate a\u200db': 'cooperate ab',
    }
    for (const [text, expected] of Object.entries(folded)) expect(foldText(text), text).toBe(expected)
  })

  it('has no further effect on folded text', () => {
    fc.assert(
      fc.property(anyText, (text) => foldText(foldText(text)) === foldText(text)),
      { numRuns: runs(3_000) },
    )
  })

  it('returns the same for composed and decomposed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')))
      }),
      { numRuns: runs(1_000) },
    )
  })
})

describe('words', () => {
  it('are runs of letters and digits, and pairs in scripts without spaces', () => {
    expect(readWords("Fork-lift O'Brien, DOC-000123 (12.5 m²)")).toEqual([
      'fork',
      'lift',
      'o',
      'brien',
      'doc',
      '000123',
      '12',
      '5',
      'm2',
    ])
    expect(readWords('東京都庁 第3章')).toEqual(['東京', '京都', '都庁', '第', '3', '章'])
    expect(readWords('サーバー')).toEqual(['サー', 'ーバ', 'バー'])
    expect(readWords('🏗️ – !')).toEqual([])
  })

  it('include a single character of a script without spaces', () => {
    expect(['東', 'ก', '한'].every(isLoneCharacter)).toBe(true)
    expect(['東京', 'a', 'é', '1', ''].some(isLoneCharacter)).toBe(false)
  })
})

describe('a vector in the database', () => {
  it('is valid for any text, and is found by every word and phrase in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 4 }), async (texts) => {
        const vector = writeVector(texts)
        // A vector holds at most 255 positions of a word (PostgreSQL's limit). Later phrases cannot be found, but words
        // can.
        const counts = new Map<string, number>()
        for (const word of texts.flatMap(readWords)) counts.set(word, (counts.get(word) ?? 0) + 1)
        const hasRoom = Math.max(0, ...counts.values()) <= 255
        // One statement checks all queries: each word, and each text as a phrase.
        const queries = texts.flatMap((text) => {
          const words = readWords(text)
          return words.length === 0
            ? []
            : [...words.map(quoteLexeme), ...(hasRoom ? [toPhrase(words.slice(0, 250))] : [])]
        })
        const { rows } = await db.query<{ missed: string[] | null }>(
          `select array_agg(query) filter (where not $1::tsvector @@ query::tsquery) as missed from unnest($2::text[]) query`,
          [vector, queries],
        )
        expect(rows[0]?.missed ?? []).toEqual([])
      }),
      { numRuns: runs(400) },
    )
  })

  it('contains no phrases across texts', async () => {
    const vector = writeVector(['Fork lift', 'failed in Leeds'])
    expect(await matches(vector, "'fork' <-> 'lift'")).toBe(true)
    expect(await matches(vector, "'lift' <-> 'failed'")).toBe(false)
  })

  it('matches any run of characters in a text without spaces, and any single character by prefix', async () => {
    const vector = writeVector(['東京都庁舎'])
    for (const part of ['東京', '京都庁', '庁舎', '東京都庁舎'])
      expect(await matches(vector, toPhrase(readWords(part))), part).toBe(true)
    expect(await matches(vector, toPhrase(readWords('京東')))).toBe(false)
    for (const one of ['東', '京', '都', '舎']) expect(await matches(vector, `${quoteLexeme(one)}:*`), one).toBe(true)
  })

  it('supports phrases that continue after a text without spaces', async () => {
    expect(await matches(writeVector(['東京都 office 3']), toPhrase(readWords('京都 office')))).toBe(true)
  })

  it('contains as much of a long text as fits, and reports that it is cut', async () => {
    const many = Array.from({ length: 200_000 }, (_, at) => `w${at}`).join(' ')
    const { vector, isWhole } = composeVector(['title first', many])
    expect(isWhole).toBe(false)
    expect(await matches(vector, "'title' & 'w1'")).toBe(true)
    const repeated = composeVector(['again '.repeat(100_000)])
    expect(repeated.isWhole).toBe(true)
    expect(await matches(repeated.vector, "'again'")).toBe(true)
    const wide = composeVector([
      Array.from({ length: 90_000 }, (_, at) => `語${String.fromCodePoint(0x4e00 + (at % 20_000))}`).join(' '),
    ])
    expect(await matches(wide.vector, "'語一'")).toBe(true)
  })
})

describe('the sort key of a title', () => {
  it('orders titles as people do', () => {
    const ordered = ['apple 9', 'Äpfel 10', 'École', 'ecole 2', 'Ecole 10', 'week 007', 'Week 8', 'Zebra', 'éé\u0000']
    expect([...ordered].sort((a, b) => ((titleKey(a) ?? '') < (titleKey(b) ?? '') ? -1 : 1))).toEqual([
      'Äpfel 10',
      'apple 9',
      'École',
      'ecole 2',
      'Ecole 10',
      'éé\u0000',
      'week 007',
      'Week 8',
      'Zebra',
    ])
    expect([titleKey(null), titleKey('  '), titleKey('\u200b')]).toEqual([null, null, null])
  })

  it('can be stored and indexed by the database, whatever the title is', async () => {
    await db.query('create table keys (title_key text collate "C" primary key)')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(anyText, fc.constant('ﷺ'.repeat(500)), fc.constant('語'.repeat(500))), { maxLength: 20 }),
        async (titles) => {
          const keys = titles.map(titleKey).filter((key) => key !== null)
          const { rows } = await db.query<{ title_key: string }>(
            `insert into keys select distinct * from unnest($1::text[]) on conflict (title_key) do update set title_key = excluded.title_key returning title_key`,
            [keys],
          )
          expect(new Set(rows.map((row) => row.title_key))).toEqual(new Set(keys))
        },
      ),
      { numRuns: runs(100) },
    )
  })
})
