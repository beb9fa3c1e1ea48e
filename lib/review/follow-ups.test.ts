import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { exportFollowUps } from './export'
import { listFollowUps } from './follow-ups'
import { markInspections } from './bulk'
import { markInspection } from './mutations'
import { followUpPage } from './follow-ups-schema'
import { followUpSorts } from './values-model'
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
const numbersOf = ({ rows }: Awaited<ReturnType<typeof list>>) => rows.map(({ row }) => Number(row.auditId.slice(-6)))

describe('follow-ups', () => {
  it('are listed with their notes, the newest mark first, without deleted inspections', async () => {
    const page = await list()
    expect(numbersOf(page)).toEqual([4, 3, 2, 1, 0])
    expect(page).toMatchObject({ total: 5, after: null })
    expect(page.rows.map(({ review }) => review.note)).toEqual(notes.toReversed())
    expect(page.rows.map(({ review }) => review.isChangedSince)).toEqual([false, false, false, true, false])
  })

  it('accept the filters of a list', async () => {
    expect(numbersOf(await list({ review: ['changed'] }))).toEqual([1])
    expect(numbersOf(await list({ failed: ['3..'] }))).toEqual([4, 3])
    expect(numbersOf(await list({ missing: ['both'] }))).toEqual([7, 4, 3, 2, 1, 0])
    expect(await list({ review: ['reviewed'] })).toMatchObject({ rows: [], total: 0 })
  })

  it('are paged completely, even within one bulk mark', async () => {
    await using own = await openTestDatabase()
    const eve = await addReviewer(own)
    const ids = await addInspections(
      own,
      Array.from({ length: 9 }, () => ({})),
    )
    await markInspections(eve, { selection: { kind: 'ids', ids: ids.slice(0, 6) }, state: 'follow-up' }, { db: own })
    await markInspections(eve, { selection: { kind: 'ids', ids: ids.slice(6) }, state: 'follow-up' }, { db: own })
    const expected = [8, 7, 6, 5, 4, 3, 2, 1, 0].map(idOf)
    for (const limit of [1, 2, 3, 4, 8, 9, 10]) {
      const seen: string[] = []
      for (let after: string | undefined; ;) {
        const page = await listFollowUps({ after }, { actor: eve, db: own, limit })
        expect(page.total).toBe(9)
        seen.push(...page.rows.map(({ row }) => row.auditId))
        if (page.after === null) break
        after = page.after
      }
      expect(seen).toEqual(expected)
    }
  })

  it.each([
    'x',
    Buffer.from('["-marked","now","audit_1"]').toString('base64url'),
    Buffer.from('["title","a","audit_1"]').toString('base64url'),
  ])('refuse the cursor %s with an error for its parameter', async (after) => {
    await expect(list({ after })).rejects.toMatchObject({
      code: 'invalid',
      details: { fields: { after: expect.any(String) } },
    })
  })

  it('refuse a cursor with text in place of a number', async () => {
    const after = Buffer.from('["failed","many","audit_1"]').toString('base64url')
    await expect(list({ sort: 'failed', after })).rejects.toMatchObject({ code: 'invalid' })
  })

  it.each(followUpSorts)('are paged by %s in the order of the unpaged list, each row once', async (sort) => {
    const whole = numbersOf(await list({ sort }))
    expect(new Set(whole)).toEqual(new Set([0, 1, 2, 3, 4]))
    for (const limit of [1, 2, 3]) {
      const seen: number[] = []
      for (let after: string | undefined; ;) {
        const page = await list({ sort, after }, limit)
        seen.push(...numbersOf(page))
        if (page.after === null) break
        ;({ after } = page)
      }
      expect(seen).toEqual(whole)
    }
  })

  it('are sorted by the requested column', async () => {
    expect(numbersOf(await list({ sort: 'failed' }))).toEqual([0, 1, 2, 3, 4])
    expect(numbersOf(await list({ sort: '-failed' }))).toEqual([4, 3, 2, 1, 0])
    expect(numbersOf(await list({ sort: 'title' }))).toEqual([3, 0, 1, 2, 4])
    expect(numbersOf(await list({ sort: '-completed' }))).toEqual([4, 3, 2, 1, 0])
  })

  it('are exported with the columns and in the order of the list', async () => {
    const file = exportFollowUps(
      { columns: 'title,failed', sort: 'title', failed: ['1..'], format: 'csv' },
      { actor: ada, db },
    )
    expect((await new Response(file).text()).trimEnd().split('\r\n')).toEqual([
      'Title,Failed',
      "'+Title,3",
      'Round 1,1',
      'Round 2,2',
      'Round 4,4',
    ])
  })

  it('are exported as CSV that is safe in a spreadsheet', async () => {
    const text = await new Response(exportFollowUps({ tz: ['Asia/Tokyo'], format: 'csv' }, { actor: ada, db })).text()
    // The text of a response has no byte order mark, but its bytes do.
    const bytes = new Uint8Array(
      await new Response(exportFollowUps({ format: 'csv' }, { actor: ada, db })).arrayBuffer(),
    )
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

  it('cannot be exported with an invalid query, which is refused before the file begins', () => {
    expect(() => exportFollowUps({ score: ['90..10'], format: 'csv' }, { actor: ada, db })).toThrow(/not valid/)
  })
})

describe('follow-ups in groups', () => {
  const nowMs = Date.parse('2026-11-20T12:00:00Z')
  const dues = ['2026-11-19', '2026-11-20', '2026-11-27', '2026-11-28', null, '2026-11-01']

  it('are listed together with their count, in the order of the list, and are paged so that each row occurs once', async () => {
    await using own = await openTestDatabase()
    const [eve, bob] = [await addReviewer(own), await addReviewer(own)]
    await addInspections(
      own,
      dues.map((_, at) => ({ failed: at })),
    )
    await own.query(
      `update inspections set site_name = (array['leeds', 'Cork', 'Leeds', null])[1 + failed_count::int % 4]`,
    )
    for (const [at, dueOn] of dues.entries())
      await markInspection(
        eve,
        idOf(at),
        {
          state: 'follow-up',
          version: firstVersion(at),
          revision: null,
          dueOn,
          assigneeId: at === 3 ? null : at % 2 === 0 ? bob.userId : eve.userId,
        },
        own,
      )
    const read = async (query: Parameters<typeof listFollowUps>[0], limit?: number) =>
      followUpPage.parse(
        await listFollowUps(query, { actor: eve, db: own, nowMs, ...(limit === undefined ? {} : { limit }) }),
      )
    const shape = async (query: Parameters<typeof listFollowUps>[0]) => {
      const { rows, groups } = await read(query)
      const counted = new Map(groups?.map(({ id, count }) => [id, count]))
      const ids = [...new Set(rows.map(({ group }) => group ?? null))]
      return ids.map((id) => [
        id,
        counted.get(id),
        numbersOf({ rows: rows.filter(({ group }) => group === id), total: 0, after: null }),
      ])
    }
    expect(await shape({ groupBy: 'due', sort: 'failed' })).toEqual([
      ['1-overdue', 2, [0, 5]],
      ['2-today', 1, [1]],
      ['3-week', 1, [2]],
      ['4-later', 1, [3]],
      [null, 1, [4]],
    ])
    // In Kiritimati it is already the next day.
    expect((await shape({ groupBy: 'due', sort: 'failed', zone: ['Pacific/Kiritimati'] }))[0]).toEqual([
      '1-overdue',
      3,
      [0, 1, 5],
    ])
    expect(await shape({ groupBy: 'site', sort: '-failed' })).toEqual([
      ['cork', 2, [5, 1]],
      ['leeds', 3, [4, 2, 0]],
      [null, 1, [3]],
    ])
    // When the rows are sorted by the column of the groups, the groups have the same direction.
    expect((await shape({ groupBy: 'site', sort: '-site' })).map(([id]) => id)).toEqual(['leeds', 'cork', null])
    expect(await shape({ groupBy: 'assignee', failed: ['3..'] })).toEqual([
      [eve.name.toLowerCase(), 1, [5]],
      [bob.name.toLowerCase(), 1, [4]],
      [null, 1, [3]],
    ])
    for (const query of [
      { groupBy: 'site' },
      { groupBy: 'due', sort: '-due' },
      { groupBy: 'site', sort: '-site' },
    ] as const) {
      const whole = numbersOf(await read(query))
      for (const limit of [1, 2, 3]) {
        const seen: number[] = []
        for (let after: string | undefined; ;) {
          const page = await read({ ...query, after }, limit)
          expect(page.groups === undefined).toBe(after !== undefined)
          seen.push(...numbersOf(page))
          if (page.after === null) break
          ;({ after } = page)
        }
        expect(seen).toEqual(whole)
      }
    }
  })

  it('refuse an unknown time zone for due dates, and a cursor of other groups', async () => {
    await expect(list({ groupBy: 'due', zone: ['Mars/Olympus'] })).rejects.toMatchObject({ code: 'invalid' })
    const { after } = await list({ groupBy: 'site' }, 1)
    await expect(list({ groupBy: 'template', after: after ?? '' })).rejects.toMatchObject({ code: 'invalid' })
    await expect(list({ after: after ?? '' })).rejects.toMatchObject({ code: 'invalid' })
  })
})
