import 'server-only'
import { Values } from '@/lib/db/values'
import { nameAssets } from '@/lib/inspections/assets-data'
import { nameFailures, nameSites } from './names-data'
import { readInsight, type AskedInsight, type InsightSource, type Period, type Scope } from './scope-data'
import type { QuestionInsight, RepeatInsight, RepeatPlace } from './schema'

const shownMax = 50

/**
 * SQL: rows of a table of details in a period, to be joined with inspections. A filter by question or by asset is about
 * inspections; the chosen questions and assets alone are counted, so that each number is what choosing one gives.
 */
function writeDetails(
  { bounds: { fromMs, toMs } }: Period,
  values: Values,
  { table, column, chosen }: { table: string; column: string; chosen: readonly string[] | undefined },
): string {
  return [
    `${table} as details using (audit_id) where details.completed_at is not null`,
    fromMs === null ? null : `details.completed_at >= ${values.add(new Date(fromMs), 'timestamptz')}`,
    toMs === null ? null : `details.completed_at < ${values.add(new Date(toMs), 'timestamptz')}`,
    chosen === undefined ? null : `details.${column} = any(${values.add(chosen, 'text[]')})`,
  ]
    .filter((part) => part !== null)
    .join(' and ')
}

const writeFailures = (period: Period, values: Values) =>
  writeDetails(period, values, {
    table: 'inspection_failures',
    column: 'question',
    chosen: period.params.failedQuestion,
  })

const writeAssets = (period: Period, values: Values) =>
  writeDetails(period, values, { table: 'inspection_assets', column: 'ref', chosen: period.params.asset })

/** Columns that stand for a place at which questions fail again and again. */
const placeColumns = { site: 'site_hash', asset: 'ref' } as const satisfies Record<RepeatPlace, string>

async function writeCounts(
  { write }: Scope,
  name: string,
  { period, values, by }: { period: Period; values: Values; by: RepeatPlace | null },
): Promise<string> {
  const place = by === null ? 'template_hash' : `template_hash, ${placeColumns[by]}`
  const where = await write(period.params, values)
  const from = by === 'asset' ? `inspections join ${writeAssets(period, values)} and` : 'inspections where'
  return `${name} as materialized (
      select audit_id, ${place} from ${from} ${where}${by === 'site' ? ' and site_hash is not null' : ''}
    ), ${name}_failed as (
      select ${place}, question_hash, count(*)::int as failed from ${name} join ${writeFailures(period, values)}
      group by ${place}, question_hash
    ), ${name}_completed as (
      select ${place}, count(*)::int as completed from ${name} group by ${place}
    )`
}

interface QuestionRow {
  template: string | null
  question: string
  failed: number
  completed: number
  failedBefore: number | null
  completedBefore: number | null
  distinct: number
}

/** SQL: the counts of the same template. By an equality, so that they are joined by hash; no template has the hash 0. */
const same = (table: string) => `coalesce(${table}.template_hash, 0) = coalesce(top.template_hash, 0)`

/** Questions by the number of inspections in which they failed. @throws as `readInsight` */
export function readQuestionInsight(asked: AskedInsight, source: InsightSource = {}): Promise<QuestionInsight> {
  return readInsight('questions', asked, source, async (scope) => {
    const { tx, now, before } = scope
    const values = new Values()
    const parts = [await writeCounts(scope, 'seen', { period: now, values, by: null })]
    if (before !== null) parts.push(await writeCounts(scope, 'earlier', { period: before, values, by: null }))
    const { rows } = await tx.query<QuestionRow>(
      `with ${parts.join(', ')}, top as (
         select *, count(*) over ()::int as all_questions from seen_failed
         order by failed desc, question_hash, template_hash limit ${shownMax}
       )
       select top.template_hash::text as template, top.question_hash::text as question, top.failed,
              seen_completed.completed, all_questions as distinct, ${
                before === null
                  ? 'null::int as "failedBefore", null::int as "completedBefore"'
                  : `coalesce(earlier_failed.failed, 0) as "failedBefore",
                     coalesce(earlier_completed.completed, 0) as "completedBefore"`
              }
       from top join seen_completed on ${same('seen_completed')}
       ${
         before === null
           ? ''
           : `left join earlier_failed on ${same('earlier_failed')} and earlier_failed.question_hash = top.question_hash
              left join earlier_completed on ${same('earlier_completed')}`
       }
       order by top.failed desc, top.question_hash, top.template_hash`,
      values.list,
    )
    const describe = await nameFailures(tx, rows)
    return {
      questions: rows.map(({ failed, completed, failedBefore, completedBefore, ...row }) => ({
        ...describe(row),
        failed,
        completed,
        failedBefore,
        completedBefore,
      })),
      distinct: rows[0]?.distinct ?? 0,
    }
  })
}

interface RepeatRow {
  template: string | null
  /** Hash of a site, or what answers call an asset. */
  place: string
  question: string
  failed: number
  completed: number
  distinct: number
}

/** Questions that failed at least `times` times at one site or asset. @throws as `readInsight` */
export function readRepeatInsight(
  { times, at, ...asked }: AskedInsight & { times: number; at: RepeatPlace },
  source: InsightSource = {},
): Promise<RepeatInsight> {
  const place = placeColumns[at]
  return readInsight(`repeats ${at} ${times}`, asked, source, async (scope) => {
    const { tx, now } = scope
    const values = new Values()
    const counts = await writeCounts(scope, 'seen', { period: now, values, by: at })
    const { rows } = await tx.query<RepeatRow>(
      `with ${counts}, top as (
         select *, count(*) over ()::int as all_repeats from seen_failed where failed >= ${values.add(times, 'int')}
         order by failed desc, question_hash, ${place}, template_hash limit ${shownMax}
       )
       select top.template_hash::text as template, top.${place}::text as place, top.question_hash::text as question,
              failed, completed, all_repeats as distinct
       from top join seen_completed on seen_completed.${place} = top.${place}
         and seen_completed.template_hash is not distinct from top.template_hash
       order by failed desc, top.question_hash, top.${place}, top.template_hash`,
      values.list,
    )
    const describe = await nameFailures(tx, rows)
    const places = rows.map((row) => row.place)
    const sites = at === 'site' ? await nameSites(tx, places) : new Map<string | null, string>()
    const assets = at === 'asset' ? await nameAssets(places, tx) : []
    return {
      times,
      repeats: rows.map((row) => ({
        ...describe(row),
        site: sites.get(row.place) ?? null,
        asset: assets.find(({ ref }) => ref === row.place) ?? null,
        failed: row.failed,
        completed: row.completed,
      })),
      distinct: rows[0]?.distinct ?? 0,
    }
  })
}
