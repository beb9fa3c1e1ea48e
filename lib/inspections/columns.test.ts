import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCsv } from '@/lib/csv/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { auditId } from '@/lib/ids'
import { storeDocument } from '@/lib/sync/documents/documents'
import { readDocument } from '@/lib/sync/documents/read-document'
import { columns, documentFields, type DocumentField } from './columns'
import { queryInspections } from './data'
import { exportInspections } from './export/export'
import { readColumns } from './model'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

/** A document with a value for every field of the registry. */
const document = {
  audit_id: 'audit_1',
  template_id: 'template_1',
  created_at: '2026-01-01T08:00:00.000Z',
  modified_at: '2026-01-01T10:00:00.000Z',
  archived: true,
  audit_data: {
    name: 'Yard, north',
    score: 3,
    total_score: 4,
    score_percentage: 75,
    date_started: '2026-01-01T08:30:00.000Z',
    date_completed: '2026-01-01T09:30:00.000Z',
    authorship: { author: 'Ann' },
    site: { name: 'Leeds' },
  },
  template_data: { metadata: { name: 'Yard check' } },
  header_items: [
    { item_id: 'f3245d46-ea77-11e1-aff1-0800200c9a66', type: 'textsingle', responses: { text: '000017' } },
  ],
  items: [
    {
      item_id: 'guard',
      type: 'question',
      label: 'Is the guard in place?',
      responses: { selected: [{ id: 'n', label: 'No' }], failed: true },
      media: [{ media_id: 'f0000000-0000-4000-8000-000000000001', file_ext: 'jpg' }],
    },
  ],
}

it('every field of the registry is read from a document and is in the row and the CSV', async () => {
  const text = JSON.stringify(document)
  const { summary, ...read } = readDocument(text)
  const modifiedAt = document.modified_at
  const stored = { ...read, summary, text, bytes: null, auditId: auditId.parse(document.audit_id), modifiedAt }
  await storeDocument(db, stored, Date.parse(modifiedAt))

  const { rows } = await queryInspections(db, { limit: 10, include: ['rows'] })
  const names = Object.keys(documentFields) as DocumentField[]
  for (const name of names) {
    expect([name, rows[0]?.[name]]).toEqual([name, summary[name]])
    expect([name, summary[name] ?? 'nothing']).not.toEqual([name, 'nothing'])
  }

  const { body } = await exportInspections(
    { params: {}, columns: readColumns(columns.map(({ id }) => id).join(',')), zone: 'UTC' },
    { db },
  )
  const [head, cells] = readCsv(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await new Response(body).bytes()))
  expect(head).toEqual(columns.map(({ label }) => label))
  expect(columns.filter((_, at) => cells?.[at] === '').map(({ id }) => id)).toEqual([])
})
