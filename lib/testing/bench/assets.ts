import {
  countByOption,
  countByTypeAndOption,
  listAssets,
  listAssetsOfTypes,
  readAssetFacets,
  selectAssetIds,
} from '@/lib/assets/data'
import { listAllAssets, listTypes } from '@/lib/assets/listing'
import { assetFilter, assetSorts } from '@/lib/assets/schema'
import { openTestDatabase } from '@/lib/db/testing'
import { createService } from '@/lib/service/client'
import { startStandin } from '@/lib/standin/server'
import { percentile } from './search-measure'
import { say, writeResults } from './tools'

const assets = 20_000
const readMsMax = 100
const rounds = 25

const filter = (given: object = {}) => assetFilter.parse(given)

/** How soon lists, filters and counts of 20,000 assets are there, and what a whole listing of them costs. */
export async function benchAssets(): Promise<boolean> {
  const standin = await startStandin({ inspections: 1, assets, limits: 'off' })
  const db = await openTestDatabase()
  const service = createService({ baseUrl: standin.baseUrl, token: standin.token, limits: { other: 1_000_000 } })
  try {
    const listings = []
    for (const name of ['first', 'again']) {
      const startedAt = performance.now()
      const { ids, requests } = await listAllAssets({ db, service })
      listings.push({ name, assets: ids.size, requests, seconds: (performance.now() - startedAt) / 1000 })
    }
    await db.query('analyze assets')
    const { rows } = await db.query<{ type_id: string }>('select type_id from assets group by 1 order by count(*) desc')
    const types = rows.map((row) => row.type_id)
    const page = (given: object, limit = 200) => listAssets({ ...filter(given), limit }, db)
    const { after } = await page({ state: 'all' }, 500)
    if (after === null) throw new Error('there is no second page')
    const reads: Record<string, () => Promise<unknown>> = {
      ...Object.fromEntries(assetSorts.map((sort) => [`list by ${sort}`, () => page({ sort })])),
      'list, next page': () => listAssets({ ...filter({ state: 'all' }), after, limit: 200 }, db),
      'list, words': () => page({ q: 'linde elec' }),
      'list, words of no asset': () => page({ q: 'zzz qqq' }),
      'list, type and no status': () => page({ type: types.slice(0, 2), status: ['none'] }),
      'facets, all': () => readAssetFacets(filter({ state: 'all' }), db),
      'facets, words': () => readAssetFacets(filter({ q: 'linde' }), db),
      'facets, type': () => readAssetFacets(filter({ type: types.slice(0, 1) }), db),
      'counts by status': () => countByOption(db),
      'counts by type and status': () => countByTypeAndOption(db),
      'selection of 5,000': () => selectAssetIds(db, filter(), [], 5_000),
      'assets of a type': () => listAssetsOfTypes(db, types.slice(0, 1)),
    }
    const figures = []
    for (const [name, read] of Object.entries(reads)) {
      await read()
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const startedAt = performance.now()
        await read()
        times.push(performance.now() - startedAt)
      }
      figures.push({ name, p50: percentile(times, 0.5), p95: percentile(times, 0.95) })
    }
    const [largest = ''] = types
    const startedAt = performance.now()
    const ofType = await listTypes({ db, service }, [largest])
    const type = { assets: ofType.ids.size, requests: ofType.requests, seconds: (performance.now() - startedAt) / 1000 }

    for (const { name, requests, seconds, assets: n } of listings)
      say(`whole listing, ${name}: ${n} assets, ${requests} requests, ${seconds.toFixed(1)} s`)
    say(`listing of the largest type: ${type.assets} assets, ${type.requests} requests, ${type.seconds.toFixed(2)} s`)
    for (const { name, p50, p95 } of figures)
      say(`${name.padEnd(28)} p50 ${p50.toFixed(1).padStart(6)} ms   p95 ${p95.toFixed(1).padStart(6)} ms`)
    const ok =
      figures.every(({ p95 }) => p95 < readMsMax) && listings.every(({ requests }) => requests <= assets / 100 + 1)
    say(ok ? `Every read is under ${readMsMax} ms.` : `Some reads take ${readMsMax} ms or longer.`)
    writeResults('assets', { assets, listings, type, figures, ok })
    return ok
  } finally {
    await service.close()
    await standin.close()
    await db.close()
  }
}
