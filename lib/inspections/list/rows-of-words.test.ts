import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import type { Queryable } from '@/lib/db/types'
import { queryInspections } from '@/lib/inspections/data'
import { readFilter } from '@/lib/inspections/filter/filter'
import { findIds, listConditions } from '@/lib/inspections/filter/filter-sql'
import { readRowsAfter, readRowsAt } from './rows'

/** Many rows contain one of two words. The planner cannot know that only the oldest 120 of 16,000 contain both. */
const rowCount = 16_000
const both = 120
const wordsOf = `case when n <= ${both} then '''apple'' ''pear''' when n % 2 = 0 then '''apple''' else '''pear''' end`

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  await db.query(
    `insert into inspections (audit_id, modified_at, hydrated_modified_at, failed_count, score_percentage, search)
     select 'audit_' || lpad(to_hex(n), 32, '0'), at, at, n % 5, case when n % 3 > 0 then n % 90 end, (${wordsOf})::tsvector
     from generate_series(1, ${rowCount}) n, lateral (select timestamptz '2026-01-01' + n * interval '1 minute' as at) t
     order by n * 7919 % ${rowCount}`,
  )
  await db.query('analyze inspections')
})
afterAll(() => db.close())

/** Computes the expected result by reading every row. */
async function listAll(words: string, order: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select audit_id as id from inspections where search @@ '${words}'::tsquery order by ${order}`,
  )
  return rows.map(({ id }) => id)
}

const listPages = async (params: { q: string[]; sort?: string[] }) => {
  const ids: string[] = []
  for (let after: string | undefined; ;) {
    const page = await queryInspections(db, { ...params, after, limit: 50, include: ['rows'] })
    ids.push(...page.rows.map((row) => row.auditId))
    if (page.after === null || ids.length >= 500) return ids
    after = page.after
  }
}

/** Runs `read` and returns its statements. */
async function watch(read: (watched: Queryable) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  await read({
    query: (text, values) => {
      statements.push(text)
      return db.query(text, values)
    },
  })
  return statements
}

describe('words in a list', () => {
  it('that rarely occur together are found without reading all rows', async () => {
    const { filter, sort } = readFilter({ q: ['apple pear'] }, 0)
    const conditions = listConditions(filter, await findIds(db, filter))
    let rows: Awaited<ReturnType<typeof readRowsAfter>> = []
    const statements = await watch(async (watched) => {
      rows = await readRowsAfter(watched, { sort, conditions }, { after: null, limit: 51 })
    })
    expect(rows.map(({ row }) => row.auditId)).toEqual((await listAll('apple & pear', 'modified_at desc')).slice(0, 51))
    // The statements are an estimate, a short scan that finds too few rows, and a read of all matches by the word
    // index.
    expect(statements).toHaveLength(3)
    expect(statements[1]).toContain('limit 6000')
    expect(statements[2]).toContain('as materialized')
  })

  it('that rarely occur together are found on later pages without reading all rows', async () => {
    const { filter, sort } = readFilter({ q: ['apple pear'] }, 0)
    const conditions = listConditions(filter, await findIds(db, filter))
    let rows: Awaited<ReturnType<typeof readRowsAt>> = []
    const statements = await watch(async (watched) => {
      rows = await readRowsAt(watched, { sort, conditions }, { offset: 50, limit: 51, total: null })
    })
    const all = await listAll('apple & pear', 'modified_at desc')
    expect(rows.map(({ row }) => row.auditId)).toEqual(all.slice(50, 101))
    // There may be a short scan first, but never a scan along the order until enough rows are found.
    for (const text of statements.filter((one) => !one.startsWith('explain')))
      expect(text).toMatch(/as materialized|limit \d+\) walked/)
  })

  it('are found at any position', async () => {
    for (const [q, sort, query, order] of [
      ['apple', 'modified', 'apple', 'modified_at, audit_id'],
      ['apple pear', '-modified', 'apple & pear', 'modified_at desc'],
      ['pear', 'score', 'pear', 'score_percentage nulls last, audit_id'],
    ] as const) {
      const all = await listAll(query, order)
      for (const offset of [40, 500, 2_990, 6_000, all.length - 20, all.length]) {
        const page = await queryInspections(db, { q: [q], sort: [sort], offset, limit: 50, include: ['rows'] })
        expect(
          page.rows.map((row) => row.auditId),
          `${q} by ${sort} at ${offset}`,
        ).toEqual(all.slice(offset, offset + 50))
      }
    }
  })

  it('are found on all pages in both ways of reading', async () => {
    expect(await listPages({ q: ['apple pear'] })).toEqual(await listAll('apple & pear', 'modified_at desc'))
    const apples = await listAll('apple', 'modified_at desc')
    expect(await listPages({ q: ['apple'] })).toEqual(apples.slice(0, 500))
    const byScore = await listAll('pear', 'score_percentage nulls last, audit_id')
    expect(await listPages({ q: ['pear'], sort: ['score'] })).toEqual(byScore.slice(0, 500))
  })
})
