import 'server-only'
import { database } from '@/lib/db/instance'
import { keepShortly } from '@/lib/db/keep-shortly'
import type { Database, Queryable } from '@/lib/db/types'
import { Values } from '@/lib/db/values'
import { readFilter } from '@/lib/inspections/filter/filter'
import { listConditions, writeWhere } from '@/lib/inspections/filter/filter-sql'
import { readQuestionInsight } from '@/lib/insights/failures-data'
import type { ListParams } from '@/lib/inspections/schema'
import { dayMs } from '@/lib/time/calendar-days'
import { formatDay } from '@/lib/time/time-format'
import { figureLists, listBuckets, periodParams, writePeriod } from './period-model'
import type { OverviewPeriod, PeriodFigures, PeriodScope } from './schema'

const topShown = 6

/**
 * SQL: the condition for the rows of a list with these parameters. The numbers and the lists behind them share every
 * condition.
 */
function writeList(params: ListParams, nowMs: number, values: Values): string {
  const { filter } = readFilter(params, nowMs)
  return `missing_at is null and ${writeWhere(listConditions(filter, new Map()), values)}`
}

async function countFigures(db: Queryable, period: ListParams, nowMs: number): Promise<PeriodFigures> {
  const values = new Values()
  const count = (list: ListParams) => `(count(*) filter (where ${writeList(list, nowMs, values)}))::int`
  const lists = figureLists(period)
  const { rows } = await db.query<PeriodFigures>(
    `select ${count(lists.completed)} as completed, ${count(lists.failed)} as failed,
            ${count(lists.unreviewed)} as unreviewed, ${count(lists.scored)} as scored,
            avg(score_percentage) filter (where ${writeList(lists.scored, nowMs, values)}) as "averageScore"
     from inspections where ${writeList(period, nowMs, values)}`,
    values.list,
  )
  return rows[0] ?? { completed: 0, failed: 0, unreviewed: 0, scored: 0, averageScore: null }
}

async function countBuckets(
  db: Queryable,
  buckets: ReturnType<typeof listBuckets>,
  { zone, scope, nowMs }: { zone: string; scope: PeriodScope; nowMs: number },
): Promise<OverviewPeriod['buckets']> {
  const [first] = buckets.ranges
  const last = buckets.ranges.at(-1)
  if (first === undefined || last === undefined) return []
  const values = new Values()
  // A bar opens a whole day or month, so whole ones are counted, even if the range begins or ends within one.
  const where = writeList(periodParams(`${first}..${last}`, zone, scope), nowMs, values)
  const { rows } = await db.query<OverviewPeriod['buckets'][number]>(
    `select to_char(date_completed at time zone ${values.add(zone, 'text')}, ${values.add(buckets.unit === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM', 'text')}) as range,
            count(*)::int as completed, (count(*) filter (where result = 'failed'))::int as failed
     from inspections where ${where} group by 1`,
    values.list,
  )
  const counted = new Map(rows.map((row) => [row.range, row]))
  return buckets.ranges.map((range) => counted.get(range) ?? { range, completed: 0, failed: 0 })
}

async function listTop(
  db: Queryable,
  column: 'site_name' | 'template_id',
  period: ListParams,
  nowMs: number,
): Promise<OverviewPeriod['sites']> {
  const values = new Values()
  const where = writeList(period, nowMs, values)
  const { rows } = await db.query<OverviewPeriod['sites'][number]>(
    `select ${column} as value, max(${column === 'site_name' ? 'site_name' : 'coalesce(template_name, template_id)'}) as name,
            count(*)::int as completed, (count(*) filter (where result = 'failed'))::int as failed
     from inspections where ${where} and ${column} is not null
     group by 1 having count(*) filter (where result = 'failed') > 0
     order by failed desc, name limit ${topShown}`,
    values.list,
  )
  return rows
}

async function listQuestions(db: Database, period: ListParams, nowMs: number): Promise<OverviewPeriod['questions']> {
  const { questions } = await readQuestionInsight({ ...period, compare: 'none' }, { db, nowMs })
  return questions.slice(0, topShown).map(({ value, label, templateId, templateName, failed, completed }) => ({
    value,
    label,
    templateId,
    templateName,
    failed,
    completed,
  }))
}

/**
 * Completed inspections of a period, and of the period of equal length directly before it. `before` is null when the
 * period has no start.
 * @throws AppError invalid, naming `completedAt`
 */
export async function readPeriod(
  { range, zone, ...scope }: PeriodScope & { range: string; zone: string },
  given?: { db: Database; nowMs: number },
): Promise<OverviewPeriod> {
  const db = given?.db ?? (await database())
  const nowMs = given?.nowMs ?? Date.now()
  const period = periodParams(range, zone, scope)
  const [bounds] = readFilter(period, nowMs).filter.completedAt.any
  return keepShortly(db, `period ${JSON.stringify([range, zone, scope.template, scope.site])}`, async () => {
    const toMs = Math.min(bounds?.toMs ?? nowMs, nowMs)
    const fromMs = bounds?.fromMs ?? null
    const previous = fromMs === null || fromMs >= toMs ? null : writePeriod(fromMs - (toMs - fromMs), fromMs)
    const buckets = listBuckets(
      formatDay(fromMs ?? toMs - 364 * dayMs, zone),
      formatDay(fromMs === null ? toMs - 1 : Math.max(fromMs, toMs - 1), zone),
    )
    const [now, before, counted, sites, templates, questions] = await Promise.all([
      countFigures(db, period, nowMs),
      previous === null ? null : countFigures(db, periodParams(previous, zone, scope), nowMs),
      countBuckets(db, buckets, { zone, scope, nowMs }),
      listTop(db, 'site_name', period, nowMs),
      listTop(db, 'template_id', period, nowMs),
      listQuestions(db, period, nowMs),
    ])
    return { range, previous, now, before, unit: buckets.unit, buckets: counted, sites, templates, questions }
  })
}
