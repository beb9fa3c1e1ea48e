import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { Values } from '@/lib/db/values'
import type { ListParams } from '@/lib/inspections/schema'
import { writePeriod } from '@/lib/overview/period-model'
import { dayMs } from '@/lib/time/calendar-days'
import { formatDay } from '@/lib/time/time-format'
import { readTimeRange } from '@/lib/time/time-range'
import { resolveTimeRange, type TimeBounds } from '@/lib/time/time-range-bounds'
import { reviewLists } from './model'
import { readInsight, type AskedInsight, type InsightSource, type Scope } from './scope-data'
import type { InsightFigures, ReviewInsight, ReviewInsightFigures, TrendInsight, TrendUnit } from './schema'
import { chooseUnit, listUnits, writeUnit } from './trend-model'

const none: InsightFigures = { completed: 0, failed: 0, scored: 0, averageScore: null, averageSeconds: null }

const figures = `count(*)::int as completed, (count(*) filter (where result = 'failed'))::int as failed,
  count(score_percentage)::int as scored, avg(score_percentage) as "averageScore",
  (extract(epoch from avg(date_completed - date_started) filter (where date_started <= date_completed)))::float8 as "averageSeconds"`

async function countFigures({ tx, write }: Scope, params: ListParams): Promise<InsightFigures> {
  const values = new Values()
  const where = await write(params, values)
  const { rows } = await tx.query<InsightFigures>(`select ${figures} from inspections where ${where}`, values.list)
  return rows[0] ?? none
}

/** The part of a day, week or month that is in the period. */
function clipUnit(
  day: string,
  unit: TrendUnit,
  { bounds, zone, nowMs }: { bounds: TimeBounds; zone: string; nowMs: number },
) {
  const whole = writeUnit(day, unit)
  const { range } = readTimeRange(whole)
  const own = range === null ? null : resolveTimeRange(range, nowMs, zone).bounds
  if (own === null || own.fromMs === null || own.toMs === null) return whole
  const fromMs = Math.max(own.fromMs, bounds.fromMs ?? own.fromMs)
  const toMs = Math.min(own.toMs, bounds.toMs ?? own.toMs)
  return fromMs === own.fromMs && toMs === own.toMs ? whole : writePeriod(fromMs, toMs)
}

async function findDays(tx: Queryable, where: string, values: Values): Promise<TimeBounds> {
  const { rows } = await tx.query<{ from: string | null; to: string | null }>(
    `select min(date_completed) as from, max(date_completed) as to from inspections where ${where}`,
    values.list,
  )
  const [{ from, to } = { from: null, to: null }] = rows
  return { fromMs: from === null ? null : Date.parse(from), toMs: to === null ? null : Date.parse(to) }
}

/** Completed inspections, failures, scores and durations over time. @throws as `readInsight` */
export function readTrendInsight(
  { unit: asked, ...rest }: AskedInsight & { unit?: TrendUnit | undefined },
  source: InsightSource = {},
): Promise<TrendInsight> {
  return readInsight(`trend ${asked ?? ''}`, rest, source, async (scope) => {
    const { tx, zone, nowMs, now, before, write } = scope
    const values = new Values()
    const where = await write(now.params, values)
    const { bounds } = now
    // An open end is where the inspections end.
    const found = bounds.fromMs === null || bounds.toMs === null ? await findDays(tx, where, values) : null
    const fromMs = bounds.fromMs ?? found?.fromMs ?? nowMs
    const lastMs = bounds.toMs === null ? (found?.toMs ?? nowMs) : Math.max(fromMs, bounds.toMs - 1)
    const unit = chooseUnit(Math.ceil((lastMs - fromMs + 1) / dayMs), asked)
    const days = listUnits(formatDay(fromMs, zone), formatDay(lastMs, zone), unit)
    // One reading for the units and, without a day, for all of them.
    const { rows } = await tx.query<InsightFigures & { day: string | null }>(
      `select day, ${figures} from (
         select to_char(date_trunc(${values.add(unit, 'text')}, date_completed at time zone ${values.add(zone, 'text')}), 'YYYY-MM-DD') as day,
                result, score_percentage, date_started, date_completed
         from inspections where ${where}) as seen
       group by rollup (day)`,
      values.list,
    )
    const counted = new Map(rows.map(({ day, ...row }) => [day, row]))
    return {
      now: counted.get(null) ?? none,
      earlier: before === null ? null : await countFigures(scope, before.params),
      unit,
      points: days.map((day) =>
        Object.assign({ day, range: clipUnit(day, unit, { bounds, zone, nowMs }) }, counted.get(day) ?? none),
      ),
    }
  })
}

async function countReviews({ tx, write }: Scope, params: ListParams): Promise<ReviewInsightFigures> {
  const values = new Values()
  const where = await write(reviewLists(params).failed, values)
  const { rows } = await tx.query<ReviewInsightFigures>(
    `with failed as (
       select audit_id, date_completed, review_state from inspections where ${where}
     ), waits as (
       select extract(epoch from reviewed_at - date_completed)::float8 as seconds
       from failed join inspection_reviews using (audit_id)
       where review_state is not null and state <> 'unreviewed' and reviewed_at >= date_completed
     )
     select count(*)::int as failed, (count(*) filter (where review_state = 'reviewed'))::int as reviewed,
            (count(*) filter (where review_state = 'follow-up'))::int as "followUps",
            (count(*) filter (where review_state is null))::int as unreviewed,
            (select percentile_cont(0.5) within group (order by seconds) from waits) as "medianSeconds",
            (select percentile_cont(0.9) within group (order by seconds) from waits) as "slowSeconds"
     from failed`,
    values.list,
  )
  return rows[0] ?? { failed: 0, reviewed: 0, followUps: 0, unreviewed: 0, medianSeconds: null, slowSeconds: null }
}

/** Failed inspections by their review, and how long the review took. @throws as `readInsight` */
export function readReviewInsight(asked: AskedInsight, source: InsightSource = {}): Promise<ReviewInsight> {
  return readInsight('reviews', asked, source, async (scope) => ({
    now: await countReviews(scope, scope.now.params),
    earlier: scope.before === null ? null : await countReviews(scope, scope.before.params),
  }))
}
