import { describe, expect, it } from 'vitest'
import { findSameOption, recheckDelayMs, recheckGraceMs, waitDelayMs } from './model'

describe('the option that a stored status refers to', () => {
  const options = [
    { optionId: '1', name: 'Ready', color: 'RED' },
    { optionId: '2', name: 'Ready', color: 'GREEN' },
    { optionId: '3', name: 'Gone', color: 'GREEN' },
  ]
  it.each([
    ['its id, even after it was renamed', { optionId: '3', name: 'Ready', color: 'RED' }, '3'],
    ['its name and color', { optionId: 'old', name: 'Ready', color: 'GREEN' }, '2'],
    ['its name only', { optionId: 'old', name: 'Ready', color: 'BLUE' }, '1'],
    ['nothing if its name has another case', { optionId: 'old', name: 'ready', color: 'GREEN' }, undefined],
  ])('is found by %s', (_, wanted, found) => expect(findSameOption(options, wanted)?.optionId).toBe(found))
})

describe('the pauses', () => {
  it('are short at first after a lost response, so that every result is accepted within 10 s', () => {
    let at = 0
    while (at < recheckGraceMs) at += recheckDelayMs(at)
    expect(at).toBeLessThanOrEqual(recheckGraceMs + 300)
    expect(recheckDelayMs(0)).toBe(300)
    expect(recheckDelayMs(86_400_000)).toBe(60_000)
    expect([1, 2, 3, 99].map(waitDelayMs)).toEqual([1_000, 2_000, 4_000, 30_000])
  })
})
