import { isLoneCharacter, quoteLexeme, readWords } from '@/lib/search/search-text'

/**
 * Invariant: every text is a query. What cannot be read as an operator (an unclosed quote, a lone dash) is read as
 * plain text, and a text without words has no effect, so that a half-typed search never fails.
 */

/** Consecutive words; the last one may be the beginning of a longer one. */
export interface PhraseAlternative {
  kind: 'phrase'
  words: readonly string[]
  isPrefix: boolean
}

/** `whole`: this id, in either case. `start` and `part`: ids that begin with it, or contain it anywhere. */
export interface IdAlternative {
  kind: 'id'
  match: 'whole' | 'start' | 'part'
  id: string
}

/** Matches what one of its alternatives matches, or (`isNot`) what none does. */
export interface TextTerm {
  isNot: boolean
  any: ReadonlyArray<PhraseAlternative | IdAlternative>
}

/** A search text: all of its terms must match. */
export interface TextQuery {
  terms: readonly TextTerm[]
}

const quotes = '"“”„‟＂'
// A quote opens a phrase only at the beginning of a word: in `5" pipe` it means inches.
const token = new RegExp(`(-*)(?:[${quotes}]([^${quotes}]*)(?:[${quotes}]|$)(\\*?)|([^\\s,;]+))`, 'gu')

const wholeId = /^(?:audit_)?([0-9a-f]{32})$/i
const uuid = /^(?:audit_)?([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/i
const idInAddress = /^[a-z]+:\/\/.*?\b(audit_[0-9a-z]{4,})/i
const idStart = /^audit_[0-9a-z]+$/i
const idPart = /^(?=.*\d)[0-9a-f]{4,32}$/i
/** Shorter parts of ids next to each other are more likely years and numbers that must all occur. */
const listedPartCharsMin = 6

/** Longer than any address that contains an id. */
const idTextCharsMax = 2_000

function readId(text: string): IdAlternative | null {
  if (text.length > idTextCharsMax) return null
  const plain = trimEnd(text.replace(/^[([{<'`]+/, ''), ")]}>'`.:!?")
  const whole = wholeId.exec(plain)?.[1]
  if (whole !== undefined) return { kind: 'id', match: 'whole', id: `audit_${whole}` }
  const parts = uuid.exec(plain)
  if (parts !== null) return { kind: 'id', match: 'whole', id: `audit_${parts.slice(1).join('')}` }
  const linked = idInAddress.exec(plain)?.[1]
  if (linked !== undefined) return readId(linked)
  if (idStart.test(plain)) return { kind: 'id', match: 'start', id: plain }
  if (idPart.test(plain)) return { kind: 'id', match: 'part', id: plain }
  return null
}

function readPhrase(text: string, isPrefix: boolean): PhraseAlternative | null {
  const words = readWords(text)
  return words.length === 0 ? null : { kind: 'phrase', words, isPrefix }
}

/**
 * Removes the characters of `set` at the end. A regular expression would take quadratic time for a long row of them.
 */
function trimEnd(text: string, set: string): string {
  let end = text.length
  while (end > 0 && set.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

interface Piece {
  isNot: boolean
  phrase: PhraseAlternative | null
  id: IdAlternative | null
}

function readPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  for (const [, dashes = '', quoted, star = '', word = ''] of text.matchAll(token)) {
    const isNot = dashes !== ''
    if (quoted !== undefined) pieces.push({ isNot, phrase: readPhrase(quoted, star !== ''), id: null })
    else {
      const isPrefix = word.endsWith('*')
      pieces.push({ isNot, phrase: readPhrase(word, isPrefix), id: readId(trimEnd(word, '*')) })
    }
  }
  return pieces.filter(({ phrase, id }) => phrase !== null || id !== null)
}

/** Whether the text consists only of shortened ids, as people copy them out of a report. */
function isListOfParts(pieces: readonly Piece[]): boolean {
  return (
    pieces.length > 1 &&
    pieces.every(
      ({ isNot, id }) => !isNot && id !== null && (id.match !== 'part' || id.id.length >= listedPartCharsMin),
    ) &&
    pieces.some(({ id }) => id?.match !== 'part' || /[a-f]/i.test(id.id))
  )
}

/** Every reading of a piece: a part of an id may be a word as well, a whole id may not. */
function readAlternatives({ phrase, id }: Piece): Array<PhraseAlternative | IdAlternative> {
  if (id?.match === 'whole') return [id]
  return [phrase, id].filter((alternative) => alternative !== null)
}

/**
 * Reads the text of the search box. All words must occur, `"side by side"` as a phrase, `-word` must not, `word*` is a
 * prefix; several ids match any of them. Never throws.
 */
export function readQueryText(text: string): TextQuery {
  const pieces = readPieces(text)
  const isList = isListOfParts(pieces)
  const listed: Array<PhraseAlternative | IdAlternative> = []
  const terms: TextTerm[] = []
  for (const piece of pieces) {
    const any = readAlternatives(piece)
    // A row has one id, so several ids can only mean "any of them".
    if (!piece.isNot && piece.id !== null && (isList || piece.id.match !== 'part')) listed.push(...any)
    else terms.push({ isNot: piece.isNot, any })
  }
  if (listed.length > 0) terms.unshift({ isNot: false, any: listed })
  return { terms }
}

function writePhrase({ words, isPrefix }: PhraseAlternative): string {
  return words
    .map((word, at) => {
      const isBeginning = (isPrefix && at === words.length - 1) || isLoneCharacter(word)
      return `${quoteLexeme(word)}${isBeginning ? ':*' : ''}`
    })
    .join(' <-> ')
}

/** Phrases of which one must match, as a tsquery literal; null when there are none. */
export function writeAnyPhrase(alternatives: ReadonlyArray<PhraseAlternative | IdAlternative>): string | null {
  const phrases = alternatives.filter((alternative) => alternative.kind === 'phrase')
  return phrases.length === 0 ? null : phrases.map((phrase) => `(${writePhrase(phrase)})`).join(' | ')
}

/** The terms without ids as one tsquery literal; null when there are none. */
export function writeTsquery(terms: readonly TextTerm[]): string | null {
  const parts = terms.flatMap((term) => {
    if (term.any.some(({ kind }) => kind === 'id')) return []
    const phrases = writeAnyPhrase(term.any)
    return phrases === null ? [] : [`${term.isNot ? '!' : ''}(${phrases})`]
  })
  return parts.length === 0 ? null : parts.join(' & ')
}
