import { array, assert, constantFrom, oneof, property, string, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import '../random-runs'
import { listTexts, parseMessage, readArguments } from './icu'
import { mirroredMessage, pseudoMessage } from './pseudo'

const read = (message: string) => {
  const parsed = parseMessage(message)
  if ('problem' in parsed) throw new Error(`${message}: ${parsed.problem}`)
  return parsed.elements
}

/** Messages with every kind of argument, quotes and tags. */
const words = oneof(
  string({ unit: constantFrom('a', 'b', 'X', 'Z', ' ', 'é', '漢', '😀', '.', ':', '#', '-', '|') }),
  constantFrom("it''s", "'{'", "'<b>'", "don't ", "'{a}' "),
)
const piece = oneof(
  words,
  constantFrom('{name}', '{size, number}', '{at, date, medium}', '{share, number, ::percent}'),
  words.map((text) => `<b>${text}</b>`),
  tuple(words, words).map(([one, other]) => `{count, plural, =0 {none} one {# ${one}} other {# ${other}}}`),
  tuple(words, words).map(([one, other]) => `{kind, select, a {${one}} other {${other} {name}}}`),
)
const message = array(piece, { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(' '))
  .filter((text) => !('problem' in parseMessage(text)))

describe('pseudoMessage', () => {
  it('adds accents, makes the text longer and puts it into brackets', () => {
    expect(pseudoMessage('Import users')).toBe('[Íɱþþóŕţţ úśśéŕśś]')
  })

  it('leaves arguments, tags and branches unchanged', () => {
    expect(pseudoMessage('<b>{name}</b>: {count, plural, one {# user} other {# users}}')).toBe(
      '[<b>{name}</b>: {count, plural, one {# úśśéŕ} other {# úśśéŕśś}}]',
    )
  })

  it('makes a sentence 30 to 40 percent longer', () => {
    const sentence = 'Only inspections that are shared with the connected account appear here.'
    const growth = pseudoMessage(sentence).length / sentence.length
    expect(growth).toBeGreaterThan(1.3)
    expect(growth).toBeLessThan(1.4)
  })
})

describe.each([
  ['pseudoMessage', pseudoMessage],
  ['mirroredMessage', mirroredMessage],
])('%s', (_, change) => {
  it('returns a valid message with the same arguments and tags', () => {
    assert(
      property(message, (text) => {
        expect(readArguments(read(change(text)))).toEqual(readArguments(read(text)))
        expect(listTexts(read(change(text)))).toHaveLength(listTexts(read(text)).length)
      }),
    )
  })
})

describe('mirroredMessage', () => {
  it('writes every text from right to left', () => {
    expect(mirroredMessage('Open <b>{name}</b>')).toBe('\u200F\u202EOpen\u202C\u200F <b>{name}</b>')
  })
})
