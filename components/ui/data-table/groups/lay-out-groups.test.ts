import { expect, it } from 'vitest'
import { layOutGroups } from './lay-out-groups'

const groups = [
  { id: 'a', label: 'A', count: 2 },
  { id: 'b', label: 'B', count: 500_000 },
  { id: 'c', label: 'C', count: 1 },
]
const show = (open: string[]) => {
  const { total, find } = layOutGroups(groups, new Set(open))
  return {
    total,
    at: (position: number) => {
      const place = find(position)
      return place === null ? null : `${place.group.id} ${place.index}`
    },
  }
}

it('places the rows of open groups below their headers, and those of closed groups nowhere', () => {
  const closed = show([])
  expect([closed.total, ...[0, 1, 2, 3].map(closed.at)]).toEqual([3, 'a -1', 'b -1', 'c -1', null])
  const one = show(['a'])
  expect([one.total, ...[-1, 0, 1, 2, 3, 4, 5].map(one.at)]).toEqual([
    5,
    null,
    'a -1',
    'a 0',
    'a 1',
    'b -1',
    'c -1',
    null,
  ])
})

it('finds any row of a large group', () => {
  const { total, at } = show(['b', 'c'])
  expect([total, ...[1, 2, 250_001, 500_001, 500_002, 500_003].map(at)]).toEqual([
    500_004,
    'b -1',
    'b 0',
    'b 249999',
    'b 499999',
    'c -1',
    'c 0',
  ])
})
