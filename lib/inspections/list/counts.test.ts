import { expect, it } from 'vitest'
import { createRandom } from '@/lib/db/random'
import { openTestDatabase } from '@/lib/db/testing'
import { publishEvents } from '@/lib/events/publish'
import { hasChangedSince } from '@/lib/events/source'
import { readFilter } from '@/lib/inspections/filter/filter'
import { HandClock } from '@/lib/auth/testing'
import { runs, seed } from '@/lib/testing/random-runs'
import { readFacets, readTotal, type CountedList } from './counts'
import { CountCache } from './totals-cache'

const stepMs = 4_000
const list: CountedList = { params: {}, filter: readFilter({}, 0).filter }

it('counts equal the rows after every published change, and are not repeated without one', async () => {
  await using db = await openTestDatabase()
  const clock = new HandClock()
  let counts = 0
  const counting = {
    ...db,
    transaction: ((work, options) => {
      counts += 1
      return db.transaction(work, options)
    }) as typeof db.transaction,
  }
  const cache = new CountCache({ clock, hasChanged: (ageMs) => hasChangedSince(db, ['inspections', 'reviews'], ageMs) })
  const random = createRandom(seed)
  const changes = [
    `insert into inspections (audit_id, modified_at, hydrated_modified_at, template_id, site_name)
     select 'audit_' || gen_random_uuid(), now(), now(), 'template_' || n % 2, 'Site ' || n % 3 from generate_series(1, 3) as n`,
    `update inspections set site_name = 'Site ' || (random() * 3)::int, date_completed = now()
     where audit_id = (select audit_id from inspections limit 1)`,
    `update inspections set missing_at = case when missing_at is null then now() end
     where audit_id = (select audit_id from inspections order by random() limit 1)`,
    `update inspections set archived = archived is not true where audit_id = (select min(audit_id) from inspections)`,
    `delete from inspections where audit_id = (select max(audit_id) from inspections)`,
  ]
  let unchanged = 0
  for (let round = 0; round < runs(200); round += 1) {
    const change = random() < 0.5 ? changes[Math.floor(random() * changes.length)] : undefined
    if (change !== undefined) {
      await db.query(change)
      await publishEvents(db, [{ kind: 'inspections' }])
    }
    clock.advance(stepMs)
    const before = counts
    const { total, facets } = await readFacets({ db: counting, cache }, list)
    // Counted in another way.
    expect(await readTotal({ db, cache: new CountCache() }, list)).toEqual(total)
    const { rows } = await db.query<{ site: string | null; n: number }>(
      `select site_name as site, count(*) as n from inspections
       where hydrated_modified_at is not null and missing_at is null group by site_name`,
    )
    const counted = new Map(facets.site.values.map(({ value, count }) => [value, count]))
    expect([round, counted]).toEqual([round, new Map(rows.map(({ site, n }) => [site, n]))])
    if (change === undefined && counts === before) unchanged += 1
    // The database's clock has no hand, so its events become older instead.
    await db.query(`update events set at = at - make_interval(secs => $1)`, [stepMs / 1_000])
  }
  expect(unchanged).toBeGreaterThan(runs(200) / 10)
})
