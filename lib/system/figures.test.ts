import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import { createKept, readFiguresCached, readIndexFigures, type IndexFigures } from './figures'

const makeFigures = (total: number): IndexFigures => ({
  total,
  hydrated: total,
  missing: 0,
  unreadable: { count: 0, newest: [] },
  unusual: { count: 0, newest: [] },
})

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

describe('the cached figures', () => {
  it('are counted once for all polls that arrive together, and kept for a while', async () => {
    const kept = createKept()
    let counts = 0
    const read = () => Promise.resolve(makeFigures((counts += 1)))
    const answers = await Promise.all(Array.from({ length: 50 }, () => readFiguresCached(read, kept)))
    expect(new Set(answers.map(({ total }) => total))).toEqual(new Set([1]))
    expect((await readFiguresCached(read, kept)).total).toBe(1)
    // The count is old and was fast, so it is done again.
    kept.readAt -= 1_001
    expect((await readFiguresCached(read, kept)).total).toBe(2)
    // An expensive count is kept longer, and renewed only after the old result was returned.
    kept.costMs = 500
    kept.readAt -= 15_000
    expect((await readFiguresCached(read, kept)).total).toBe(2)
    kept.readAt -= 10_000
    expect((await readFiguresCached(read, kept)).total).toBe(2)
    await expect.poll(async () => (await readFiguresCached(read, kept)).total).toBe(3)
  })

  it('report a failure to the poll that caused the count, and are counted again for the next poll', async () => {
    const kept = createKept()
    await expect(readFiguresCached(() => Promise.reject(new Error('away')), kept)).rejects.toThrow('away')
    expect((await readFiguresCached(() => Promise.resolve(makeFigures(7)), kept)).total).toBe(7)
  })
})
