import { expect, it } from 'vitest'
import { startBench } from '@/lib/standin/testing'
import { reachOverHttp } from './testing'
import { JsSdk, readEverything } from './testing-js-sdk'

it('the official JavaScript SDK reads 2,400 inspections in pages, rows at page edges twice, and all documents', async () => {
  await using bench = await startBench()
  const sdk = new JsSdk(reachOverHttp(bench.standin))
  const truth = bench.standin.control.truth('both')
  const { stale, results } = await readEverything(sdk, truth)
  expect([truth.length, stale]).toEqual([2_400, []])
  for (const { pages, planned, found, differences } of results) {
    expect([pages, differences]).toEqual([planned, 0])
    expect(pages.slice(0, 2)).toEqual([1_000, 1_000])
    // Rows at the edges are in both pages.
    expect(pages.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(found + 2)
  }
  const totals = await Promise.all(
    ['archived=both', '', 'completed=true'].map(
      async (query) => (await bench.json(`/audits/search?${query}`))['total'],
    ),
  )
  expect(results.map(({ found }) => found)).toEqual(totals)
  expect([totals[0], totals[2]]).toEqual([2_400, 2_204])
}, 900_000)
