import 'server-only'
import { database } from '@/lib/db/instance'
import { keepShortly } from '@/lib/db/keep-shortly'
import type { Database, Queryable } from '@/lib/db/types'
import type { Values } from '@/lib/db/values'
import { readFilter } from '@/lib/inspections/filter/filter'
import { findIds, listHashedConditions, writeWhere } from '@/lib/inspections/filter/filter-sql'
import type { ListParams, ParamName } from '@/lib/inspections/schema'
import { readListParams } from '@/lib/inspections/params-model'
import { writePeriod } from '@/lib/overview/period-model'
import { readWithin } from '@/lib/search/read-within'
import { yearBefore, type TimeBounds } from '@/lib/time/time-range-bounds'
import { inRange, insightParams } from './model'
import { divide, writeRows, type PeriodParts, type RowSource } from './parts-data'
import type { Comparison } from './schema'

export interface InsightSource {
  db?: Database
  /** The current time, for relative ranges. */
  nowMs?: number
}

/** A period of inspections, for the SQL of an insight. */
export interface Period {
  params: ListParams
  range: string
  bounds: TimeBounds
  parts: PeriodParts
}

export interface Scope {
  tx: Queryable
  nowMs: number
  /** IANA name of the time zone in which days begin. */
  zone: string
  now: Period
  /** Null: nothing to compare with. */
  before: Period | null
  /** SQL: the condition on the table `inspections` for the rows that a list with these parameters shows. */
  write: (params: ListParams, values: Values) => Promise<string>
  /** SQL: rows of a period, read from counted months where possible. */
  rows: (period: Pick<Period, 'params' | 'parts'>, values: Values, source: RowSource) => Promise<string>
}

/** The parameters of the list, which its schema has checked, and the comparison. */
export type AskedInsight = Readonly<Partial<Record<ParamName, readonly string[] | undefined>>> & { compare: Comparison }

/** The instants of the period of a list. */
export const readBounds = (params: ListParams, nowMs: number): TimeBounds =>
  readFilter(params, nowMs).filter.completedAt.any[0] ?? { fromMs: null, toMs: null }

function findBefore(bounds: TimeBounds, compare: Comparison, nowMs: number, zone: string): string | null {
  const toMs = Math.min(bounds.toMs ?? nowMs, nowMs)
  const { fromMs } = bounds
  if (compare === 'none' || fromMs === null || fromMs >= toMs) return null
  return compare === 'year'
    ? writePeriod(yearBefore(fromMs, zone), yearBefore(toMs, zone))
    : writePeriod(fromMs - (toMs - fromMs), fromMs)
}

/**
 * Reads an insight. Limits how many run at once, reads one state of the database, and runs only once for simultaneous
 * requests.
 * @throws AppError invalid, naming the parameter; unavailable when it takes too long
 */
export async function readInsight<Result>(
  name: string,
  asked: AskedInsight,
  source: InsightSource,
  read: (scope: Scope) => Promise<Result>,
): Promise<Result & { range: string; before: string | null }> {
  const db = source.db ?? (await database())
  const nowMs = source.nowMs ?? Date.now()
  const params = insightParams(readListParams(asked))
  const zone = params.tz?.[0] ?? 'UTC'
  const range = params.completedAt?.[0] ?? ''
  const bounds = readBounds(params, nowMs)
  const beforeRange = findBefore(bounds, asked.compare, nowMs, zone)
  const earlier = beforeRange === null ? null : inRange(params, beforeRange)
  const before =
    earlier === null || beforeRange === null
      ? null
      : { params: earlier, range: beforeRange, bounds: readBounds(earlier, nowMs) }
  const write = async (tx: Queryable, list: ListParams, values: Values) => {
    const { filter } = readFilter(list, nowMs)
    return writeWhere(listHashedConditions(filter, await findIds(tx, filter)), values)
  }
  const key = `insight ${name} ${JSON.stringify([asked.compare, params])}`
  const found = await keepShortly(db, key, () =>
    readWithin(db, 'counts', async (tx) => {
      const writeHere = (list: ListParams, values: Values) => write(tx, list, values)
      const now = { params, range, bounds }
      return await read({
        tx,
        nowMs,
        zone,
        now: { ...now, parts: await divide(tx, now) },
        before: before === null ? null : { ...before, parts: await divide(tx, before) },
        write: writeHere,
        rows: (period, values, rowSource) => writeRows(period, values, writeHere, rowSource),
      })
    }),
  )
  return { ...found, range, before: beforeRange }
}
