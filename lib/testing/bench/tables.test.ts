import { describe, expect, it } from 'vitest'
import { formatRatio, judgeRatio, ratioCells, replaceBetweenMarks, writeTable } from './tables'

describe('judging a ratio', () => {
  it.each([
    [3, { least: 3 }, true],
    [2.99, { least: 3 }, false],
    [0.5, { most: 0.5 }, true],
    [0.51, { most: 0.5 }, false],
    [Number.NaN, { least: 3 }, false],
    [Number.NaN, { most: 3 }, false],
    [0, null, true],
  ] as const)('of %d against the goal %o gives %s', (ratio, goal, ok) => {
    expect(judgeRatio(ratio, goal)).toEqual({ ratio, goal, ok })
  })

  it('names the goal, and says when it is missed', () => {
    expect(formatRatio(judgeRatio(3.456, { least: 3 }))).toBe('3.46, goal ≥ 3: met')
    expect(formatRatio(judgeRatio(1, null))).toBe('1.00')
    expect(ratioCells(judgeRatio(0.6, { most: 0.5 }))).toEqual(['0.60', '≤ 0.5 (missed)'])
    expect(ratioCells(judgeRatio(0.4, { most: 0.5 }))).toEqual(['0.40', '≤ 0.5'])
  })
})

const marked = (name: string, content: string) => `<!-- bench: ${name} -->\n\n${content}\n\n<!-- /bench: ${name} -->`

const document = (one: string) => `# Title\n\n${marked('one', one)}\n\n${marked('two', 'stays')}\n`

describe('writing tables into a document', () => {
  it('makes all columns as wide as their longest cell, and adds missing cells', () => {
    expect(writeTable(['What', 'a'], [['list'], ['a longer one', '12 ms']])).toBe(
      [
        '| What         | a     |',
        '| ------------ | ----- |',
        '| list         |       |',
        '| a longer one | 12 ms |',
      ].join('\n'),
    )
  })

  it('replaces only the text between its own marks', () => {
    expect(replaceBetweenMarks(document('old'), 'one', 'new $& text')).toBe(document('new $& text'))
  })

  it('refuses a document without the marks', () => {
    expect(() => replaceBetweenMarks('# Title', 'one', 'new')).toThrow('no marks for one')
  })
})
