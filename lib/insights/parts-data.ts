import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { Values } from '@/lib/db/values'
import type { ListParams } from '@/lib/inspections/schema'
import { writePeriod } from '@/lib/overview/period-model'
import type { TimeBounds } from '@/lib/time/time-range-bounds'
import { inRange } from './model'

/** A period, divided into whole months that are already counted and the remaining ranges. They do not overlap. */
export interface PeriodParts {
  /** First days of months of `insight_counts`. */
  months: readonly string[]
  /** The remaining ranges, as values of `completedAt`. */
  ranges: readonly string[]
}

/** Each range is a separate query. With more ranges than this, reading the whole period is faster. */
const rangesMax = 8
/** Counted months can be used only without filters, because they are counted without filters. */
const isPlain = (params: ListParams) => Object.keys(params).every((name) => name === 'completedAt' || name === 'tz')

const writeRange = (fromMs: number | null, toMs: number | null) =>
  fromMs !== null && toMs !== null
    ? writePeriod(fromMs, toMs)
    : `${fromMs === null ? '' : new Date(fromMs).toISOString()}..${toMs === null ? '' : new Date(toMs).toISOString()}`

const toDate = (ms: number | null) => (ms === null ? null : new Date(ms))

/** Divides a period, based on the state of the database that the transaction sees. */
export async function divide(
  tx: Queryable,
  { params, range, bounds: { fromMs, toMs } }: { params: ListParams; range: string; bounds: TimeBounds },
): Promise<PeriodParts> {
  const whole = { months: [], ranges: [range] }
  if (!isPlain(params)) return whole
  const { rows } = await tx.query<{ month: string; begins: string; ends: string }>(
    `select month::text as month, begins, ends from (
       select month, month::timestamp at time zone 'UTC' as begins, (month + interval '1 month') at time zone 'UTC' as ends
       from insight_months) as counted
     where ($1::timestamptz is null or begins >= $1) and ($2::timestamptz is null or ends <= $2)
       and not exists (select from insight_changes where insight_changes.month = counted.month)
     order by month`,
    [toDate(fromMs), toDate(toMs)],
  )
  if (rows.length === 0) return whole
  const ranges: string[] = []
  let last = fromMs
  for (const { begins, ends } of rows) {
    const beginMs = Date.parse(begins)
    if (last === null || last < beginMs) ranges.push(writeRange(last, beginMs))
    last = Date.parse(ends)
  }
  if (toMs === null || (last ?? 0) < toMs) ranges.push(writeRange(last, toMs))
  return ranges.length > rangesMax ? whole : { months: rows.map(({ month }) => month), ranges }
}

/** How rows of one shape are read from inspections and from counted months. */
export interface RowSource {
  kind: 'cell' | 'author' | 'question' | 'answered' | 'hour'
  /** SQL: the columns of an inspection. */
  columns: string
  /** SQL: what the columns are selected from, up to the conditions of the range. */
  from?: (range: string) => string
  /** SQL: the same columns of `insight_counts`. */
  counted: string
}

/** SQL: the rows of a period. A row from a counted month represents many inspections. */
export async function writeRows(
  { params, parts: { months, ranges } }: { params: ListParams; parts: PeriodParts },
  values: Values,
  write: (params: ListParams, values: Values) => Promise<string>,
  { kind, columns, from = () => 'inspections where', counted }: RowSource,
): Promise<string> {
  const selects: string[] = []
  for (const range of ranges)
    selects.push(`select ${columns} from ${from(range)} ${await write(inRange(params, range), values)}`)
  if (months.length > 0)
    selects.push(
      `select ${counted} from insight_counts where kind = '${kind}' and month = any(${values.add(months, 'date[]')})`,
    )
  return selects.length === 0 ? `select ${counted} from insight_counts where false` : selects.join(' union all ')
}
