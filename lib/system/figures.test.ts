import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import { readIndexFigures } from './figures'

describe('the figures of the index', () => {
  it('count existing, read, missing, unreadable and unusual inspections, and list the newest', async () => {
    await using db = await openTestDatabase()
    await db.query(
      `insert into inspections (audit_id, modified_at, hydrated_modified_at, title, hydrate_error, document_problem, missing_at)
       select 'audit_' || lpad(n::text, 4, '0'), at, case when n % 4 <> 0 then at end, 'Inspection ' || n,
              case when n % 8 = 0 then 'upstream_failed' end, case when n % 10 = 1 then 'score is a word' end,
              case when n % 50 = 0 or n = 16 or n = 21 then at end
       from generate_series(1, 200) as n, lateral (select timestamptz '2026-01-01' + n * interval '1 hour') as shift (at)`,
    )
    const figures = await readIndexFigures(db)
    // 50, 100, 150, 200, 16 and 21 are missing. Of the 50 waiting inspections, 100, 200 and 16 are missing.
    expect(figures).toMatchObject({ total: 194, missing: 6, hydrated: 194 - 47 })
    expect(figures.unreadable.count).toBe(23)
    expect(figures.unreadable.newest.map((row) => row.title)).toEqual(
      [192, 184, 176, 168, 160].map((n) => `Inspection ${n}`),
    )
    expect(figures.unreadable.newest[0]).toEqual({
      auditId: 'audit_0192',
      title: 'Inspection 192',
      templateName: null,
      reason: 'upstream_failed',
    })
    expect(figures.unusual.count).toBe(19)
    expect(figures.unusual.newest.map((row) => row.reason)).toEqual(Array.from({ length: 5 }, () => 'score is a word'))
  })

  it('are read from indexes, however many rows there are', async () => {
    await using db = await openTestDatabase()
    await db.query(
      `insert into inspections (audit_id, modified_at, hydrated_modified_at, title)
       select 'audit_' || n, at, at, repeat('x', 400)
       from generate_series(1, 20_000) as n, lateral (select timestamptz '2026-01-01' + n * interval '1 hour') as shift (at)`,
    )
    await db.query('vacuum analyze inspections')
    const seen: string[] = []
    const explaining = {
      query: async <Row>(text: string, values?: readonly unknown[]) => {
        const { rows } = await db.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
        seen.push(...rows.map((row) => row['QUERY PLAN']))
        return db.query<Row>(text, values)
      },
    }
    await readIndexFigures(explaining)
    // Only the total may read the whole table, because no index contains every row. Each of the other counts uses an
    // index.
    expect(seen.filter((line) => line.includes('Seq Scan')).length).toBeLessThanOrEqual(1)
    expect(seen.filter((line) => line.includes('Index')).length).toBeGreaterThanOrEqual(3)
  })
})
