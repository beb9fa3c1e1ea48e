import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { templateId } from '@/lib/ids'
import { createPassStore } from '@/lib/sync/store'
import { readWithin } from '@/lib/search/read-within'
import { runs } from '@/lib/testing/random-runs'
import { readCursor, writeCursor } from './list/cursor'
import { listInspections, listTemplates, queryInspections, type ListRequest } from './data'
import type { Sort } from './filter/filter'
import { inspectionListQuery, inspectionPage } from './schema'

const start = Date.parse('2026-01-01T00:00:00.000Z')
const rows = Array.from({ length: 230 }, (_, n) => ({
  auditId: `audit_${String((n * 7919) % 1000).padStart(4, '0')}`,
  // Seven rows share each time, so that pages end between rows with equal times.
  modifiedAt: new Date(start + Math.floor(n / 7)).toISOString(),
  templateId: n % 50 === 0 ? null : `template_${n % 3}`,
}))
const newestFirst = [...rows]
  .sort((a, b) =>
    a.modifiedAt === b.modifiedAt ? (a.auditId < b.auditId ? 1 : -1) : a.modifiedAt < b.modifiedAt ? 1 : -1,
  )
  .map((row) => row.auditId)

const all: ListRequest = { template: [], limit: 100 }

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  await createPassStore(db).save({ rows, checkpoint: null })
  await db.query(
    `update inspections set hydrated_modified_at = modified_at, title = 'Title of ' || audit_id,
       template_name = case when modified_at = (select max(modified_at) from inspections) then 'New name' else 'Old name' end
     where template_id in ('template_0', 'template_1')`,
  )
})
afterAll(() => db.close())

async function walk(limit: number): Promise<string[]> {
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await queryInspections(db, { ...all, limit, after })
    seen.push(...page.rows.map((row) => row.auditId))
    after = page.after ?? undefined
  } while (after !== undefined)
  return seen
}

describe('the list', () => {
  it('returns every row once, newest first, for any page size', { tags: ['full'] }, async () => {
    for (const limit of [1, 7, 10, 200]) expect(await walk(limit)).toEqual(newestFirst)
  })

  it('returns the same rows by position as by cursor', async () => {
    for (const offset of [0, 1, 99, 229, 230, 5_000]) {
      const page = await queryInspections(db, { ...all, offset, limit: 40 })
      expect(page.rows.map((row) => row.auditId)).toEqual(newestFirst.slice(offset, offset + 40))
      expect(inspectionPage.parse(page)).toEqual(page)
    }
  })

  it('continues after its last row even if newer rows arrived above it', async () => {
    await using own = await openTestDatabase()
    const store = createPassStore(own)
    await store.save({ rows, checkpoint: null })
    const first = await queryInspections(own, { ...all, limit: 50 })
    await store.save({
      rows: [{ auditId: 'audit_new', modifiedAt: '2027-01-01T00:00:00.000Z', templateId: null }],
      checkpoint: null,
    })
    const second = await queryInspections(own, { ...all, limit: 50, after: first.after ?? '' })
    expect(second.rows.map((row) => row.auditId)).toEqual(newestFirst.slice(50, 100))
    expect(second.totalAll).toBe(231)
  })

  it('filters by templates and counts both the matches and all rows', async () => {
    const page = await queryInspections(db, { ...all, template: [templateId.parse('template_1')] })
    const wanted = rows.filter((row) => row.templateId === 'template_1').length
    expect(page).toMatchObject({ total: wanted, totalAll: 230 })
    expect(page.rows.every((row) => row.templateId === 'template_1')).toBe(true)
    const unknown = await queryInspections(db, { ...all, template: [templateId.parse('template_unknown')] })
    expect(unknown).toMatchObject({ rows: [], after: null, total: 0, totalAll: 230 })
  })

  it('requests exactly the missing documents of shown rows, in the shown order', async () => {
    const refused = rows.findLast((row) => row.templateId === 'template_2')?.auditId
    await db.query(`update inspections set hydrate_error = 'not_found' where audit_id = $1`, [refused])
    const asked: string[][] = []
    const page = await listInspections(all, { db, sync: { hydrateFirst: (ids) => asked.push([...ids]) } })
    const waiting = page.rows.filter((row) => !row.hydrated && row.auditId !== refused).map((row) => row.auditId)
    expect(waiting.length).toBeGreaterThan(10)
    expect(asked).toEqual([waiting])
  })

  it('shows rows at once with an estimate if counting takes long, and later the exact number', async () => {
    await using own = await openTestDatabase()
    await createPassStore(own).save({ rows, checkpoint: null })
    await own.query('analyze inspections')
    const busy = new AbortController()
    const isOver = new Promise<void>((resolve) => busy.signal.addEventListener('abort', () => resolve()))
    // Other counts are running, so this count has to wait.
    const others = [1, 2].map(() => readWithin(own, 'counts', () => isOver))
    const request = { template: ['template_1'], limit: 10, include: ['rows', 'total'] as const }
    const from = { db: own, sync: { hydrateFirst: () => {} }, patienceMs: 1 }
    const first = await listInspections(request, from)
    expect(first).toMatchObject({ totalIsExact: false, totalAll: null })
    expect(first.rows.length).toBe(10)
    expect(first.total).toBeGreaterThan(20)
    busy.abort()
    await Promise.all(others)
    const exact = rows.filter((row) => row.templateId === 'template_1').length
    expect(await listInspections(request, { ...from, patienceMs: null })).toMatchObject({
      total: exact,
      totalIsExact: true,
      totalAll: 230,
    })
    expect(await listInspections(request, from)).toMatchObject({ total: exact, totalIsExact: true })
  })

  it('has templates with the name in their newest document and the number of their inspections', async () => {
    const { templates } = await listTemplates(db)
    expect(templates).toEqual(
      ['template_0', 'template_1', 'template_2']
        .map((id) => ({
          templateId: id,
          name: id === 'template_2' ? null : 'New name',
          count: rows.filter((row) => row.templateId === id).length,
        }))
        .sort((a, b) => b.count - a.count || (a.templateId < b.templateId ? -1 : 1)),
    )
  })
})

describe('a cursor', () => {
  const newest = { name: 'modified', isDescending: true } as const
  const position = { value: '2026-03-01T10:00:00.123Z', auditId: 'audit_4c5b17af21596af92bb46d067eaa4ded' }

  it('contains the same position after writing and reading', () => {
    expect(readCursor(newest, writeCursor(newest, position))).toEqual(position)
  })

  it('is refused after any change, with the name of its parameter', async () => {
    const cursor = writeCursor(newest, position)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 120 }),
          fc.tuple(fc.nat(cursor.length - 1), fc.constantFrom('', 'A', '.', '_', '%', '\u0000')).map(
            ([at, char]) =>
              // Replaces or removes one character.
              cursor.slice(0, at) + char + cursor.slice(at + 1),
          ),
        ),
        (changed) => {
          fc.pre(changed !== cursor)
          expect(() => readCursor(newest, changed)).toThrow(
            expect.objectContaining({ code: 'invalid', details: { fields: { after: expect.any(String) as string } } }),
          )
        },
      ),
      { numRuns: runs(2_000) },
    )
    await expect(queryInspections(db, { ...all, after: `${cursor}x` })).rejects.toMatchObject({ code: 'invalid' })
    // The checksum is not secret, so anyone can forge a cursor. Values that the database does not accept must be
    // refused too.
    const byTitle: Sort = { name: 'title', isDescending: false }
    for (const [sort, bad] of [
      [newest, { ...position, auditId: 'nul \0' }],
      [byTitle, { auditId: 'a', value: 'nul \0' }],
    ] as const)
      expect(() => readCursor(sort, writeCursor(sort, bad))).toThrow(/Reload the list from the top/)
  })
})

describe('the query of the list', () => {
  it('accepts only whole numbers within bounds', () => {
    expect(inspectionListQuery.parse({})).toEqual({ limit: 100 })
    expect(inspectionListQuery.parse({ limit: '200', offset: '0' })).toMatchObject({ limit: 200, offset: 0 })
    for (const limit of ['0', '201', '-1', '1e2', ' 5', '5.5', '', '9999999999'])
      expect(inspectionListQuery.safeParse({ limit }).success).toBe(false)
  })
})
