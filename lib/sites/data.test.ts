import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { listSites } from './data'
import { siteList } from './schema'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  // "Leeds" has 12 inspections and a 13th that was deleted. Two inspections have no site.
  await db.query(
    `insert into inspections (audit_id, modified_at, hydrated_modified_at, search_version, site_name, date_completed, failed_count, score_percentage, missing_at)
     select 'audit_' || n, timestamptz '2026-01-01Z' + n * interval '1 day', now(), 1,
       case when n < 14 then 'Leeds' when n < 16 then null else 'Cork' end,
       case when n % 2 = 0 then now() end, case when n % 4 = 0 then 3 else 0 end, case when n % 2 = 0 then n * 5 end,
       case when n = 13 then now() end
     from generate_series(1, 17) n`,
  )
  await db.query(
    `insert into assets (asset_id, code, state, site_id, site_name, search_text, document, seen_at, missing_at)
     select 'asset_' || n, 'A' || n, case when n = 3 then 'archived' else 'active' end, 'site_' || n,
       case when n < 5 then 'Leeds' when n < 6 then null else 'Only assets' end, '', '{}', now(), case when n = 4 then now() end
     from generate_series(1, 6) n`,
  )
})
afterAll(() => db.close())

describe('the list of sites', () => {
  it('has each site that inspections or active assets name, sites with most inspections first', async () => {
    const { sites } = siteList.parse(await listSites(db))
    expect(sites.map(({ name, inspections, assets }) => [name, inspections, assets])).toEqual([
      ['Leeds', 12, 2],
      ['Cork', 2, 0],
      ['Only assets', 0, 1],
    ])
  })

  it('has their results, where only completed inspections count for scores and failures', async () => {
    const [leeds, , unused] = (await listSites(db)).sites
    expect(leeds).toMatchObject({
      completed: 6,
      failed: 3,
      scorePercentage: 35,
      lastInspectionAt: '2026-01-13T00:00:00.000Z',
    })
    expect(unused).toMatchObject({ completed: 0, failed: 0, scorePercentage: null, lastInspectionAt: null })
  })
})
