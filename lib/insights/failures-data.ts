import 'server-only'
import { Values } from '@/lib/db/values'
import { nameFailures, nameSites } from './names-data'
import { readInsight, type AskedInsight, type InsightSource, type Period, type Scope } from './scope-data'
import type { QuestionInsight, RepeatInsight } from './schema'

const shownMax = 50

/**
 * SQL: the failures of the inspections in `seen`. A filter by question is about rows; its questions alone are counted, so
 * that each number is what choosing its question gives.
 */
function writeFailures({ bounds, params }: Period, values: Values): string {
  const { fromMs, toMs } = bounds
  const questions = params.failedQuestion
  return [
    'inspection_failures as failures using (audit_id) where failures.completed_at is not null',
    fromMs === null ? null : `failures.completed_at >= ${values.add(new Date(fromMs), 'timestamptz')}`,
    toMs === null ? null : `failures.completed_at < ${values.add(new Date(toMs), 'timestamptz')}`,
    questions === undefined ? null : `failures.question = any(${values.add(questions, 'text[]')})`,
  ]
    .filter((part) => part !== null)
    .join(' and ')
}

async function writeCounts(
  { write }: Scope,
  name: string,
  { period, values, isBySite }: { period: Period; values: Values; isBySite: boolean },
): Promise<string> {
  const place = isBySite ? 'template_hash, site_hash' : 'template_hash'
  const where = await write(period.params, values)
  return `${name} as materialized (
      select audit_id, ${place} from inspections where ${where}${isBySite ? ' and site_hash is not null' : ''}
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
    const parts = [await writeCounts(scope, 'seen', { period: now, values, isBySite: false })]
    if (before !== null) parts.push(await writeCounts(scope, 'earlier', { period: before, values, isBySite: false }))
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
  site: string
  question: string
  failed: number
  completed: number
  distinct: number
}

/** Questions that failed at least `times` times at one site. @throws as `readInsight` */
export function readRepeatInsight(
  { times, ...asked }: AskedInsight & { times: number },
  source: InsightSource = {},
): Promise<RepeatInsight> {
  return readInsight(`repeats ${times}`, asked, source, async (scope) => {
    const { tx, now } = scope
    const values = new Values()
    const counts = await writeCounts(scope, 'seen', { period: now, values, isBySite: true })
    const { rows } = await tx.query<RepeatRow>(
      `with ${counts}, top as (
         select *, count(*) over ()::int as all_repeats from seen_failed where failed >= ${values.add(times, 'int')}
         order by failed desc, question_hash, site_hash, template_hash limit ${shownMax}
       )
       select top.template_hash::text as template, top.site_hash::text as site, top.question_hash::text as question,
              failed, completed, all_repeats as distinct
       from top join seen_completed on seen_completed.site_hash = top.site_hash
         and seen_completed.template_hash is not distinct from top.template_hash
       order by failed desc, top.question_hash, top.site_hash, top.template_hash`,
      values.list,
    )
    const describe = await nameFailures(tx, rows)
    const sites = await nameSites(
      tx,
      rows.map(({ site }) => site),
    )
    return {
      times,
      repeats: rows.map(({ site, failed, completed, ...row }) => ({
        ...describe(row),
        site: sites.get(site) ?? '',
        failed,
        completed,
      })),
      distinct: rows[0]?.distinct ?? 0,
    }
  })
}
