import 'server-only'
import { createHash } from 'node:crypto'
import type { Queryable } from '@/lib/db/types'

/** The questions that were answered in an inspection, as table `question_sets` has them. */
export interface QuestionSet {
  /** Equal for equal sets: 64 bits of a hash, as PostgreSQL writes a bigint. */
  hash: string
  /** As `listAnsweredQuestions` lists them. */
  questions: readonly string[]
}

export function toQuestionSet(questions: readonly string[]): QuestionSet {
  const digest = createHash('sha256').update(JSON.stringify(questions)).digest()
  return { hash: digest.readBigInt64BE().toString(), questions }
}

const listUnknown = `select hash::text as hash from unnest($1::bigint[]) as hash
  where not exists (select from question_sets where set_hash = hash)`

const insertSets = `insert into question_sets (set_hash, questions)
  select hash, array(select distinct hashtextextended(key, 0) from json_array_elements_text(keys) as key order by 1)
  from json_to_recordset($1::json) as fresh (hash bigint, keys json)
  order by hash on conflict do nothing`

/**
 * Stores the sets of answered questions that no inspection had before. There are few, so most calls write nothing. The
 * caller has locked the rows of the inspections and changed nothing else yet. Two transactions with the same new set
 * wait for each other only here, in the order of the hashes, so there is no deadlock. Sets are never changed or
 * deleted.
 */
export async function keepQuestionSets(tx: Queryable, batch: ReadonlyArray<{ answered: QuestionSet }>): Promise<void> {
  const sets = new Map(batch.map(({ answered }) => [answered.hash, answered.questions]))
  const { rows } = await tx.query<{ hash: string }>(listUnknown, [[...sets.keys()]])
  if (rows.length === 0) return
  await tx.query(insertSets, [JSON.stringify(rows.map(({ hash }) => ({ hash, keys: sets.get(hash) ?? [] })))])
}
