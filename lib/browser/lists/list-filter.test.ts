import { expect, it } from 'vitest'
import { listFilter } from './list-filter'

const sorts = ['name', '-name'] as const
const address = listFilter({
  facets: ['site'],
  sorts,
  groupings: ['site'],
  choices: { state: ['active', 'all'] },
  charsMax: { search: 4, value: 5 },
  defaults: { q: '', site: [], state: 'active', sort: 'name' },
})

it('reads the filter of an address, and leaves out what is repeated, too long or unknown', () => {
  expect(
    address.read({ q: ' fork lift ', site: ['Leeds', 'Leeds', '', 'Manchester'], state: 'broken', sort: '-name' }),
  ).toEqual({ q: 'fork', site: ['Leeds'], state: 'active', sort: '-name' })
  expect(address.readGroup({ groupBy: 'site' })).toBe('site')
  expect(address.readGroup({ groupBy: 'name' })).toBeNull()
})

it('an order makes another list of the same rows, and a filter makes other rows', () => {
  const first = address.read({})
  const sorted = address.read({ sort: '-name' })
  const filtered = address.read({ state: 'all' })
  expect(address.writeKey(sorted)).not.toBe(address.writeKey(first))
  expect(address.writeSetKey(sorted)).toBe(address.writeSetKey(first))
  expect(address.writeSetKey(filtered)).not.toBe(address.writeSetKey(first))
  expect([first, sorted, filtered].map(address.isNarrowed)).toEqual([false, false, true])
})
