import { isLoneCharacter, quoteLexeme, readWords } from '@/lib/search/search-text'

/**
 * Invariant: every text is a valid query, so that a half-typed search never fails. An incomplete operator, such as an
 * unclosed quote or a lone dash, is plain text. A text without words has no effect.
 */

/** Consecutive words. With `isPrefix`, the last one may be the beginning of a longer word. */
export interface PhraseAlternative {
  kind: 'phrase'
  words: readonly string[]
  isPrefix: boolean
}

/** `whole`: this id in upper or lower case. `start`: ids that begin with it. `part`: ids that contain it. */
export interface IdAlternative {
  kind: 'id'
  match: 'whole' | 'start' | 'part'
  id: string
}

/** Matches rows that match one of the alternatives, or none of them (`isNot`). */
export interface TextTerm {
  isNot: boolean
  any: ReadonlyArray<PhraseAlternative | IdAlternative>
}

/** A parsed search text. A row must match all of its terms. */
export interface TextQuery {
  terms: readonly TextTerm[]
}

const quotes = '"“”„‟＂'
// A quote only opens a phrase at the beginning of a word, because in `5" pipe` it means inches.
const token = new RegExp(`(-*)(?:[${quotes}]([^${quotes}]*)(?:[${quotes}]|$)(\\*?)|([^\\s,;]+))`, 'gu')

const wholeId = /^(?:audit_)?([0-9a-f]{32})$/i
const uuid = /^(?:audit_)?([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/i
const idInAddress = /^[a-z]+:\/\/.*?\b(audit_[0-9a-z]{4,})/i
const idStart = /^audit_[0-9a-z]+$/i
const idPart = /^(?=.*\d)[0-9a-f]{4,32}$/i
/** Minimum length of parts in a list of ids. Shorter texts are more likely years and numbers, which must all occur. */
const listedPartCharsMin = 6

/** Longer than any URL that contains an id. */
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
 * Removes characters of `set` from the end. A regular expression would take quadratic time for many of them.
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

/** Whether the text only consists of shortened ids, as people copy them from a report. */
function isListOfParts(pieces: readonly Piece[]): boolean {
  return (
    pieces.length > 1 &&
    pieces.every(
      ({ isNot, id }) => !isNot && id !== null && (id.match !== 'part' || id.id.length >= listedPartCharsMin),
    ) &&
    pieces.some(({ id }) => id?.match !== 'part' || /[a-f]/i.test(id.id))
  )
}

/** The possible meanings of a piece. A part of an id may also be a word, but a whole id may not. */
function readAlternatives({ phrase, id }: Piece): Array<PhraseAlternative | IdAlternative> {
  if (id?.match === 'whole') return [id]
  return [phrase, id].filter((alternative) => alternative !== null)
}

/**
 * Reads the text of the search box. All words must occur. `"side by side"` is a phrase, `-word` must not occur, and
 * `word*` is a prefix. Several ids match any of them. Never throws.
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

/** A tsquery literal that matches any of the phrases; null if there are none. */
export function writeAnyPhrase(alternatives: ReadonlyArray<PhraseAlternative | IdAlternative>): string | null {
  const phrases = alternatives.filter((alternative) => alternative.kind === 'phrase')
  return phrases.length === 0 ? null : phrases.map((phrase) => `(${writePhrase(phrase)})`).join(' | ')
}

/** All terms without ids as one tsquery literal; null if there are none. */
export function writeTsquery(terms: readonly TextTerm[]): string | null {
  const parts = terms.flatMap((term) => {
    if (term.any.some(({ kind }) => kind === 'id')) return []
    const phrases = writeAnyPhrase(term.any)
    return phrases === null ? [] : [`${term.isNot ? '!' : ''}(${phrases})`]
  })
  return parts.length === 0 ? null : parts.join(' & ')
}
