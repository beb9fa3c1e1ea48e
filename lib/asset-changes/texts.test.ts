import { describe, expect, it } from 'vitest'
import { renderText } from '@/lib/server-text'
import { explainLeftOut, joinNames, titleRestore, titleStatusChange, titleTypeChange, titleUndo } from './texts'

const say = (...given: Parameters<typeof explainLeftOut>) => renderText(explainLeftOut(...given) ?? '')

describe('texts of changes', () => {
  it.each([
    [titleStatusChange(['A-1'], 'Out of service'), 'Set A-1 to Out of service'],
    [titleStatusChange(Array.from({ length: 1_200 }, String), 'Out of service'), 'Set 1,200 assets to Out of service'],
    [titleStatusChange(['A-1'], null), 'Clear the status of A-1'],
    [titleStatusChange(['A-1', 'A-2'], null), 'Clear the status of 2 assets'],
    [titleUndo(titleStatusChange(['A-1'], 'Ready')), 'Undo: Set A-1 to Ready'],
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
  ])('contain the title %s', (title, expected) => expect(renderText(title)).toBe(expected))

  it('say what was left out and why, and nothing when nothing was left out', () => {
    const none = { gone: 0, unfit: { count: 0, typeNames: [] }, taken: 0 }
    expect(explainLeftOut(none, 'Ready')).toBeNull()
    expect(say({ gone: 1, unfit: { count: 12, typeNames: ['Pump', 'Ladder', 'Pump'] }, taken: 2 }, 'Ready')).toBe(
      '12 assets have a type whose group does not include “Ready”: Ladder and Pump. 2 assets now have another status, which was kept. 1 asset no longer exists.',
    )
    expect(say({ ...none, unfit: { count: 1, typeNames: [] } }, null)).toBe(
      '1 asset has no type whose group includes that status.',
    )
  })

  it.each([
    [[], ''],
    [['A'], 'A'],
    [['A', 'B'], 'A and B'],
    [['A', 'B', 'C'], 'A, B and C'],
    [['A', 'B', 'C', 'D'], 'A, B and 2 others'],
  ])('name %j as %s', (names, text) => expect(renderText(joinNames(names))).toBe(text))
})
