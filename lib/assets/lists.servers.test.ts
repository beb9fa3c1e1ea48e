import * as fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { migrate } from '@/lib/db/migrate'
import { connectServer } from '@/lib/db/server-database'
import { openTestDatabase, silentLog, startSecondServer } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { runs, seed } from '@/lib/testing/random-runs'
import { listAssets, readAssetFacets, selectAssetIds } from './data'
import { assetFacets, assetFilter, assetPage, type AssetFilter } from './schema'
import { assetGroupings, assetSorts } from './values-model'
import { readInstant } from '@/lib/db/read-together'
import { storeListedAssets, storeWrittenAsset } from './store'
import { wireAsset, wireStatus } from './testing'
import { listIds, matches, modelAssets, modelFilter, storeModel, type ModelAsset } from './testing-lists'

vi.setConfig({ testTimeout: 120_000 })

// R18: the same assets are on the embedded PostgreSQL and on a server that was started separately, with other settings.
const servers: Record<string, Database> = {}
const serverOf = (name: string): Database => {
  const db = servers[name]
  if (db === undefined) throw new Error(`no server ${name}`)
  return db
}
let assets: ModelAsset[]

beforeAll(async () => {
  const embedded = await openTestDatabase()
  const second = await startSecondServer()
  const server = await connectServer(second.url, silentLog)
  await migrate(server, { log: silentLog })
  Object.assign(servers, { embedded, server })
  assets = fc.sample(modelAssets, { numRuns: 1, seed })[0] ?? []
  await storeModel(embedded, assets)
  await storeModel(server, assets)
  return async () => {
    await Promise.all([embedded.close(), server.close()])
    await second.stop()
  }
})

async function walk(db: Database, filter: AssetFilter, limit: number): Promise<string[]> {
  const seen: string[] = []
  for (let after: string | undefined; ;) {
    const page = await listAssets({ ...filter, limit, after }, db)
    expect(page.total).toBe(listIds(assets, filter).length)
    seen.push(...page.rows.map((row) => row.assetId))
    if (page.after === null) return seen
    after = page.after
  }
}

describe.each(['embedded', 'server'])('on %s', { tags: ['R18'] }, (name) => {
  it('the pages of any size, filter and order contain the same assets as a simple filter in memory', async () => {
    let matching = 0
    await fc.assert(
      fc.asyncProperty(modelFilter, fc.integer({ min: 1, max: 40 }), async (filter, limit) => {
        const expected = listIds(assets, filter)
        matching += expected.length > limit ? 1 : 0
        expect(await walk(serverOf(name), filter, limit)).toEqual(expected)
      }),
      { numRuns: runs(120), seed },
    )
    // Lists with a single page would not test cursors.
    expect(matching).toBeGreaterThan(runs(30))
  })

  it('pages may end between equal or missing values in every order', { tags: ['full'] }, async () => {
    for (const sort of assetSorts)
      for (const [groupBy, limit] of [
        [undefined, 1],
        [undefined, 7],
        ...assetGroupings.map((group) => [group, 7] as const),
      ] as const) {
        const filter = assetFilter.parse({ state: 'all', sort, groupBy })
        expect(await walk(serverOf(name), filter, limit)).toEqual(listIds(assets, filter))
      }
  })

  it('the count of each value is the number of assets when it is chosen', async () => {
    await fc.assert(
      fc.asyncProperty(modelFilter, async (filter) => {
        const facets = await readAssetFacets(filter, serverOf(name))
        expect(assetFacets.safeParse(facets).error).toBeUndefined()
        for (const [field, list] of [
          ['type', facets.types],
          ['site', facets.sites],
          ['status', facets.statuses],
        ] as const) {
          const count = (id: string) => assets.filter((model) => matches(model, { ...filter, [field]: [id] })).length
          for (const value of list) expect([value.id, value.count]).toEqual([value.id, count(value.id)])
          const all = assets.filter((model) => matches(model, { ...filter, [field]: [] })).length
          expect(list.reduce((sum, value) => sum + value.count, 0)).toBe(all)
          expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
        }
      }),
      { numRuns: runs(60), seed },
    )
  })

  it('a selection of all assets contains the assets that match the filter, except the deselected ones', async () => {
    await fc.assert(
      fc.asyncProperty(modelFilter, fc.integer({ min: 1, max: 60 }), async (filter, max) => {
        const all = listIds(assets, filter)
        const except = all.filter((_, at) => at % 3 === 0)
        const expected = all.filter((id) => !except.includes(id))
        expect(await selectAssetIds(serverOf(name), filter, except, max)).toEqual({
          ids: expected.slice(0, max),
          total: expected.length,
        })
      }),
      { numRuns: runs(40), seed },
    )
  })

  it('the result of a write wins over a page that was requested before it', async () => {
    const db = serverOf(name)
    await db.transaction(async (tx) => {
      const before = wireAsset({ assetId: 'raced', state: 'raced', status: wireStatus('A') })
      await storeListedAssets(tx, [before], await readInstant(tx))
      const asOf = await readInstant(tx)
      await storeWrittenAsset(tx, { ...before, status: wireStatus('B') })
      await storeListedAssets(tx, [before], asOf)
      const { rows } = await tx.query(`select option_id from assets where asset_id = 'raced'`)
      expect(rows).toEqual([{ option_id: 'option_B' }])
      await tx.query(`delete from assets where asset_id = 'raced'`)
    })
  })
})

it('both servers return the same pages with the same cursors', { tags: ['R18'] }, async () => {
  await fc.assert(
    fc.asyncProperty(modelFilter, async (filter) => {
      const [left, right] = await Promise.all(
        ['embedded', 'server'].map((name) => listAssets({ ...filter, limit: 10 }, serverOf(name))),
      )
      expect(right).toEqual(left)
      expect(assetPage.parse(left)).toEqual(left)
    }),
    { numRuns: runs(60), seed },
  )
})
