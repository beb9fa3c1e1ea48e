import { describe, expect, it } from 'vitest'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import { writeTypeKey } from './address'

const boardOf = (names: readonly string[], types: 'listed' | 'failed' = 'listed'): StatusGroupBoard => ({
  groups: [],
  types: names.map((name, at) => ({ typeId: `t${at}`, name, groupId: null, assetCount: 0, counts: {} })),
  reach: { types, assets: 'listed', assetsAsOf: null, areWritesRefused: false },
})

describe('an address names a type', () => {
  it.each([
    ['by its name if no other type has it', boardOf(['Forklift', 'Lift']), 'Forklift', 'Forklift'],
    ['by its id if another type has the name in another case', boardOf(['Forklift', 'FORKLIFT']), 'Forklift', 't0'],
    ['by its id if not all types are known', boardOf(['Forklift'], 'failed'), 'Forklift', 't0'],
    ['by its id before the types are known', undefined, 'Forklift', 't0'],
    ['by its id if it was renamed since its assets were listed', boardOf(['Truck']), 'Forklift', 't0'],
    ['by its id if the name means assets without a type', boardOf(['None']), 'None', 't0'],
    ['by its id if the name is too long for an address', boardOf(['x'.repeat(201)]), 'x'.repeat(201), 't0'],
  ])('%s', (_, board, name, key) => {
    expect(writeTypeKey(board, { id: 't0', name })).toBe(key)
  })
})
