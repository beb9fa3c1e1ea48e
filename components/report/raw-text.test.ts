import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import { printDeep, printJson } from './raw-text'

it('printJson prints any document like JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(printDeep(value)).toBe(JSON.stringify(value, null, 2))
    }),
    { numRuns: runs(200) },
  )
})

it('printJson prints documents nested deeper than the stack, with limited indentation', { tags: ['full'] }, () => {
  const depth = 20_000
  const document: unknown = JSON.parse(`${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`)
  const lines = printJson(document).split('\n')
  expect(lines.length).toBe(4 * depth + 1)
  expect(lines.every((line) => line.length < 100)).toBe(true)
  expect(lines.join('').replaceAll(/\s/g, '')).toBe(`${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`)
})
