import { expect, it } from 'vitest'
import { startBench } from '@/lib/standin/testing'
import { forEachOf, planPages, reachOverHttp } from './testing'
import { JsSdk, readPages } from './testing-js-sdk'

it('the official JavaScript SDK reads 2,400 inspections in pages, rows at their edges twice, and all documents', async () => {
  await using bench = await startBench()
  const { control } = bench.standin
  const sdk = new JsSdk(reachOverHttp(bench.standin))
  const truth = control.truth('both')
  const documents = new Map<string, Awaited<ReturnType<JsSdk['findAudit']>>>()
  await forEachOf(truth, 8, async ({ audit_id: id }) => {
    documents.set(id, await sdk.findAudit(id))
  })
  expect(truth).toHaveLength(2_400)
  expect(truth.map(({ audit_id: id }) => documents.get(id)?.modified_at)).toEqual(
    truth.map(({ modified_at: at }) => at),
  )

  const isCompleted = (id: string) => documents.get(id)?.audit_data.date_completed !== null
  const isArchived = (id: string) => documents.get(id)?.archived === true
  for (const { name, params, rows } of [
    { name: 'archived too', params: [['archived', 'both']], rows: truth },
    { name: 'as it comes', params: [], rows: truth.filter(({ audit_id: id }) => !isArchived(id)) },
    {
      name: 'completed',
      params: [['completed', 'true']],
      rows: truth.filter(({ audit_id: id }) => !isArchived(id) && isCompleted(id)),
    },
  ] as const) {
    const { pages, ids } = await readPages(sdk, params)
    const query = new URLSearchParams(params.map(([key, value]) => [key, value]))
    const { total } = (await bench.json(`/audits/search?limit=1&${query}`)) as { total: number }
    expect([name, ids.size, total]).toEqual([name, rows.length, rows.length])
    expect([name, ids]).toEqual([name, new Set(rows.map(({ audit_id: id }) => id))])
    expect([name, pages]).toEqual([name, planPages(rows)])
    expect(pages.slice(0, 2)).toEqual([1_000, 1_000])
    // Rows at the edges come with both pages.
    expect(pages.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(rows.length + 2)
    if (name === 'completed') expect(rows).toHaveLength(2_204)
  }
})
