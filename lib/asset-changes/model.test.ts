import { describe, expect, it } from 'vitest'
import {
  explainLeftOut,
  findSameOption,
  joinNames,
  lookDelayMs,
  lookGraceMs,
  titleRestore,
  titleStatusChange,
  titleTypeChange,
  waitDelayMs,
} from './model'

describe('the words of changes', () => {
  it.each([
    [titleStatusChange(['A-1'], 'Out of service'), 'Set A-1 to Out of service'],
    [titleStatusChange(Array.from({ length: 1_200 }, String), 'Out of service'), 'Set 1,200 assets to Out of service'],
    [titleStatusChange(['A-1'], null), 'Clear the status of A-1'],
    [titleStatusChange(['A-1', 'A-2'], null), 'Clear the status of 2 assets'],
    [titleRestore(['A-1']), 'Restore the status of A-1'],
    [titleRestore(['A-1', 'A-2']), 'Restore the status of 2 assets'],
    [titleTypeChange([{ typeName: 'Crane', toName: 'Vehicles' }]), 'Assign Vehicles to Crane'],
    [
      titleTypeChange(Array.from({ length: 3 }, () => ({ typeName: 'x', toName: 'Vehicles' }))),
      'Assign Vehicles to 3 types',
    ],
    [
      titleTypeChange(Array.from({ length: 3 }, () => ({ typeName: 'x', toName: null }))),
      'Remove the group of 3 types',
    ],
    [
      titleTypeChange(Array.from({ length: 50 }, (_, at) => ({ typeName: 'x', toName: at < 9 ? 'Vehicles' : null }))),
      'Change the group of 50 types',
    ],
  ])('%s', (title, expected) => expect(title).toBe(expected))

  it('say what was left out and why, and nothing where nothing was', () => {
    const none = { gone: 0, unfit: { count: 0, typeNames: [] }, taken: 0 }
    expect(explainLeftOut(none, 'Ready')).toBeNull()
    expect(
      explainLeftOut({ gone: 1, unfit: { count: 12, typeNames: ['Pump', 'Ladder', 'Pump'] }, taken: 2 }, 'Ready'),
    ).toBe(
      '12 assets are of a type whose group does not have “Ready”: Ladder and Pump. 2 assets have another status by now, which is left as it is. 1 asset is not there any more.',
    )
    expect(explainLeftOut({ ...none, unfit: { count: 1, typeNames: [] } }, null)).toBe(
      '1 asset has no type whose group has that status.',
    )
  })

  it.each([
    [[], ''],
    [['A'], 'A'],
    [['A', 'B'], 'A and B'],
    [['A', 'B', 'C'], 'A, B and C'],
    [['A', 'B', 'C', 'D'], 'A, B and 2 others'],
  ])('names %j as %s', (names, text) => expect(joinNames(names)).toBe(text))
})

describe('the option that a kept status means', () => {
  const options = [
    { optionId: '1', name: 'Ready', color: 'RED' },
    { optionId: '2', name: 'Ready', color: 'GREEN' },
    { optionId: '3', name: 'Gone', color: 'GREEN' },
  ]
  it.each([
    ['its id, however it is called now', { optionId: '3', name: 'Ready', color: 'RED' }, '3'],
    ['its name and colour', { optionId: 'old', name: 'Ready', color: 'GREEN' }, '2'],
    ['its name alone', { optionId: 'old', name: 'Ready', color: 'BLUE' }, '1'],
    ['none', { optionId: 'old', name: 'ready', color: 'GREEN' }, undefined],
  ])('is found by %s', (_, wanted, found) => expect(findSameOption(options, wanted)?.optionId).toBe(found))
})

describe('pauses', () => {
  it('between looks at a lost request are short at first, so that nothing is believed later than 10 s', () => {
    let at = 0
    while (at < lookGraceMs) at += lookDelayMs(at)
    expect(at).toBeLessThanOrEqual(lookGraceMs + 300)
    expect(lookDelayMs(0)).toBe(300)
    expect(lookDelayMs(86_400_000)).toBe(60_000)
    expect([1, 2, 3, 99].map(waitDelayMs)).toEqual([1_000, 2_000, 4_000, 30_000])
  })
})
