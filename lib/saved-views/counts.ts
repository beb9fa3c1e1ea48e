import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { countAssets, readReach } from '@/lib/assets/data'
import { assetFilter } from '@/lib/assets/schema'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { countInspections } from '@/lib/inspections/data'
import { listParams } from '@/lib/inspections/schema'
import { countFollowUps } from '@/lib/review/follow-ups'
import { followUpQuery } from '@/lib/review/follow-ups-schema'
import { countUsers, readUserReach } from '@/lib/users/data'
import { userFilter } from '@/lib/users/schema'
import { parseInput, queryNames, readQuery } from '@/lib/web/query'
import type * as z from 'zod'
import { readViewQueries, requireList } from './data'
import { type CountedList, findCounted } from './lists-model'
import { readViewParams } from './model'
import type { ViewCounts, ViewList } from './schema'

/** After this time, the bar gets the counts so far. It requests the others again later. */
const patienceMs = 4_000

interface Asked {
  actor: Actor
  query: string
  /** The time zone for views without one. */
  zone: string
  db: Database
  nowMs?: number
}
/** `total` is null when the number is unknown. */
interface Counted {
  total: number | null
  isExact: boolean
}

/** The parameters of a query that a list supports, parsed as its API does. @throws AppError invalid */
function readAs<Schema extends z.ZodType>(schema: Schema, query: string): z.output<Schema> {
  const known = queryNames(schema)
  const given = [...new URLSearchParams(query)].filter(([name, value]) => known.names.has(name) && value !== '')
  return parseInput(schema, readQuery(new URLSearchParams(given), known))
}

const exactly = (total: number | null): Counted => ({ total, isExact: true })

const counters: Readonly<Record<CountedList, (asked: Asked) => Promise<Counted>>> = {
  inspections: ({ query, zone, db, nowMs }) =>
    countInspections(parseInput(listParams, { tz: [zone], ...readViewParams(query) }), {
      db,
      ...(nowMs === undefined ? {} : { nowMs }),
    }),
  // The numbers are unknown before the first listing.
  assets: async ({ query, db }) =>
    exactly((await readReach(db)).assetsAsOf === null ? null : await countAssets(db, readAs(assetFilter, query))),
  users: async ({ query, db }) =>
    exactly((await readUserReach(db)).refreshedAt === null ? null : await countUsers(db, readAs(userFilter, query))),
  'follow-ups': async ({ actor, query, zone, db, nowMs }) =>
    exactly(
      await countFollowUps(
        { tz: [zone], ...readAs(followUpQuery, query) },
        { actor, db, ...(nowMs === undefined ? {} : { nowMs }) },
      ),
    ),
}

/**
 * How many rows match each view of a list. Inspections are counted exactly up to 100,000. Empty for a list that is not
 * counted on the server. Views are counted one after another, so that a bar with many views does not slow down the list
 * below it. `zone` is the time zone for views without one.
 * @throws AppError forbidden without access to the list
 */
export async function countViews(
  actor: Actor,
  { list, keys, zone }: { list: ViewList; keys: readonly string[]; zone: string },
  from: { db?: Database; signal?: AbortSignal; nowMs?: number } = {},
): Promise<ViewCounts> {
  requireList(actor, list)
  const counted = findCounted(list)
  if (counted === undefined) return { counts: [] }
  const countIn = counters[counted]
  const db = from.db ?? (await database())
  const queries = await readViewQueries(actor, keys, db, list)
  const counts: ViewCounts['counts'] = []
  const until = systemClock.now() + patienceMs
  for (const key of keys) {
    const query = queries.get(key)
    if (query === undefined || from.signal?.aborted === true || systemClock.now() > until) continue
    counts.push({ key, ...(await count(query)) })
  }
  return { counts }

  async function count(query: string): Promise<Counted> {
    try {
      return await countIn({ actor, query, zone, ...from, db })
    } catch (error) {
      // The query of this view cannot be read or takes too long. Only this view has no number then.
      if (error instanceof Error && error.name === 'AppError') return exactly(null)
      throw error
    }
  }
}
