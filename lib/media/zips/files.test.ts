import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { auditId } from '@/lib/ids'
import type { BulkSelection } from '@/lib/review/schema'
import { readZipFiles } from './files'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  await db.query(
    `insert into inspections (audit_id, modified_at, template_id, hydrated_modified_at, search_version, title, template_name,
       site_name, media_count, failed_media_count, failed_count, date_completed)
     select 'audit_' || n, timestamptz '2026-11-20T00:00:00Z' + n * interval '1 hour', 'template_1', now(), 2, 'Round ' || n,
       'Yard', case when n % 2 = 0 then 'Leeds' else 'York' end, 3, 1, 1, now() from generate_series(1, 4) n`,
  )
  await db.query(
    `insert into inspections (audit_id, modified_at) values ('audit_unread', '2026-11-20T12:00:00Z'), ('audit_late', '2026-11-19T12:00:00Z')`,
  )
  await db.query(
    `insert into inspection_media (audit_id, position, media_id, kind, ext, is_fetchable, is_hidden, failed, section, question,
       number, number_of)
     select 'audit_' || n, p, 'm' || n || p, 'image', 'jpg', true, p = 3, p = 1, 'Brakes', 'Horn', p + 1, 4
     from generate_series(1, 4) n, generate_series(0, 3) p`,
  )
})
afterAll(() => db.close())

const nowMs = Date.parse('2026-11-21T00:00:00Z')
const idsOf = (...ids: string[]): BulkSelection => ({ kind: 'ids', ids: ids.map((id) => auditId.parse(id)) })
const matching = (query: string, ...except: string[]): BulkSelection => ({
  kind: 'matching',
  query,
  except: except.map((id) => auditId.parse(id)),
})
async function read(selection: BulkSelection, only: 'all' | 'failed' = 'all') {
  const content = await readZipFiles(db, { selection, only }, { nowMs })
  return { ...content, files: content.files.map(({ mediaId }) => mediaId).join(' ') }
}

it('files of selected inspections are sorted by inspection, newest first, without parts that the author did not see', async () => {
  expect(await read(idsOf('audit_1', 'audit_3', 'audit_gone'))).toEqual({
    files: 'm30 m31 m32 m10 m11 m12',
    inspections: 2,
    unread: 0,
  })
  expect(await read(idsOf('audit_1', 'audit_3', 'audit_late'), 'failed')).toEqual({
    files: 'm31 m11',
    inspections: 2,
    unread: 1,
  })
})

it("files of all matches except some are found by the query of the list's address", async () => {
  expect(await read(matching('site=Leeds&sort=title&columns=title&view=x'), 'failed')).toMatchObject({
    files: 'm41 m21',
    unread: 0,
  })
  expect(await read(matching('', 'audit_1', 'audit_2', 'audit_4'))).toMatchObject({ files: 'm30 m31 m32', unread: 2 })
  await expect(read(matching('score=many'))).rejects.toMatchObject({
    code: 'invalid',
    details: { fields: { score: expect.any(String) as string } },
  })
})

it('a selection without files is refused with the number of inspections that are not loaded yet', async () => {
  await expect(read(idsOf('audit_gone'))).rejects.toThrow('This selection has no files.')
  await expect(read(idsOf('audit_unread', 'audit_late'))).rejects.toThrow('2 inspections are not loaded yet')
})

it('an inspection whose files are not indexed yet counts as unread', async () => {
  await db.query(
    `insert into inspections (audit_id, modified_at, hydrated_modified_at, search_version, media_count)
     values ('audit_old', '2026-11-18T00:00:00Z', now(), 1, 3)`,
  )
  for (const only of ['all', 'failed'] as const)
    expect(await read(idsOf('audit_1', 'audit_old'), only)).toMatchObject({ inspections: 1, unread: 1 })
  await db.query(`delete from inspections where audit_id = 'audit_old'`)
})

it('too many files for a zip are refused', async () => {
  await db.query(
    `insert into inspection_media (audit_id, position, media_id, kind, is_fetchable, is_hidden, failed, number, number_of)
     select 'audit_4', 10 + p, 'x' || p, 'image', true, false, false, 1, 1 from generate_series(1, 10000) p`,
  )
  await expect(read(idsOf('audit_4'))).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('10,000 files') as string,
  })
})
