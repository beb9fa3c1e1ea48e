import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { Values } from '@/lib/db/values'
import { AppError } from '@/lib/errors'
import { isVisible } from '@/lib/saved-views/data'
import { readWithin } from '@/lib/search/read-within'
import { serverText } from '@/lib/server-text'
import { writeAnswerWhere } from './answers-data'
import { writeRuleWhere } from './matches'
import { subjectOf } from './model'
import { listUnfit, planStatuses, readRecipients } from './plan-data'
import type { PreviewAsk, RulePreview } from './preview-schema'
import type { RuleTrigger, TriggerOf } from './schema'
import { previewDays } from './values-model'
import { previewWatched } from './watch'

/** The most inspections that a preview lists. It counts all of them. */
const listedMax = 20

/**
 * The query of a trigger: its own, or the query of its saved view, which the person must be allowed to see.
 * @throws AppError invalid, naming `trigger`
 */
async function readTriggerQuery(
  tx: Queryable,
  actor: Pick<Actor, 'userId'>,
  trigger: TriggerOf<'matches'>,
): Promise<string> {
  if (trigger.viewId === null) return trigger.query
  const { rows } = await tx.query<{ query: string }>(
    `select query from list_views where list = 'inspections' and view_id = $2 and deleted_at is null and ${isVisible}`,
    [actor.userId, trigger.viewId],
  )
  const [row] = rows
  if (row === undefined)
    throw new AppError('invalid', serverText('rules.noView'), {
      details: { fields: { trigger: serverText('rules.noView') } },
    })
  return row.query
}

/**
 * The condition for inspections that meet a trigger, as far as their documents were read; null for a trigger that is
 * not about inspections.
 * @throws AppError invalid when the filter cannot be read
 */
export async function writeTriggerWhere(
  tx: Queryable,
  actor: Pick<Actor, 'userId'>,
  trigger: RuleTrigger,
  auditId?: string,
): Promise<{ where: (values: Values) => string; read: RulePreview['read'] } | null> {
  if (trigger.kind === 'matches')
    return { where: await writeRuleWhere(tx, await readTriggerQuery(tx, actor, trigger)), read: null }
  return trigger.kind === 'answer' ? writeAnswerWhere(tx, trigger, { auditId }) : null
}

/** SQL of the inspections that a rule would act on: modified in the last days, or one inspection. */
export const writePast = (where: (values: Values) => string, values: Values, auditId?: string): string =>
  `${where(values)} and ${
    auditId === undefined
      ? `missing_at is null and modified_at >= now() - make_interval(days => ${previewDays})`
      : `audit_id = ${values.add(auditId, 'text')}`
  }`

/**
 * Returns what a rule would have done in the last days, or would do with one inspection. Nothing is written.
 * @throws AppError invalid when the filter cannot be read; unavailable when it takes too long
 */
export async function previewRule(
  actor: Pick<Actor, 'userId'>,
  { trigger, actions, auditId }: PreviewAsk,
  given?: Database,
): Promise<RulePreview> {
  const db = given ?? (await database())
  return readWithin(db, 'rows', async (tx) => {
    const written = await writeTriggerWhere(tx, actor, trigger, auditId)
    if (written === null) {
      const { total, items } = await previewWatched(tx, trigger, listedMax)
      const subject = subjectOf(trigger.kind)
      const { people, targets, problems } = await readRecipients(tx, actions)
      return {
        total,
        isExact: true,
        read: null,
        items: items.map(({ id, name, at }) => ({ subject, id, title: name || null, at, statuses: [] })),
        people,
        targets,
        problems: [...problems, ...listUnfit({ trigger, actions })],
      }
    }
    const { where, read } = written
    const counting = new Values()
    const counted = await tx.query<{ total: number; earlier: number }>(
      `select count(*) as total, count(*) filter (where exists (
         select from inspection_documents as kept where kept.audit_id = inspections.audit_id
           and kept.modified_at < inspections.hydrated_modified_at)) as earlier
       from inspections where ${writePast(where, counting, auditId)}`,
      counting.list,
    )
    const values = new Values()
    const { rows } = await tx.query<{ audit_id: string; title: string | null; version: string }>(
      `select audit_id, title, hydrated_modified_at as version from inspections
       where ${writePast(where, values, auditId)} order by modified_at desc, audit_id limit ${listedMax}`,
      values.list,
    )
    const items: RulePreview['items'] = []
    for (const { audit_id, title, version } of rows) {
      const statuses = await planStatuses(tx, actions, { auditId: audit_id, version })
      items.push({ subject: 'inspection', id: audit_id, title, at: version, statuses })
    }
    const { people, targets, problems } = await readRecipients(tx, actions)
    const { total = 0, earlier = 0 } = counted.rows[0] ?? {}
    return { total, isExact: auditId !== undefined || earlier === 0, read, items, people, targets, problems }
  })
}
