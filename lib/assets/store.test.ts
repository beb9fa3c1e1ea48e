import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { listAssets, readAssetsById } from './data'
import { assetFilter } from './schema'
import { readInstant } from '@/lib/db/read-together'
import {
  findUnlisted,
  hasUnnamedStatus,
  markAssetsMissing,
  storeListedAssets,
  storeStatusNames,
  storeWrittenAsset,
} from './store'
import { wireAsset, wireStatus } from './testing'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  return () => db.close()
})
beforeEach(() => db.query('delete from assets'))

const statusOf = async (assetId = 'a') => (await readAssetsById(db, [assetId]))[0]?.status?.optionId ?? null
const isThere = async (assetId = 'a') => (await readAssetsById(db, [assetId])).length === 1
const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
const asset = (letter: string | null, modifiedAt: string | null = null) =>
  wireAsset({ assetId: 'a', modifiedAt, status: letter === null ? null : wireStatus(letter) })

describe('the result of a listing before a write never replaces the result of the write', () => {
  it.each([
    ['without a time of its last change', null, null],
    ['with a later time after the write', at(0), at(1)],
    ['with the same time after the write', at(0), at(0)],
  ])('for an asset %s', async (_, before, after) => {
    await storeListedAssets(db, [asset('A', before)], await readInstant(db))
    const asOf = await readInstant(db)
    await storeWrittenAsset(db, asset('B', after))
    await storeListedAssets(db, [asset('A', before)], asOf)
    expect(await statusOf()).toBe('option_B')
    // The next listing started after the write, so it includes changes of other people.
    await storeListedAssets(db, [asset('C', after)], await readInstant(db))
    expect(await statusOf()).toBe('option_C')
  })

  it('even if the write did not change the known value', async () => {
    await storeListedAssets(db, [asset('B')], await readInstant(db))
    const asOf = await readInstant(db)
    await storeWrittenAsset(db, asset('B'))
    await storeListedAssets(db, [asset('A')], asOf)
    expect(await statusOf()).toBe('option_B')
  })

  it('even if the write cleared the status', async () => {
    await storeListedAssets(db, [asset('A')], await readInstant(db))
    const asOf = await readInstant(db)
    await storeWrittenAsset(db, asset(null))
    await storeListedAssets(db, [asset('A')], asOf)
    expect(await statusOf()).toBeNull()
  })
})

it('a listing that lags behind a single read is ignored for some minutes', async () => {
  await storeWrittenAsset(db, asset('B', at(1)))
  await storeListedAssets(db, [asset('A', at(0))], await readInstant(db))
  expect(await statusOf()).toBe('option_B')
  await db.query(`update assets set seen_at = seen_at - interval '6 minutes'`)
  await storeListedAssets(db, [asset('A', at(0))], await readInstant(db))
  expect(await statusOf()).toBe('option_A')
})

it('if the responses of two writes are stored in the wrong order, the later write at the service wins', async () => {
  await storeWrittenAsset(db, asset('B', at(2)))
  await storeWrittenAsset(db, asset('A', at(1)))
  expect(await statusOf()).toBe('option_B')
})

it('an older read is stored if its time of change is newer', async () => {
  const asOf = await readInstant(db)
  await storeListedAssets(db, [asset('A', at(0))], await readInstant(db))
  await storeListedAssets(db, [asset('B', at(1))], asOf)
  expect(await statusOf()).toBe('option_B')
})

it('a deleted asset does not reappear because of a page that was requested before the deletion', async () => {
  await storeListedAssets(db, [asset('A', at(0))], await readInstant(db))
  const asOf = await readInstant(db)
  expect(await markAssetsMissing(db, ['a'])).toBe(1)
  await storeListedAssets(db, [asset('A', at(1))], asOf)
  expect(await isThere()).toBe(false)
  await storeListedAssets(db, [asset('A', at(1))], await readInstant(db))
  expect(await isThere()).toBe(true)
})

it('an asset that a listing does not return is kept if it was stored after the listing started', async () => {
  await storeListedAssets(db, [wireAsset({ assetId: 'old' })], await readInstant(db))
  const since = await readInstant(db)
  await storeListedAssets(db, [wireAsset({ assetId: 'made' })], await readInstant(db))
  expect(await findUnlisted(db, { listedIds: [], since, typeIds: null })).toEqual(['old'])
  expect(await findUnlisted(db, { listedIds: ['old'], since, typeIds: null })).toEqual([])
  expect(await findUnlisted(db, { listedIds: [], since, typeIds: ['type_1'] })).toEqual([])
  const asOf = since
  await storeWrittenAsset(db, wireAsset({ assetId: 'old' }))
  expect(await markAssetsMissing(db, ['old'], asOf)).toBe(0)
})

it('an unchanged asset is not written again', async () => {
  const page = [asset('A', at(0)), wireAsset({ assetId: 'b' })]
  expect(await storeListedAssets(db, page, await readInstant(db))).toBe(2)
  expect(await storeListedAssets(db, page, await readInstant(db))).toBe(0)
  expect(await storeListedAssets(db, [asset('B', at(0)), ...page.slice(1)], await readInstant(db))).toBe(1)
})

it('a read before a change wins over an older page, even if it found nothing new', async () => {
  await storeListedAssets(db, [asset('B')], await readInstant(db))
  const asOf = await readInstant(db)
  expect(await storeListedAssets(db, [asset('B')], await readInstant(db), { isNoted: true })).toBe(1)
  await storeListedAssets(db, [asset('A')], asOf)
  expect(await statusOf()).toBe('option_B')
})

it('a page may contain an asset twice, and characters that the database does not accept', async () => {
  const strange = wireAsset({
    assetId: 'a',
    code: "nul \0 lone \ud800 quote ' back \\",
    fields: [{ fieldId: 'f', name: 'Note', kind: 'string_value', text: 'Größe \0 \udc00' }],
    rest: { deep: { text: '\0 \ud800' } },
  })
  await storeListedAssets(db, [asset('A'), strange, strange], await readInstant(db))
  const { rows } = await db.query<{ code: string; search_text: string; document: unknown }>(
    'select code, search_text, document from assets',
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.code).toBe("nul  lone \ufffd quote ' back \\")
  expect(rows[0]?.search_text).toContain('grosse')
  expect(rows[0]?.document).toMatchObject({ rest: { deep: { text: '\0 \ud800' } } })
})

it('a status with only an id keeps its known name, or gets the name from its group', async () => {
  const bare = { optionId: 'option_A', name: '', color: '', groupId: null, groupName: null }
  await storeListedAssets(db, [asset('A')], await readInstant(db))
  await storeListedAssets(db, [wireAsset({ assetId: 'a', status: bare })], await readInstant(db))
  expect((await readAssetsById(db, ['a']))[0]?.status).toMatchObject({ name: 'Status A', groupId: 'group_1' })
  await storeListedAssets(db, [wireAsset({ assetId: 'b', status: bare })], await readInstant(db))
  const options = [{ optionId: 'option_A', name: 'Ready', color: 'STATUS_BADGE_COLOR_RED' }]
  expect(await storeStatusNames(db, [{ groupId: 'group_9', options }])).toBe(2)
  expect(await storeStatusNames(db, [{ groupId: 'group_9', options }])).toBe(0)
  for (const row of await readAssetsById(db, ['a', 'b']))
    expect(row.status).toEqual({ ...options[0], groupId: 'group_9' })
})

const search = async (q: string) =>
  (await listAssets({ ...assetFilter.parse({ q }), limit: 10 }, db)).rows.map(({ assetId }) => assetId)

it('assets are found by the new name of their status at once, also if the service names it only by its id', async () => {
  const bare = { optionId: 'option_A', name: '', color: '', groupId: null, groupName: null }
  const page = [asset('A'), wireAsset({ assetId: 'b', status: bare }), wireAsset({ assetId: 'c' })]
  await storeListedAssets(db, page, await readInstant(db))
  expect(await search('status a')).toEqual(['a'])
  const rename = (name: string) =>
    storeStatusNames(db, [{ groupId: 'group_1', options: [{ optionId: 'option_A', name, color: 'BLUE' }] }])
  expect(await hasUnnamedStatus(db)).toBe(true)
  expect(await rename('Gesperrt für Größe')).toBe(2)
  expect(await hasUnnamedStatus(db)).toBe(false)
  expect(await search('fur grosse')).toEqual(['a', 'b'])
  expect(await search('status a')).toEqual([])
  // The next listing of the same asset keeps the name, and writes nothing.
  expect(await storeListedAssets(db, page.slice(1), await readInstant(db))).toBe(0)
  const other = wireAsset({ assetId: 'b', code: 'New code', status: bare })
  expect(await storeListedAssets(db, [other], await readInstant(db))).toBe(1)
  expect(await search('grosse code')).toEqual(['b'])
  // A text that an earlier version stored has no line for the status, and stays as it is.
  await db.query(`update assets set search_text = E'new code\\nb' where asset_id = 'b'`)
  expect(await rename('Ready')).toBe(2)
  expect(await search('new code')).toEqual(['b'])
  expect(await storeListedAssets(db, [other], await readInstant(db))).toBe(1)
  expect(await hasUnnamedStatus(db)).toBe(true)
  expect(await rename('Ready')).toBe(1)
  expect(await search('ready code')).toEqual(['b'])
})

it('a filter finds a type by its id and by its name, whatever the case of its letters', async () => {
  const page = ['Forklift', 'ÄRGER', null].map((typeName, place) =>
    wireAsset({ assetId: `a${place}`, typeId: typeName === null ? null : `t${place}`, typeName }),
  )
  await storeListedAssets(db, page, await readInstant(db))
  const list = async (type: string) => {
    const { rows } = await listAssets({ ...assetFilter.parse({ type: [type] }), limit: 10 }, db)
    return rows.map(({ assetId }) => assetId)
  }
  expect(await list('fORKLIFT')).toEqual(['a0'])
  expect(await list('t0')).toEqual(['a0'])
  // The database may not know the case of other letters, but finds the name as it is.
  expect(await list('ÄRGER')).toEqual(['a1'])
  expect(await list('none')).toEqual(['a2'])
  expect(await list('Unknown')).toEqual([])
})
