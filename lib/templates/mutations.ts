import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { recordActivity } from '@/lib/activity/journal'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import type { TemplateId } from '@/lib/ids'
import { defaultThresholds } from './model'
import type { ScoreThresholds, TemplateThresholds } from './schema'
import { readThresholds } from './thresholds-data'

/** The template's name from its documents, or its id when no document was read. */
async function readName(tx: Queryable, templateId: TemplateId): Promise<string> {
  const { rows } = await tx.query<{ template_name: string | null }>(
    `select template_name from inspections where template_id = $1 and template_name is not null
     order by modified_at desc, audit_id desc limit 1`,
    [templateId],
  )
  return rows[0]?.template_name ?? templateId
}

/**
 * Sets the thresholds from which scores of a template are good or need attention; null restores the defaults. Nothing
 * is logged when nothing changes.
 * @returns all templates with their own thresholds
 */
export async function setThresholds(
  actor: Actor,
  templateId: TemplateId,
  thresholds: ScoreThresholds | null,
  given?: Database,
): Promise<TemplateThresholds> {
  const db = given ?? (await database())
  const { answer, isChanged } = await db.transaction(async (tx) => {
    // Only one change of a template at a time, so that the log contains the correct previous thresholds.
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`score-thresholds/${templateId}`])
    const all = await readThresholds(tx)
    const before = all.templates.find((one) => one.templateId === templateId)?.thresholds ?? null
    if (JSON.stringify(before) === JSON.stringify(thresholds)) return { answer: all, isChanged: false }
    if (thresholds === null) await tx.query('delete from score_thresholds where template_id = $1', [templateId])
    else
      await tx.query(
        `insert into score_thresholds (template_id, attention_from, good_from) values ($1, $2, $3)
         on conflict (template_id) do update
           set attention_from = excluded.attention_from, good_from = excluded.good_from`,
        [templateId, thresholds.attentionFrom, thresholds.goodFrom],
      )
    await recordActivity(tx, actor, {
      action: 'template.set-thresholds',
      objectKind: 'template',
      objectId: templateId,
      objectName: await readName(tx, templateId),
      before: before ?? defaultThresholds,
      after: thresholds ?? defaultThresholds,
    })
    return { answer: await readThresholds(tx), isChanged: true }
  })
  if (isChanged) publishChange('templates')
  return answer
}
