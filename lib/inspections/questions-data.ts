import 'server-only'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import type { QuestionName } from '@/lib/report/names-schema'

/**
 * The texts of questions, each from an inspection in which the question failed. Questions that never failed or have no
 * text are omitted.
 * @param keys the keys of lib/report/failures-model.ts
 */
export async function nameQuestions(keys: readonly string[], given?: Queryable): Promise<QuestionName[]> {
  const db = given ?? (await database())
  const { rows } = await db.query<QuestionName>(
    `select asked.key, found.label, found.template_name as "templateName"
     from unnest($1::text[]) as asked (key)
     cross join lateral (
       select label, template_name from inspection_failures join inspections using (audit_id)
       where question_hash = hashtextextended(asked.key, 0) and question = asked.key and label is not null
       limit 1
     ) as found`,
    [[...new Set(keys)]],
  )
  return rows
}
