import 'server-only'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import type { QuestionName } from '@/lib/report/names-schema'

/**
 * What questions are called, from an inspection in which each of them failed. Questions that failed in none, or have no text,
 * are left out.
 * @param keys as lib/report/failures-model.ts names questions
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
