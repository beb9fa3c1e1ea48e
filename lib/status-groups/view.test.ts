import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTranslator } from 'next-intl'
import { en } from '@/lib/testing/english'
import '@/lib/testing/random-runs'
import type { Reach, StatusGroupBoard } from './schema'
import { describeGaps, describeRefusal, listGroupRows, nameKey, numberName, sumCounts } from './view'

const reachWords = createTranslator({ locale: 'en', messages: en, namespace: 'statusGroups.reach' })
const refusalWords = createTranslator({ locale: 'en', messages: en, namespace: 'status.refusal' })
const reach: Reach = { types: 'listed', assets: 'listed', assetsAsOf: null, areWritesRefused: false }
const option = (optionId: string) => ({ optionId, name: `Status ${optionId}`, color: '' })
const board: StatusGroupBoard = {
  groups: [
    {
      groupId: 'b',
      name: 'Vehicle 10',
      description: 'In the yard',
      options: [option('b1'), option('b2')],
      typeIds: ['t2', 'gone'],
      counts: { b1: 3, b2: 4 },
    },
    { groupId: 'a', name: 'Véhicule 2', description: '', options: [option('a1')], typeIds: [], counts: { a1: 9 } },
    { groupId: 'c', name: 'calibration', description: '', options: [], typeIds: ['t1'], counts: null },
  ],
  types: [
    { typeId: 't1', name: 'Gauge', groupId: 'c', assetCount: 1, counts: {} },
    { typeId: 't2', name: 'Van', groupId: 'b', assetCount: 8, counts: {} },
  ],
  reach,
}

describe('the list of groups', () => {
  it('sorts names in natural order', () => {
    expect(listGroupRows(board).map(({ group }) => group.groupId)).toEqual(['c', 'b', 'a'])
  })

  it('shows the id of an unknown type, and no number if there is no count', () => {
    const [calibration, vehicle] = listGroupRows(board)
    expect(vehicle?.types.map(({ name }) => name)).toEqual(['gone', 'Van'])
    expect([vehicle?.statusCount, calibration?.statusCount]).toEqual([7, null])
    expect([sumCounts({}), sumCounts(null)]).toEqual([0, null])
  })
})

describe('a suggested name', () => {
  it('is never already taken and never too long', () => {
    fc.assert(
      fc.property(
        fc
          .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
          .filter((text) => text.isWellFormed() && text.trim() !== '' && text.length <= 12),
        fc.nat(30),
        (name, count) => {
          const charsMax = 12
          const taken = new Set<string>()
          for (let at = 0; at < count; at += 1) {
            const free = numberName(name, taken, charsMax)
            expect(taken.has(nameKey(free))).toBe(false)
            expect(free.length).toBeLessThanOrEqual(charsMax)
            expect(free.isWellFormed()).toBe(true)
            taken.add(nameKey(free))
          }
        },
      ),
    )
    expect(numberName('Vehicle', new Set(['vehicle', 'vehicle 2']), 200)).toBe('Vehicle 3')
  })
})

describe('notes about missing data', () => {
  it('cover types and assets separately', () => {
    expect(describeGaps(reachWords, reach)).toEqual([])
    expect(describeGaps(reachWords, { ...reach, assets: 'pending' })).toEqual([])
    expect(describeGaps(reachWords, { ...reach, types: 'refused', assets: 'refused' }).join(' ')).toMatch(
      /asset types.*list assets/,
    )
    expect(describeGaps(reachWords, { ...reach, types: 'failed', assets: 'failed' })).toHaveLength(2)
  })

  it('explain why nothing can be changed, first by the role and then by the token', () => {
    expect(describeRefusal(refusalWords, true, reach)).toBeNull()
    expect(describeRefusal(refusalWords, true, undefined)).toBeNull()
    expect(describeRefusal(refusalWords, false, { areWritesRefused: true })).toContain('Your role')
    expect(describeRefusal(refusalWords, true, { areWritesRefused: true })).toContain('“Assets: Settings”')
  })
})
