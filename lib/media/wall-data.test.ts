import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { inspectionListQuery } from '@/lib/inspections/schema'
import { wallPage } from './schema'
import { countWall, listWall, type WallRequest } from './wall-data'

let db: TestDatabase
const inspections = 260
beforeAll(async () => {
  db = await openTestDatabase()
  // Many inspections have equal times, so that they are sorted by id. Every third one has no failed file, and every
  // seventh one has no file.
  await db.query(
    `insert into inspections (audit_id, modified_at, template_id, hydrated_modified_at, search_version, title, template_name,
       site_name, media_count, failed_media_count, failed_count, date_completed)
     select 'audit_' || lpad(n::text, 4, '0'), timestamptz '2026-11-20T00:00:00Z' - (n / 5) * interval '1 hour', 'template_1',
       now(), 2, 'Round ' || n, 'Yard', case when n % 2 = 0 then 'Leeds' else 'York' end,
       case when n % 7 = 0 then 0 else 1 + n % 5 end,
       case when n % 7 = 0 or n % 3 = 0 then 0 else least(1 + n % 5, 2) end, 1, now() from generate_series(1, ${inspections}) n`,
  )
  await db.query(
    `insert into inspection_media (audit_id, position, media_id, kind, ext, is_fetchable, is_hidden, failed, section, question,
       item_key, number, number_of)
     select 'audit_' || lpad(n::text, 4, '0'), p, 'm' || n || '_' || p, case when p % 2 = 0 then 'image' else 'video' end, 'jpg',
       true, p = 9, n % 3 <> 0 and p < 2, 'Brakes', case when n % 50 = 1 then '100% safe_horn' else 'Foot brake' end, 'key' || p,
       p + 1, 5
     from generate_series(1, ${inspections}) n, lateral (select generate_series(0, n % 5) union select 9) as places (p)
     where n % 7 <> 0`,
  )
  await db.query('analyze')
})
afterAll(() => db.close())

const ask = (request: Partial<WallRequest> = {}): WallRequest => ({ show: 'failed', limit: 200, ...request })

async function readAll(request: Partial<WallRequest>) {
  const files: Awaited<ReturnType<typeof listWall>>['files'] = []
  let after: string | undefined
  let pages = 0
  do {
    const page = wallPage.parse(await listWall(ask({ ...request, ...(after === undefined ? {} : { after }) }), { db }))
    files.push(...page.files)
    after = page.after ?? undefined
    pages += 1
  } while (after !== undefined && pages < 500)
  return files
}

const ids = async (request: Partial<WallRequest>) => (await readAll(request)).map((file) => file.id)

async function readTruth(where: string): Promise<string[]> {
  const { rows } = await db.query<{ media_id: string }>(
    `select media_id from inspection_media join inspections using (audit_id) where not is_hidden and ${where}
     order by modified_at desc, audit_id desc, position`,
  )
  return rows.map((row) => row.media_id)
}

describe('a wall', () => {
  it.each([1, 7, 50, 400])('has each file exactly once, in pages of %i', async (limit) => {
    // One file per page would need too many pages, so this case uses a filter.
    const list = limit === 1 ? { site: ['Leeds'], modified: ['2026-11-19T20:00:00Z..'] } : {}
    const where = limit === 1 ? `and site_name = 'Leeds' and modified_at >= '2026-11-19T20:00:00Z'` : ''
    for (const [show, truth] of [
      ['failed', `failed ${where}`],
      ['all', `true ${where}`],
    ] as const) {
      const found = await readAll({ show, limit, ...list })
      expect(found.map((file) => file.id)).toEqual(await readTruth(truth))
      expect(found.length).toBeGreaterThan(10)
    }
  })

  it('has the data of a file that tiles and viewer show', async () => {
    const [file] = (await listWall(ask({ limit: 1, q: ['"round 4"'] }), { db })).files
    expect(file).toBeUndefined()
    const { files } = await listWall(ask({ limit: 1, site: ['York'] }), { db })
    expect(files[0]).toEqual({
      id: 'm1_0',
      auditId: 'audit_0001',
      inspectionTitle: 'Round 1',
      kind: 'image',
      ext: 'jpg',
      isFetchable: true,
      title: '100% safe_horn',
      section: 'Brakes',
      label: null,
      takenAt: null,
      failed: true,
      number: 1,
      of: 5,
      anchor: 'item=key0',
      fileName: 'Round-1_Brakes_100-safe-horn_1.jpg',
      modifiedAt: '2026-11-20T00:00:00.000Z',
      siteName: 'York',
      templateName: 'Yard',
    })
  })

  it('can be filtered by kind and by the whole or a part of a question, with special characters taken literally', async () => {
    expect(await ids({ show: 'all', kind: ['video'] })).toEqual(await readTruth(`kind = 'video'`))
    const horns = await readTruth(`question = '100% safe_horn' and failed`)
    expect(horns.length).toBeGreaterThan(2)
    expect(await ids({ question: '0% SAFE_' })).toEqual(horns)
    expect(await ids({ question: '"100% Safe_Horn"' })).toEqual(horns)
    expect(await ids({ question: '"safe_horn"' })).toEqual([])
    expect(await ids({ question: 'o_t' })).toEqual([])
    expect(await ids({ question: '%' })).toEqual(horns)
    expect(await ids({ question: 'Horn', kind: ['pdf'] })).toEqual([])
  })

  it('has counts of files and inspections, which are null if they are unknown', async () => {
    const failed = await readTruth('failed')
    expect(await countWall(ask(), { db })).toEqual({
      files: failed.length,
      inspections: new Set(failed.map((id) => id.split('_')[0])).size,
    })
    expect(await countWall(ask({ show: 'all', site: ['Nowhere'] }), { db })).toEqual({ files: 0, inspections: 0 })
    expect(await countWall(ask({ kind: ['video'] }), { db })).toEqual({ files: null, inspections: null })
  })

  it('continues after an inspection that has moved to the top in the meantime', async () => {
    const first = await listWall(ask({ limit: 3 }), { db })
    const last = first.files.at(-1)
    await db.query(`update inspections set modified_at = '2026-11-20T09:00:00Z' where audit_id = $1`, [last?.auditId])
    try {
      const next = await listWall(ask({ limit: 3, after: first.after ?? '' }), { db })
      expect(next.files).toHaveLength(3)
      expect(next.files.map((file) => file.auditId)).not.toContain(last?.auditId)
      expect((await listWall(ask({ limit: 1 }), { db })).files[0]?.auditId).toBe(last?.auditId)
    } finally {
      await db.query(`update inspections set modified_at = $2 where audit_id = $1`, [last?.auditId, last?.modifiedAt])
    }
  })

  it('skips inspections whose files are not indexed yet', async () => {
    await db.query(
      `insert into inspections (audit_id, modified_at, hydrated_modified_at, search_version, media_count)
       select 'audit_old' || n, '2026-11-21T00:00:00Z', now(), 1, 5 from generate_series(1, 300) n`,
    )
    try {
      expect(await countWall(ask({ show: 'all' }), { db })).toMatchObject({ files: (await readTruth('true')).length })
      expect(await ids({ show: 'all' })).toEqual(await readTruth('true'))
    } finally {
      await db.query(`delete from inspections where audit_id like 'audit\\_old%'`)
    }
  })

  it('refuses an invalid cursor', async () => {
    const time = '2026-11-20T00:00:00.000Z'
    const foreign = [
      ['2026', 'a', -1],
      ['0000-01-01T00:00:00Z', 'a', 0],
      [time, 'a\0', 0],
      [time, 'a', 2 ** 31 - 1],
    ]
    const written = foreign.map((place) => Buffer.from(JSON.stringify(place)).toString('base64url'))
    for (const after of ['x', 'W10', ...written])
      await expect(listWall(ask({ after }), { db })).rejects.toMatchObject({
        code: 'invalid',
        details: { fields: { after: expect.any(String) as string } },
      })
    expect(Object.keys(inspectionListQuery.shape)).toContain('after')
  })
})
