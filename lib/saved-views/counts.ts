import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { countInspections } from '@/lib/inspections/data'
import { listParams } from '@/lib/inspections/schema'
import { readViewQueries } from './data'
import { readViewParams } from './model'
import type { ViewCounts } from './schema'

/** A bar that waits longer than this is shown what is there; the rest is counted when it asks again. */
const patienceMs = 4_000

/**
 * How many inspections match each view, up to 100,000 exactly. One after another: a bar of many views must not crowd out
 * the list below it. `zone` is where days begin for views that name no zone.
 */
export async function countViews(
  actor: Actor,
  keys: readonly string[],
  zone: string,
  from: { db?: Database; signal?: AbortSignal; nowMs?: number } = {},
): Promise<ViewCounts> {
  const db = from.db ?? (await database())
  const queries = await readViewQueries(actor, keys, db)
  const counts: ViewCounts['counts'] = []
  const until = systemClock.now() + patienceMs
  for (const key of keys) {
    const query = queries.get(key)
    if (query === undefined || from.signal?.aborted === true || systemClock.now() > until) continue
    const params = listParams.safeParse({ tz: [zone], ...readViewParams(query) })
    counts.push(params.success ? { key, ...(await count(params.data)) } : { key, total: null, isExact: true })
  }
  return { counts }

  async function count(params: Parameters<typeof countInspections>[0]) {
    try {
      return await countInspections(params, { db, ...(from.nowMs === undefined ? {} : { nowMs: from.nowMs }) })
    } catch (error) {
      // Its query cannot be read, or takes too long: that view has no number, all others do.
      if (error instanceof Error && error.name === 'AppError') return { total: null, isExact: true }
      throw error
    }
  }
}
