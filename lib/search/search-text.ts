/**
 * Invariant: index and queries use the same functions from this file. We split texts into words ourselves, and do not
 * use a text configuration of the database, so that servers of all versions and locales find the same. When the results
 * of these functions change, increase `searchVersion`, so that rows of an earlier version are indexed again.
 */
export const searchVersion = 7

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text)

/**
 * Marks that do not make a letter a different one, and invisible characters: accents of Latin, Greek and Cyrillic,
 * points of Hebrew and Arabic, the Arabic tatweel, joiners, variation selectors. Vowel signs of Indic scripts and
 * voicing marks of Kana are not included, because they distinguish letters.
 */
const accents = '\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f'
const hebrewPoints = '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7'
const arabicPoints =
  '\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed'
const invisible =
  '\\u00ad\\u061c\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufe00-\\ufe0f\\ufeff\\u{e0100}-\\u{e01ef}'
const faceless = new RegExp(`[${accents}${hebrewPoints}${arabicPoints}${invisible}]`, 'gu')

/** Letters without a decomposition, and how people type them on a keyboard that lacks them. All are lower case. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ɨ: 'i',
  ƶ: 'z',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ک: 'ك',
}
const plainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')

/**
 * A text in the form in which texts are compared: in lower case, without accents, and with compatibility forms
 * (full-width, ligatures, half-width Kana) replaced by plain ones. Idempotent.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(faceless, '')
    .toLowerCase()
    .replaceAll(faceless, '')
    .replaceAll(plainLetter, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC')
}

/** Maximum characters of a word. The rest of a longer word is skipped, in the index and in queries. */
const wordCharsMax = 100

// Scripts written without spaces between words, or (Hangul) with particles attached to them.
const unspaced =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\p{Script=Yi}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u30fc\\u3099\\u309a]'
const runOfEither = new RegExp(`[[\\p{L}\\p{M}\\p{N}]--${unspaced}]+|[[\\p{L}\\p{M}\\p{N}]&&${unspaced}]+`, 'gv')
const startsUnspaced = new RegExp(`^[[\\p{L}\\p{M}\\p{N}]&&${unspaced}]`, 'v')

/**
 * Calls `onWord` for each word of a folded text. `isTail` marks the last character of a run that is split into pairs.
 */
function eachWord(folded: string, onWord: (word: string, isTail: boolean) => void): void {
  if (isAscii(folded)) {
    for (const word of folded.match(/[a-z0-9]+/g) ?? []) onWord(cutWord(word), false)
    return
  }
  for (const run of folded.match(runOfEither) ?? []) {
    if (!startsUnspaced.test(run)) {
      onWord(cutWord(run), false)
      continue
    }
    const characters = Array.from(run)
    if (characters.length === 1) onWord(run, false)
    else {
      for (let at = 1; at < characters.length; at += 1) onWord(`${characters[at - 1]}${characters[at]}`, false)
      onWord(characters.at(-1) ?? '', true)
    }
  }
}

function cutWord(word: string): string {
  if (word.length <= wordCharsMax) return word
  const cut = word.slice(0, wordCharsMax)
  // Never splits a surrogate pair, because the database would reject half of it.
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}

/**
 * The words of a text, folded, in order: runs of letters, marks and digits. In scripts without spaces, each pair of
 * adjacent characters is a word. A search for several of these words must require that they are adjacent. Several words
 * from one word of the input ("o'brien", "東京都") form a phrase.
 */
export function readWords(text: string): string[] {
  const words: string[] = []
  eachWord(foldText(text), (word, isTail) => {
    if (!isTail) words.push(word)
  })
  return words
}

/**
 * Whether a word of `readWords` is a single character of a script without spaces. The index contains it as the beginning of
 * a pair, so a search must use a prefix match.
 */
export function isLoneCharacter(word: string): boolean {
  return startsUnspaced.test(word) && Array.from(word).length === 1
}

/** A word as PostgreSQL reads it in a tsvector or tsquery. */
export function quoteLexeme(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

// PostgreSQL's limits: the highest position is 16,383, a word has at most 255 positions, and words and positions
// together must stay under 1 MiB. We use only half of this size, because a huge vector slows down every search that
// reads it.
const positionMax = 16_383
const positionsMax = 255
const vectorBytesMax = 512 * 1024

/**
 * The words of several texts as a tsvector literal. A phrase never continues from one text into the next. `isWhole` is
 * false when the texts are too long. Then only the first part is included.
 */
export function composeVector(fields: readonly string[]): { vector: string; isWhole: boolean } {
  const positionsOf = new Map<string, number[]>()
  let at = 0
  let bytes = 0
  let isWhole = true
  const addWord = (word: string, isTail: boolean): void => {
    // The last character has the position of its pair, so that phrases continue after it.
    if (!isTail) at += 1
    const position = Math.min(at, positionMax)
    let positions = positionsOf.get(word)
    if (positions === undefined) {
      // At most 3 bytes for each UTF-16 unit, plus the entry of the word and its padding.
      const cost = (isAscii(word) ? word.length : word.length * 3) + 8
      if (bytes + cost > vectorBytesMax) {
        isWhole = false
        return
      }
      bytes += cost
      positions = []
      positionsOf.set(word, positions)
    }
    if (positions.length >= positionsMax || positions.at(-1) === position || bytes + 2 > vectorBytesMax) return
    bytes += 2
    positions.push(position)
  }
  for (const field of fields) {
    at += 1
    eachWord(foldText(field), addWord)
  }
  const lexemes: string[] = []
  for (const [word, positions] of positionsOf)
    // Words consist of letters, marks and digits, so nothing in them needs escaping.
    lexemes.push(positions.length === 0 ? `'${word}'` : `'${word}':${positions.join(',')}`)
  return { vector: lexemes.join(' '), isWhole }
}

/** `composeVector` without `isWhole`. */
export function writeVector(fields: readonly string[]): string {
  return composeVector(fields).vector
}

const titleKeyCharsMax = 300

/**
 * The sort key of a title, which is compared byte by byte. It is folded, repeated spaces count as one, and numbers are
 * ordered by value ("Week 9" before "Week 10"). Null for a title without visible characters.
 */
export function titleKey(title: string | null): string | null {
  if (title === null) return null
  const key = foldText(title)
    .replaceAll('\u0000', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    // The number of digits comes before the digits: without leading zeros, the longer number is larger.
    .replaceAll(/0*(\d{1,99})/g, (_, digits: string) => `${String(digits.length).padStart(2, '0')}${digits}`)
    .slice(0, titleKeyCharsMax)
    .toWellFormed()
  return key === '' ? null : key
}
