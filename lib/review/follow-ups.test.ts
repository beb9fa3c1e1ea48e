import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { listFollowUps, walkFollowUps } from './follow-ups'
import { exportFollowUps } from './follow-ups-csv'
import { markInspections } from './bulk'
import { markInspection } from './mutations'
import { followUpPage } from './schema'
import { addInspections, addReviewer, firstVersion, idOf, touch } from './testing'

let db: TestDatabase
let ada: Actor
const notes = ['=cmd|calc', 'Plain, with a comma', 'Two\nlines "quoted"', '\uFF1Dfull width', '']

beforeAll(async () => {
  db = await openTestDatabase()
  ada = await addReviewer(db)
  await addInspections(db, [
    ...notes.map((_, at) => ({ failed: at, title: at === 3 ? '+Title' : `Round ${at}` })),
    {},
    {},
    { isMissing: true },
  ])
  for (const [at, note] of notes.entries())
    await markInspection(ada, idOf(at), { state: 'follow-up', note, version: firstVersion(at), revision: null }, db)
  await markInspection(ada, idOf(5), { state: 'reviewed', version: firstVersion(5), revision: null }, db)
  await markInspection(ada, idOf(7), { state: 'follow-up', version: firstVersion(7), revision: null }, db)
  await touch(db, idOf(1))
})
afterAll(() => db.close())

const list = async (query: Parameters<typeof listFollowUps>[0] = {}, limit?: number) =>
  followUpPage.parse(await listFollowUps(query, { actor: ada, db, ...(limit === undefined ? {} : { limit }) }))
const numbersOf = ({ items }: Awaited<ReturnType<typeof list>>) => items.map(({ row }) => Number(row.auditId.slice(-6)))

describe('follow-ups', () => {
  it('are listed with their notes, the newest mark first, without deleted inspections', async () => {
    const page = await list()
    expect(numbersOf(page)).toEqual([4, 3, 2, 1, 0])
    expect(page).toMatchObject({ total: 5, after: null })
    expect(page.items.map(({ review }) => review.note)).toEqual(notes.toReversed())
    expect(page.items.map(({ review }) => review.isChangedSince)).toEqual([false, false, false, true, false])
  })

  it('accept the filters of a list', async () => {
    expect(numbersOf(await list({ review: ['changed'] }))).toEqual([1])
    expect(numbersOf(await list({ failed: ['3..'] }))).toEqual([4, 3])
    expect(numbersOf(await list({ missing: ['both'] }))).toEqual([7, 4, 3, 2, 1, 0])
    expect(await list({ review: ['reviewed'] })).toMatchObject({ items: [], total: 0 })
  })

  it('are paged, including those of one bulk mark', async () => {
    await using own = await openTestDatabase()
    const eve = await addReviewer(own)
    const ids = await addInspections(
      own,
      Array.from({ length: 9 }, () => ({})),
    )
    await markInspections(eve, { selection: { kind: 'ids', ids: ids.slice(0, 6) }, state: 'follow-up' }, { db: own })
    await markInspections(eve, { selection: { kind: 'ids', ids: ids.slice(6) }, state: 'follow-up' }, { db: own })
    const expected = [6, 7, 8, 0, 1, 2, 3, 4, 5].map(idOf)
    for (const limit of [1, 2, 3, 4, 8, 9, 10]) {
      const seen: string[] = []
      for (let after: string | undefined; ;) {
        const page = await listFollowUps({ after }, { actor: eve, db: own, limit })
        expect(page.total).toBe(9)
        seen.push(...page.items.map(({ row }) => row.auditId))
        if (page.after === null) break
        after = page.after
      }
      expect(seen).toEqual(expected)
      const walked: string[] = []
      for await (const batch of walkFollowUps({}, { actor: eve, db: own, limit }))
        walked.push(...batch.map(({ row }) => row.auditId))
      expect(walked).toEqual(expected)
    }
  })

  it.each([
    'x',
    Buffer.from('["now","audit_1",null]').toString('base64url'),
    Buffer.from('["2026-11-20T00:00:00Z","a\\u0000",null]').toString('base64url'),
  ])('refuse the cursor %s by its name', async (after) => {
    await expect(list({ after })).rejects.toMatchObject({
      code: 'invalid',
      details: { fields: { after: expect.any(String) } },
    })
  })

  it('refuse a cursor with an impossible time', async () => {
    const after = Buffer.from('["0000-01-01T00:00:00Z","a",null]').toString('base64url')
    await expect(listFollowUps({ after }, { actor: ada, db })).rejects.toMatchObject({ code: 'invalid' })
  })

  it('are written as CSV that is safe in a spreadsheet', async () => {
    const text = await new Response(exportFollowUps({ tz: ['Asia/Tokyo'] }, { actor: ada, db })).text()
    // A response's text drops the byte order mark; its bytes have it.
    const bytes = new Uint8Array(await new Response(exportFollowUps({}, { actor: ada, db })).arrayBuffer())
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
    expect(
      text.startsWith('Title,Template,Site,Author,Failed,Score,Completed,Note,Assignee,Due,Marked by,Marked,'),
    ).toBe(true)
    expect(text).toContain(`,'=cmd|calc,,,${ada.name},`)
    expect(text).toContain(`,"Plain, with a comma",`)
    expect(text).toContain(`,"Two\nlines ""quoted""",`)
    expect(text).toContain(`,'\uFF1Dfull width,`)
    expect(text).toContain(`\r\n'+Title,`)
    expect(text).toMatch(/,2026-11-01T09:04:00\.000\+09:00,/)
    expect(text.trimEnd().split('\r\n')).toHaveLength(6)
    expect(text).toMatch(/,yes,audit_000001\r\n/)
  })

  it('with an invalid query are refused before the file begins', () => {
    expect(() => exportFollowUps({ score: ['90..10'] }, { actor: ada, db })).toThrow(/not valid/)
  })
})
