import 'server-only'
import { database } from '@/lib/db/instance'
import { keepShortly } from '@/lib/db/keep-shortly'
import type { Queryable } from '@/lib/db/types'
import { readFilter } from '@/lib/inspections/filter/filter'
import { listConditions, Values, writeWhere } from '@/lib/inspections/filter/filter-sql'
import { countedLists, type ReviewCounts } from './schema'

/** How many inspections wait for a review, and for what follows from one. Kept for a few seconds. */
export async function countReviews(given?: Queryable): Promise<ReviewCounts> {
  const db = given ?? (await database())
  return keepShortly(db, 'reviews', async () => {
    const values = new Values()
    const counted = Object.entries(countedLists).map(([name, params]) => {
      const { filter } = readFilter(params, 0)
      return `count(*) filter (where ${writeWhere(listConditions(filter, new Map()), values)}) as "${name}"`
    })
    // One walk along one index that holds all that is asked; each of them alone would walk along it again.
    const { rows } = await db.query<ReviewCounts>(
      `select ${counted.join(', ')} from inspections where missing_at is null`,
      values.list,
    )
    return rows[0] ?? { failedUnreviewed: 0, unreviewed: 0, followUps: 0, changedSince: 0 }
  })
}
