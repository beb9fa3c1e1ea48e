import 'server-only'
import { database } from '@/lib/db/instance'
import { keepShortly } from '@/lib/db/keep-shortly'
import type { Queryable } from '@/lib/db/types'
import type { SiteList, SiteRow } from './schema'

// Both parts scan a whole table of the index. Names are sorted by bytes, so that the order is the same on every
// database.
const sitesQuery = `
  with inspected as (
    select site_name as name, count(*)::int as inspections,
      (count(*) filter (where date_completed is not null))::int as completed,
      (count(*) filter (where result = 'failed'))::int as failed,
      avg(score_percentage) filter (where date_completed is not null) as score, max(modified_at) as last_at
    from inspections where missing_at is null and site_name is not null group by site_name
  ), equipped as (
    select site_name as name, count(*)::int as assets from assets
    where missing_at is null and state = 'active' and site_name is not null group by site_name
  )
  select name, coalesce(inspections, 0) as inspections, coalesce(completed, 0) as completed, coalesce(failed, 0) as failed,
    score as "scorePercentage", last_at as "lastInspectionAt", coalesce(assets, 0) as assets
  from inspected full join equipped using (name) order by 2 desc, name collate "C"`

/** All sites that are named by inspections or assets in the index, with their results. */
export async function listSites(from?: Queryable): Promise<SiteList> {
  const db = from ?? (await database())
  return keepShortly(db, 'sites', async () => ({ sites: (await db.query<SiteRow>(sitesQuery)).rows }))
}
