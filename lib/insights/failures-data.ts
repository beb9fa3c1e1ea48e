import 'server-only'
import { Values } from '@/lib/db/values'
import { nameAssets } from '@/lib/inspections/assets-data'
import { inRange } from './model'
import { nameFailures, nameSites } from './names-data'
import { readBounds, readInsight, type AskedInsight, type InsightSource, type Period, type Scope } from './scope-data'
import type { QuestionInsight, RepeatInsight, RepeatPlace } from './schema'

const shownMax = 50

/** A table with details of documents. Only rows whose `column` has the chosen values are counted. */
interface Details {
  table: string
  column: string
  chosen: ReadonlyArray<readonly string[] | undefined>
}

/**
 * SQL: rows of a table of details in a period, to be joined with inspections. A filter by question or asset chooses
 * inspections. Here, only the chosen questions and assets are counted, so that each number equals the list that it
 * opens.
 */
function writeDetails(
  { bounds: { fromMs, toMs } }: Period,
  values: Values,
  { table, column, chosen }: Details,
): string {
  return [
    `${table} as details using (audit_id) where details.completed_at is not null`,
    fromMs === null ? null : `details.completed_at >= ${values.add(new Date(fromMs), 'timestamptz')}`,
    toMs === null ? null : `details.completed_at < ${values.add(new Date(toMs), 'timestamptz')}`,
    ...chosen.map((some) => (some === undefined ? null : `details.${column} = any(${values.add(some, 'text[]')})`)),
  ]
    .filter((part) => part !== null)
    .join(' and ')
}

const writeFailures = (period: Period, values: Values) =>
  writeDetails(period, values, {
    table: 'inspection_failures',
    column: 'question',
    chosen: [period.params.failedQuestion, period.params.answeredQuestion],
  })

/** SQL: completed inspections with failures. The index `inspections_failed_completed` has only these. */
const hasFailures = `result = 'failed'`

const writeAssets = (period: Period, values: Values) =>
  writeDetails(period, values, { table: 'inspection_assets', column: 'ref', chosen: [period.params.asset] })

/**
 * SQL: two tables for a period. One has the failures of each question, the other the inspections by template and set of
 * answered questions.
 */
async function writeQuestionCounts(
  { rows, nowMs }: Scope,
  name: string,
  period: Period,
  values: Values,
): Promise<string> {
  const failed = await rows(period, values, {
    kind: 'question',
    columns: 'template_hash, question_hash, 1 as failed',
    from: (range) =>
      `inspections join ${writeFailures({ ...period, bounds: readBounds(inRange(period.params, range), nowMs) }, values)} and ${hasFailures} and`,
    counted: 'b as template_hash, a as question_hash, completed as failed',
  })
  const sets = await rows(period, values, {
    kind: 'answered',
    columns: 'template_hash, answered_set, 1 as inspections',
    counted: 'b as template_hash, a as answered_set, completed as inspections',
  })
  return `${name}_failed as (
      select template_hash, question_hash, sum(failed)::int as failed from (${failed}) as seen
      group by template_hash, question_hash
    ), ${name}_sets as (
      select template_hash, answered_set, sum(inspections)::int as inspections from (${sets}) as seen
      group by template_hash, answered_set
    )`
}

/**
 * SQL: for each question in `top`, the inspections of its template and how many of them answered the question. The
 * latter is null while the answered questions of some inspections are not indexed. Templates are compared with `=` and
 * no template has the hash 0, so that PostgreSQL can use a hash join.
 */
const writeAnswered = (name: string) => `${name}_answered as (
    select top.template_hash, top.question_hash, coalesce(sum(inspections), 0)::int as completed,
           case when count(inspections) = count(answered_set)
             then coalesce(sum(inspections) filter (where top.question_hash = any(questions)), 0)::int end as answered
    from top left join ${name}_sets as seen_sets
      on coalesce(seen_sets.template_hash, 0) = coalesce(top.template_hash, 0)
    left join question_sets on set_hash = answered_set
    group by top.template_hash, top.question_hash
  )`

interface QuestionRow {
  template: string | null
  question: string
  failed: number
  answered: number | null
  completed: number
  failedBefore: number | null
  answeredBefore: number | null
  completedBefore: number | null
  distinct: number
}

/** SQL: the counts of the same question of the same template. */
const same = (table: string) =>
  `${table}.question_hash = top.question_hash and coalesce(${table}.template_hash, 0) = coalesce(top.template_hash, 0)`

/** Questions by the number of inspections in which they failed. @throws as `readInsight` */
export function readQuestionInsight(asked: AskedInsight, source: InsightSource = {}): Promise<QuestionInsight> {
  return readInsight('questions', asked, source, async (scope) => {
    const { tx, now, before } = scope
    const values = new Values()
    const parts = [await writeQuestionCounts(scope, 'seen', now, values)]
    if (before !== null) parts.push(await writeQuestionCounts(scope, 'earlier', before, values))
    const { rows } = await tx.query<QuestionRow>(
      `with ${parts.join(', ')}, top as materialized (
         select *, count(*) over ()::int as all_questions from seen_failed
         order by failed desc, question_hash, template_hash limit ${shownMax}
       ), ${writeAnswered('seen')}${before === null ? '' : `, ${writeAnswered('earlier')}`}
       select top.template_hash::text as template, top.question_hash::text as question, top.failed,
              seen_answered.answered, seen_answered.completed, all_questions as distinct, ${
                before === null
                  ? 'null::int as "failedBefore", null::int as "answeredBefore", null::int as "completedBefore"'
                  : `coalesce(earlier_failed.failed, 0) as "failedBefore", earlier_answered.answered as "answeredBefore",
                     earlier_answered.completed as "completedBefore"`
              }
       from top join seen_answered on ${same('seen_answered')}
       ${
         before === null
           ? ''
           : `left join earlier_failed on ${same('earlier_failed')}
              left join earlier_answered on ${same('earlier_answered')}`
       }
       order by top.failed desc, top.question_hash, top.template_hash`,
      values.list,
    )
    const describe = await nameFailures(tx, rows)
    return {
      questions: rows.map((row) => ({
        ...describe(row),
        failed: row.failed,
        answered: row.answered,
        completed: row.completed,
        failedBefore: row.failedBefore,
        answeredBefore: row.answeredBefore,
        completedBefore: row.completedBefore,
      })),
      distinct: rows[0]?.distinct ?? 0,
    }
  })
}

/** The columns that identify a place at which questions fail repeatedly. */
const placeColumns = { site: 'site_hash', asset: 'ref' } as const satisfies Record<RepeatPlace, string>

interface PlaceCounts {
  /** SQL: a table of the failures of each question by template and place. */
  failed: string
  /** SQL: rows of the inspections of the places in `top`, by template and place. */
  completed: string
}

async function writePlaceCounts({ now, write, rows }: Scope, values: Values, at: RepeatPlace): Promise<PlaceCounts> {
  const where = await write(now.params, values)
  const seen =
    at === 'site'
      ? `inspections where site_hash is not null and ${hasFailures} and ${where}`
      : `inspections join ${writeAssets(now, values)} and ${hasFailures} and ${where}`
  const place = placeColumns[at]
  return {
    failed: `select template_hash, ${place}, question_hash, count(*)::int as failed
      from (select audit_id, template_hash, ${place} from ${seen}) as seen join ${writeFailures(now, values)}
      group by template_hash, ${place}, question_hash`,
    completed:
      at === 'site'
        ? `select template_hash, site_hash, completed from (${await rows(now, values, {
            kind: 'cell',
            columns: 'template_hash, site_hash, 1 as completed',
            counted: 'b as template_hash, a as site_hash, completed',
          })}) as every where site_hash in (select site_hash from top)`
        : `select template_hash, ref, 1 as completed
           from inspections join ${writeAssets(now, values)} and ref in (select ref from top) and ${where}`,
  }
}

interface RepeatRow {
  template: string | null
  /** The hash of a site, or the reference that answers use for an asset. */
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
    const { tx } = scope
    const values = new Values()
    const { failed, completed } = await writePlaceCounts(scope, values, at)
    const { rows } = await tx.query<RepeatRow>(
      `with top as materialized (
         select *, count(*) over ()::int as all_repeats from (${failed}) as counted
         where failed >= ${values.add(times, 'int')}
         order by failed desc, question_hash, ${place}, template_hash limit ${shownMax}
       ), seen_completed as (
         select template_hash, ${place}, sum(completed)::int as completed from (${completed}) as seen
         group by template_hash, ${place}
       )
       select top.template_hash::text as template, top.${place}::text as place, top.question_hash::text as question,
              failed, completed, all_repeats as distinct
       from top join seen_completed on seen_completed.${place} = top.${place}
         and coalesce(seen_completed.template_hash, 0) = coalesce(top.template_hash, 0)
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
