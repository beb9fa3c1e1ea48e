import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET } from '@/app/api/open-data/[table]/route'
import { addAsset } from '@/lib/rules/testing'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { storeDocuments } from '@/lib/sync/documents/documents'
import { readDocument } from '@/lib/sync/documents/read-document'
import { auditId } from '@/lib/ids'
import { streamOpenData } from './export'
import { inspectionColumns, type OpenFormat, type OpenTable } from './schema'

let db: TestDatabase
let auth: TestAuth
const inspections = 60

function makeDocument(number: number, modifiedAt: string) {
  const id = auditId.parse(`audit_${String(number).padStart(6, '0')}`)
  const text = JSON.stringify({
    audit_id: id,
    template_id: 'template_1',
    created_at: modifiedAt,
    modified_at: modifiedAt,
    audit_data: {
      name: `Round ${number}`,
      score: 1,
      total_score: 2,
      authorship: { author: 'Ann', author_id: 'user_1' },
    },
    template_data: { metadata: { name: 'Yard check' } },
    header_items: [],
    items: [
      { item_id: 'page', type: 'section', label: 'Page 1', children: ['a', 'b', 'c'] },
      { item_id: 'a', parent_id: 'page', type: 'text', label: 'Remark', responses: { text: '=1+1' } },
      { item_id: 'b', parent_id: 'page', type: 'slider', label: 'Level', responses: { value: number } },
      { item_id: 'c', parent_id: 'page', type: 'asset', label: 'Asset', responses: { assets: ['asset_1'] } },
    ],
  })
  const { document: _, ownId: __, isLikely: ___, ...summary } = readDocument(text)
  return { ...summary, auditId: id, text, bytes: null, modifiedAt }
}

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  auth = installTestAuth(db, new HandClock())
  // Many inspections have the same time, so that pages end between them.
  await storeDocuments(
    db,
    Array.from({ length: inspections }, (_, at) =>
      makeDocument(at, new Date(Date.UTC(2026, 10, 1) + Math.floor(at / 40) * 1_000).toISOString()),
    ),
    Date.now(),
  )
  for (let at = 0; at < 3; at += 1) await addAsset(db, `asset_${at}`)
})
afterAll(() => db.close())

async function read(table: OpenTable, format: OpenFormat, after?: string, rowsMax?: number): Promise<string> {
  const options = { db, ...(rowsMax === undefined ? {} : { rowsMax }) }
  const stream = await streamOpenData({ table, format, after, origin: 'https://sightline.test' }, options)
  return new Response(stream).text()
}
const readLines = async (table: OpenTable, after?: string) =>
  (await read(table, 'jsonl', after))
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> =>
      JSON.parse(line, (key, value: unknown) => (key === 'exported_at' ? 'differs each time' : value)),
    )
describe('open data', () => {
  it('has one row for each inspection, with the columns of the exporter', async () => {
    const rows = await readLines('inspections')
    expect(rows).toHaveLength(inspections)
    expect(inspectionColumns).toHaveLength(33)
    expect(Object.keys(rows[0] ?? {})).toEqual([...inspectionColumns, 'cursor'])
    expect(rows[0]).toMatchObject({
      audit_id: 'audit_000000',
      name: 'Round 0',
      author_id: 'user_1',
      max_score: 2,
      web_report_link: 'https://sightline.test/inspections/audit_000000',
      deleted: false,
      organisation_id: null,
    })
  })

  it('has one row for each answer, and none for items that only group others', async () => {
    const rows = await readLines('answers')
    expect(rows).toHaveLength(inspections * 3)
    expect(rows.slice(3, 6)).toMatchObject([
      { audit_id: 'audit_000001', item_index: 1, item_id: 'a', section: 'Page 1', label: 'Remark', response: '=1+1' },
      { item_index: 2, type: 'slider', response: '1', failed: false },
      { item_index: 3, type: 'asset', response_id: 'asset_1' },
    ])
  })

  it('continues after any row, without losing or repeating rows', async () => {
    for (const table of ['inspections', 'answers', 'assets'] as const) {
      const whole = await readLines(table)
      for (const at of [0, 1, 24, 25, 39, 40, whole.length - 1].filter((one) => one < whole.length)) {
        const cursor = String(whole[at]?.['cursor'])
        const rest = await readLines(table, cursor)
        expect(rest).toEqual(whole.slice(at + 1))
      }
    }
  })

  it('contains an inspection that changes during the export again, at the end', async () => {
    const [first] = await readLines('answers')
    await storeDocuments(db, [makeDocument(5, '2026-11-02T00:00:00.000Z')], Date.now())
    const rest = await readLines('answers', String(first?.['cursor']))
    expect(rest.slice(-3).map((row) => row['audit_id'])).toEqual(['audit_000005', 'audit_000005', 'audit_000005'])
  })

  it('can be CSV that no spreadsheet executes, or a series of Excel files', async () => {
    const csv = await read('answers', 'csv')
    expect(csv.split('\r\n')).toHaveLength(inspections * 3 + 2)
    expect(csv).toContain(`,'=1+1,`)
    const stream = await streamOpenData({ table: 'assets', format: 'xlsx', origin: '' }, { db, rowsMax: 2 })
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
    expect(Buffer.from(bytes.subarray(0, 2)).toString()).toBe('PK')
  })

  it('refuses invalid cursors, tables and formats', async () => {
    const { cookie } = await auth.signInAs((await auth.addPerson('viewer')).userId)
    const ask = async (table: string, query = '') =>
      GET(new Request(`${auth.origin}/api/open-data/${table}${query}`, { headers: { cookie } }), {
        params: Promise.resolve({ table }),
      })
    const statuses = [await ask('answers', '?after=x'), await ask('secrets'), await ask('inspections', '?format=pdf')]
    expect(statuses.map(({ status }) => status)).toEqual([422, 422, 422])
  })
})
