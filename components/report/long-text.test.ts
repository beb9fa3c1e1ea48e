import { expect, it } from 'vitest'
import { cutPieces } from './long-text'

it.each([
  ['words', 'The pump was running. '.repeat(50_000)],
  ['lines', `${'a'.repeat(90)}\n`.repeat(20_000)],
  ['one long word', 'x'.repeat(1_000_000)],
  ['surrogate pairs', `a${'😀'.repeat(200_000)}`],
  ['a short text', 'short'],
])('cuts %s into pieces that add up to the text, none of them too long or with half a character', (_, text) => {
  const pieces = cutPieces(text)
  expect(pieces.join('')).toBe(text)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(4_000)
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
})
