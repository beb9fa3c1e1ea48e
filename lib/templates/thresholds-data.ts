import 'server-only'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import type { TemplateThresholds } from './schema'

/** The templates that have their own thresholds. */
export async function readThresholds(given?: Queryable): Promise<TemplateThresholds> {
  const db = given ?? (await database())
  const { rows } = await db.query<{ template_id: string; attention_from: number; good_from: number }>(
    'select template_id, attention_from, good_from from score_thresholds order by template_id',
  )
  return {
    templates: rows.map((row) => ({
      templateId: row.template_id,
      thresholds: { attentionFrom: row.attention_from, goodFrom: row.good_from },
    })),
  }
}
