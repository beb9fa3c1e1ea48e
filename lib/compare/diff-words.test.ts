import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, seed } from '@/lib/testing/random-runs'
import { diffWords } from './diff-words'

const read = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `[+${text}]` : `[-${text}]`))
    .join('')

const long = (word: string) => Array.from({ length: 30_000 }, (_, n) => `${word}${n}`).join(' ')

describe('diffWords', () => {
  it('marks the words that differ, and reads words that changed together as one change', () => {
    expect(read('Door closes slowly', 'Door closes at once')).toBe('Door closes [-slowly][+at once]')
    expect(read('old words here', 'new text here')).toBe('[-old words][+new text] here')
    expect(read('same', 'same')).toBe('same')
    expect(read('', 'all new')).toBe('[+all new]')
    expect(read('Łódź, 5 °C', 'Łódź, 7 °C')).toBe('Łódź, [-5][+7] °C')
  })

  it('loses nothing: both texts can be restored from the pieces', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ' ', '\n', 'é', '.', '😀'), { maxLength: 60 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = diffWords(before, after)
        const without = (kind: string) =>
          pieces
            .filter((piece) => piece.kind !== kind)
            .map((piece) => piece.text)
            .join('')
        expect(without('added')).toBe(before)
        expect(without('removed')).toBe(after)
      }),
      { seed, numRuns: runs(500) },
    )
  })

  it('accepts texts of any length, and treats them as one change when comparing word by word would take long', () => {
    const pieces = diffWords(`begin ${long('a')} end`, `begin ${long('b')} end`)
    expect(pieces.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same'])
  })
})
