import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { auditId } from '@/lib/ids'
import { storeDocuments, type StoredDocument } from './documents'
import { keepQuestionSets } from './question-sets'
import { readDocument } from './read-document'

const nowMs = Date.parse('2026-11-20T13:30:00.000Z')
const modifiedAt = new Date(nowMs).toISOString()

/** An inspection in which these questions were answered. */
function answering(id: number, questions: readonly string[]): StoredDocument {
  const own = auditId.parse(`audit_${String(id).padStart(6, '0')}`)
  const text = JSON.stringify({
    audit_id: own,
    template_id: 'template_1',
    created_at: modifiedAt,
    modified_at: modifiedAt,
    audit_data: {},
    template_data: {},
    header_items: [],
    items: questions.map((question) => ({ item_id: question, type: 'text', responses: { text: 'fine' } })),
  })
  const { document: _, ownId: __, isLikely: ___, ...read } = readDocument(text)
  return { ...read, auditId: own, text, bytes: null, modifiedAt }
}

const toBatch = (some: readonly string[]) => some.map((hash) => ({ answered: { hash, questions: [hash] } }))

const readSets = async (db: Database) =>
  (
    await db.query<{ inspections: number; questions: number }>(
      `select count(audit_id)::int as inspections, cardinality(questions) as questions
       from question_sets left join inspections on answered_set = set_hash group by set_hash, questions order by 2`,
    )
  ).rows

describe('the sets of answered questions', () => {
  it('are kept once, whatever the order of the questions', async () => {
    await using db = await openTestDatabase()
    await storeDocuments(db, [answering(1, ['a', 'b']), answering(2, ['b', 'a']), answering(3, [])], nowMs)
    await storeDocuments(db, [answering(4, ['A', 'b', 'b'])], nowMs)
    expect(await readSets(db)).toEqual([
      { inspections: 1, questions: 0 },
      { inspections: 3, questions: 2 },
    ])
  })

  it('are written in the order of their hashes, so that two writers with the same new sets cause no deadlock', async () => {
    await using db = await openTestDatabase()
    const hashes = ['-7', '3', '12', '40']
    const [first = '', ...others] = hashes
    let another: Promise<void> = Promise.resolve()
    await db.transaction(async (tx) => {
      await keepQuestionSets(tx, toBatch([first]))
      another = db.transaction((other) => keepQuestionSets(other, toBatch(hashes.toReversed())))
      await expect
        .poll(
          async () =>
            (
              await db.query(
                `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
              )
            ).rows,
        )
        .toHaveLength(1)
      // While a writer waits for the first set, it holds no set that the owner of the first may need next.
      await tx.query(`set local lock_timeout = '500ms'`)
      await keepQuestionSets(tx, toBatch(others))
    })
    await another
    expect(await readSets(db)).toHaveLength(hashes.length)
  })

  it('are complete for every inspection after many concurrent batches', async () => {
    await using db = await openTestDatabase()
    const sets = Array.from({ length: 60 }, (_, at) => Array.from({ length: at }, (__, question) => `q${question}`))
    await Promise.all(
      Array.from({ length: 8 }, (_, batch) => {
        const own = sets.map((questions, at) => answering(batch * 100 + ((at * 37 + batch * 23) % 60), questions))
        return storeDocuments(db, own, nowMs)
      }),
    )
    expect(await readSets(db)).toEqual(sets.map((questions) => ({ inspections: 8, questions: questions.length })))
  })
})
