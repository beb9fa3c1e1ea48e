import 'server-only'
import { Values } from '@/lib/db/values'
import type { ListParams } from '@/lib/inspections/schema'
import { writePeriod } from '@/lib/overview/period-model'
import { dayMs } from '@/lib/time/calendar-days'
import { formatDay } from '@/lib/time/time-format'
import { readTimeRange } from '@/lib/time/time-range'
import { resolveTimeRange, type TimeBounds } from '@/lib/time/time-range-bounds'
import { reviewLists } from './model'
import type { RowSource } from './parts-data'
import { readInsight, type AskedInsight, type InsightSource, type Period, type Scope } from './scope-data'
import type { InsightFigures, ReviewInsight, ReviewInsightFigures, TrendInsight, TrendUnit } from './schema'
import { chooseUnit, listUnits, writeUnit } from './trend-model'

const hourMs = 3_600_000

const trendRows: RowSource = {
  kind: 'hour',
  columns: `date_completed as at, 1 as completed, (result = 'failed')::int as failed,
    (score_percentage is not null)::int as scored, score_percentage as score, (date_started <= date_completed)::int as timed,
    extract(epoch from date_completed - date_started) as seconds`,
  counted: 'to_timestamp(a * 3600) as at, completed, failed, scored, score, timed, seconds',
}

interface Sums {
  /** Position of the unit, from 1; 0: before the first unit. */
  place: number
  completed: number
  failed: number
  scored: number
  score: number
  timed: number
  seconds: number
}

function toFigures(rows: readonly Sums[]): InsightFigures {
  const sum = (name: keyof Sums) => rows.reduce((total, row) => total + row[name], 0)
  const [scored, timed] = [sum('scored'), sum('timed')]
  return {
    completed: sum('completed'),
    failed: sum('failed'),
    scored,
    averageScore: scored === 0 ? null : sum('score') / scored,
    averageSeconds: timed === 0 ? null : sum('seconds') / timed,
  }
}

/** Sums over the parts of a period that begin at these instants. */
async function readSums({ tx, rows: writeRows }: Scope, period: Period, beginsMs: readonly number[]): Promise<Sums[]> {
  const values = new Values()
  // A counted hour belongs to a single part only if all parts begin at full hours.
  const isHourly = beginsMs.every((ms) => ms % hourMs === 0)
  const divided = isHourly ? period : { ...period, parts: { months: [], ranges: [period.range] } }
  const begins = values.add(
    beginsMs.map((ms) => new Date(ms)),
    'timestamptz[]',
  )
  const { rows } = await tx.query<Sums>(
    `select width_bucket(at, ${begins}) as place, sum(completed)::int as completed, sum(failed)::int as failed,
            sum(scored)::int as scored, coalesce(sum(score), 0)::float8 as score, coalesce(sum(timed), 0)::int as timed,
            coalesce(sum(seconds) filter (where timed > 0), 0)::float8 as seconds
     from (${await writeRows(divided, values, trendRows)}) as seen group by 1`,
    values.list,
  )
  return rows
}

/** The start and end of a day, week or month in a zone. */
function boundsOf(day: string, unit: TrendUnit, zone: string, nowMs: number): TimeBounds | null {
  const { range } = readTimeRange(writeUnit(day, unit))
  return range === null ? null : resolveTimeRange(range, nowMs, zone).bounds
}

const beginOf = (day: string, unit: TrendUnit, zone: string, nowMs: number) =>
  boundsOf(day, unit, zone, nowMs)?.fromMs ?? Date.parse(day)

/** The part of a day, week or month that is in the period. */
function clipUnit(
  day: string,
  unit: TrendUnit,
  { bounds, zone, nowMs }: { bounds: TimeBounds; zone: string; nowMs: number },
) {
  const whole = writeUnit(day, unit)
  const own = boundsOf(day, unit, zone, nowMs)
  if (own === null || own.fromMs === null || own.toMs === null) return whole
  const fromMs = Math.max(own.fromMs, bounds.fromMs ?? own.fromMs)
  const toMs = Math.min(own.toMs, bounds.toMs ?? own.toMs)
  return fromMs === own.fromMs && toMs === own.toMs ? whole : writePeriod(fromMs, toMs)
}

async function findDays({ tx, now, write }: Scope): Promise<TimeBounds> {
  const values = new Values()
  const where = await write(now.params, values)
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
    const { zone, nowMs, now, before } = scope
    const { bounds } = now
    // A period without a start or end is limited by the first or last inspection.
    const found = bounds.fromMs === null || bounds.toMs === null ? await findDays(scope) : null
    const fromMs = bounds.fromMs ?? found?.fromMs ?? nowMs
    const lastMs = bounds.toMs === null ? (found?.toMs ?? nowMs) : Math.max(fromMs, bounds.toMs - 1)
    const unit = chooseUnit(Math.ceil((lastMs - fromMs + 1) / dayMs), asked)
    const days = listUnits(formatDay(fromMs, zone), formatDay(lastMs, zone), unit)
    const begins = days.map((day) => beginOf(day, unit, zone, nowMs))
    const sums = await readSums(scope, now, begins)
    return {
      now: toFigures(sums),
      earlier: before === null ? null : toFigures(await readSums(scope, before, [])),
      unit,
      points: days.map((day, at) =>
        Object.assign(
          { day, range: clipUnit(day, unit, { bounds, zone, nowMs }) },
          toFigures(sums.filter(({ place }) => place === at + 1)),
        ),
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
