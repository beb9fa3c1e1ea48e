import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { auditId } from '@/lib/ids'
import { searchVersion } from '@/lib/search/search-text'
import { HandClock } from '@/lib/testing/sync-world'
import { storeDocuments } from './documents'
import { createHydrator } from './hydrate'
import { readDocument } from './read-document'
import { outdated, reindexDocuments } from './reindex'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const modifiedAt = '2026-01-01T00:00:00.000Z'
const ids = Array.from({ length: 100 }, (_, at) => `audit_${String(at).padStart(3, '0')}`)

async function seed(): Promise<void> {
  await db.query('delete from inspections')
  const batch = ids.map((id) => {
    const text = JSON.stringify({ audit_id: id, modified_at: modifiedAt, audit_data: { name: `Forklift ${id}` } })
    const { document: _, ownId: __, isLikely: ___, ...read } = readDocument(text)
    return Object.assign(read, { auditId: auditId.parse(id), text, bytes: null, modifiedAt })
  })
  await storeDocuments(db, batch, 0)
  // Some rows are as before the search existed, the others as an earlier version left them.
  await db.query(
    `update inspections set search = null, title_key = null, search_version = null where audit_id < 'audit_060'`,
  )
  await db.query(
    `update inspections set search = ''::tsvector, title = 'old', search_version = 1 where audit_id >= 'audit_060'`,
  )
}

const count = async (where: string) =>
  (await db.query<{ n: number }>(`select count(*)::int as n from inspections where ${where}`)).rows[0]?.n

describe('indexing stored documents again', () => {
  it('rebuilds only rows of earlier versions, from their stored documents', async () => {
    await seed()
    await db.query(
      `update inspections set search_version = ${searchVersion}, title = 'untouched' where audit_id = 'audit_099'`,
    )
    const options = { db, log: silentLog, signal: new AbortController().signal }
    expect(await reindexDocuments(options)).toBe(99)
    expect(await count(outdated)).toBe(0)
    expect(await count(`search @@ 'forklift'`)).toBe(99)
    expect(await count(`title like 'Forklift %' and title_key like 'forklift %'`)).toBe(99)
    expect(await count(`title = 'untouched'`)).toBe(1)
    expect(await count(`hydrated_modified_at = modified_at`)).toBe(100)
    expect(await reindexDocuments(options)).toBe(0)
  })

  it('lets a row wait for a document from the service if none is stored', async () => {
    await seed()
    await db.query(`delete from inspection_documents where audit_id = 'audit_007'`)
    await reindexDocuments({ db, log: silentLog, signal: new AbortController().signal })
    const { rows } = await db.query('select audit_id from inspections where hydrated_modified_at is null')
    expect(rows).toEqual([{ audit_id: 'audit_007' }])
    expect(await count(outdated)).toBe(0)
  })

  it('keeps archived flags that a full reconciliation has found since, because archiving creates no new version', async () => {
    await seed()
    await db.query(`update inspections set archived = true where audit_id = 'audit_001'`)
    await db.query(`update inspections set archived = null where audit_id = 'audit_002'`)
    await reindexDocuments({ db, log: silentLog, signal: new AbortController().signal })
    const { rows } = await db.query('select audit_id from inspections where archived')
    expect(rows).toEqual([{ audit_id: 'audit_001' }])
    expect(await count('archived is null')).toBe(0)
  })

  it('leaves rows of a later release unchanged, because it may already run on another console', async () => {
    await seed()
    await db.query(`update inspections set search_version = ${searchVersion + 1}, title = 'later'`)
    expect(await reindexDocuments({ db, log: silentLog, signal: new AbortController().signal })).toBe(0)
    expect(await count(`title = 'later'`)).toBe(100)
  })

  it('continues where it was stopped', async () => {
    await seed()
    const stop = new AbortController()
    let batches = 0
    const counting = {
      ...db,
      transaction: <Result>(work: Parameters<typeof db.transaction<Result>>[0]) => {
        batches += 1
        if (batches === 1) stop.abort()
        return db.transaction(work)
      },
    }
    const first = await reindexDocuments({ db: counting, log: silentLog, signal: stop.signal })
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(100)
    expect(await reindexDocuments({ db, log: silentLog, signal: new AbortController().signal })).toBe(100 - first)
  })

  it('runs beside the hydration at each start, without a request', async () => {
    await seed()
    const hydrator = createHydrator({
      database: () => Promise.resolve(db),
      service: () => ({ raw: () => Promise.reject(new Error('no request is due')) }),
      clock: new HandClock(),
      log: silentLog,
    })
    const stop = new AbortController()
    const running = hydrator.run(stop.signal)
    await expect.poll(() => count(outdated), { timeout: 10_000 }).toBe(0)
    stop.abort()
    await running
    expect(await count(`search @@ 'forklift'`)).toBe(100)
    expect(await count('hydrate_tries > 0')).toBe(0)
  })

  it('uses a partial index for the current version', async () => {
    const { rows } = await db.query<{ indexdef: string }>(
      `select indexdef from pg_indexes where indexname = 'inspections_reindex'`,
    )
    expect(rows[0]?.indexdef).toContain(`(COALESCE((search_version)::integer, 0) < ${searchVersion})`)
  })
})
