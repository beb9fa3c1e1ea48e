import { expect, it } from 'vitest'
import { JsSdk, readEverything } from '@/lib/standin/clients/testing-js-sdk'
import { reachThroughConsole } from './testing-clients'

it('the pass-through lets the official JavaScript SDK read 2,400 inspections, 2,204 of them completed, with an API token of the console', async () => {
  await using own = await reachThroughConsole({ inspections: 2_400 })
  const truth = own.standin.control.truth('both')
  const { stale, results } = await readEverything(new JsSdk(own.reach), truth)
  expect([truth.length, stale]).toEqual([2_400, []])
  for (const { pages, planned, differences } of results) expect([pages, differences]).toEqual([planned, 0])
  expect(results.map(({ found }) => found)).toEqual([2_400, own.standin.control.truth().length, 2_204])
  expect(own.standin.control.unauthorized).toBe(0)
}, 900_000)
