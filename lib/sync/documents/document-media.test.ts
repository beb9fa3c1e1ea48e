import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { auditId } from '@/lib/ids'
import { readViewerMedia, type IndexedMedia, type MediaOwner } from '@/lib/report/index-rows'
import { buildReport } from '@/lib/report/model'
import { listViewerMedia } from '@/lib/report/view'
import { runs } from '@/lib/testing/random-runs'
import { storeDocument, storeDocuments, type StoredDocument } from './documents'
import { readDocument } from './read-document'
import { reindexDocuments } from './reindex'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(() => db.query('delete from inspections'))
afterAll(() => db.close())

const instantOf = (version: number) => new Date(Date.parse('2026-01-01T00:00:00.000Z') + version).toISOString()

/** A file of a document, in the short form that a generator uses. */
interface File {
  id: string
  ext: string | null
  label: string | null
  taken: string | null
}
interface Question {
  label: string | null
  isFailed: boolean
  isInactive: boolean
  files: File[]
}
interface Content {
  title: string | null
  questions: Question[]
  attachments: File[]
}

const toMedia = ({ id, ext, label, taken }: File) => ({
  media_id: id,
  ...(ext === null ? {} : { file_ext: ext }),
  ...(label === null ? {} : { label }),
  ...(taken === null ? {} : { date_created: taken }),
})

function makeDocument(id: string, version: number, content: Content): StoredDocument {
  const text = JSON.stringify({
    audit_id: id,
    template_id: 'template_1',
    created_at: instantOf(0),
    modified_at: instantOf(version),
    audit_data: { name: content.title },
    template_data: { metadata: { name: 'Yard check' } },
    header_items: [],
    media: content.attachments.map(toMedia),
    items: [
      { item_id: 'section', type: 'section', label: 'Brakes', children: content.questions.map((_, at) => `q${at}`) },
      ...content.questions.map((question, at) => ({
        item_id: `q${at}`,
        parent_id: 'section',
        type: 'question',
        ...(question.label === null ? {} : { label: question.label }),
        inactive: question.isInactive,
        responses: { selected: [{ id: 'r1', label: 'Answer' }], failed: question.isFailed },
        media: question.files.map(toMedia),
      })),
    ],
  })
  const { document: _, ownId: __, isLikely: ___, ...read } = readDocument(text)
  return { ...read, auditId: auditId.parse(id), text, bytes: null, modifiedAt: instantOf(version) }
}

async function readIndex(id: string) {
  const { rows } = await db.query<IndexedMedia & MediaOwner>(
    `select files.*, title, template_name from inspection_media as files join inspections using (audit_id)
     where audit_id = $1 order by position`,
    [id],
  )
  return rows
}

/** Instants in one spelling, because documents and the database spell them differently. */
const sameTimes = <Item extends { takenAt: string | null }>(items: readonly Item[]) =>
  items.map((item) => ({ ...item, takenAt: item.takenAt === null ? null : new Date(item.takenAt).toISOString() }))

async function expectIndexOf(id: string): Promise<void> {
  const { rows: documents } = await db.query<{ document: string; failed_media_count: number; media_count: number }>(
    `select document, failed_media_count, media_count from inspections join inspection_documents as kept
       using (audit_id) where audit_id = $1 and kept.modified_at = hydrated_modified_at`,
    [id],
  )
  const [current] = documents
  const report = buildReport(current?.document)
  const rows = await readIndex(id)
  expect(sameTimes(rows.map(readViewerMedia))).toEqual(
    sameTimes(listViewerMedia(report, id, { showHidden: true, alwaysId: null })),
  )
  const shown = listViewerMedia(report, id, { showHidden: false, alwaysId: null })
  expect(rows.filter((row) => !row.is_hidden).map((row) => row.media_id)).toEqual(shown.map((media) => media.id))
  expect(current).toMatchObject({
    media_count: shown.length,
    failed_media_count: shown.filter((media) => media.failed).length,
  })
}

const mediaIds = ['6a7d1b7e-1c1c-4a53-8a0a-0f1c6a0d1a01', 'photo_2', 'no path: a/b', 'x']
const anyFile: fc.Arbitrary<File> = fc.record({
  id: fc.oneof(fc.constantFrom(...mediaIds), fc.stringMatching(/^[a-z]{6}$/)),
  ext: fc.constantFrom('jpg', 'MP4', '.pdf', 'heic', null),
  label: fc.oneof(
    fc.constant(null),
    fc.constantFrom('no label', 'Left "wheel", {1}\\', 'Łódź 🚧'),
    fc.string({ maxLength: 8 }),
  ),
  taken: fc.constantFrom(null, '2026-02-01T08:00:00+02:00', '2026-02-01T08:00:00.123Z'),
})
const anyQuestion: fc.Arbitrary<Question> = fc.record({
  label: fc.oneof(fc.constant(null), fc.string({ maxLength: 12, unit: 'binary' })),
  isFailed: fc.boolean(),
  isInactive: fc.boolean(),
  files: fc.array(anyFile, { maxLength: 4 }),
})
const anyContent: fc.Arbitrary<Content> = fc.record({
  title: fc.oneof(fc.constant(null), fc.string({ maxLength: 12 })),
  questions: fc.array(anyQuestion, { maxLength: 4 }),
  attachments: fc.array(anyFile, { maxLength: 3 }),
})

const photo = (id: string): File => ({ id, ext: 'jpg', label: null, taken: null })
const question = (label: string, isFailed: boolean, ...ids: string[]): Question => ({
  label,
  isFailed,
  isInactive: false,
  files: ids.map(photo),
})
const content = (...questions: Question[]): Content => ({ title: 'Round', questions, attachments: [] })

const full = (id: string) => makeDocument(id, 2, content(question('Horn', true, `${id}_1`, `${id}_2`)))

/** Counts the statements with a given text within transactions. */
function watchStatements(words: string): { watched: Database; count: () => number } {
  let count = 0
  const watched: Database = {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          query: (text, values) => {
            if (text.includes(words)) count += 1
            return tx.query(text, values)
          },
        }),
      ),
  }
  return { watched, count: () => count }
}

describe('the index of files', () => {
  it(
    "lists the files of the current document's report, whatever the order in which the versions arrive",
    { tags: ['full'] },
    async () => {
      const ids = ['audit_a', 'audit_b']
      const version = fc.record({ id: fc.constantFrom(...ids), version: fc.integer({ min: 1, max: 6 }) })
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(version, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
          fc.array(anyContent, { minLength: 12, maxLength: 12 }),
          fc.boolean(),
          async (batches, contents, isIndexedAgain) => {
            await db.query('delete from inspections')
            // The content of a version never changes.
            const contentOf = (id: string, at: number) => contents[(id === 'audit_a' ? 0 : 6) + at - 1] ?? content()
            for (const batch of batches)
              await storeDocuments(
                db,
                batch.map((one) => makeDocument(one.id, one.version, contentOf(one.id, one.version))),
                0,
              )
            if (isIndexedAgain) {
              await db.query(`update inspections set search_version = 1`)
              await reindexDocuments({ db, log: silentLog, signal: new AbortController().signal })
            }
            for (const id of new Set(batches.flat().map((one) => one.id))) await expectIndexOf(id)
          },
        ),
        { numRuns: runs(60) },
      )
    },
  )

  it('stays unchanged when an older version arrives late', async () => {
    await storeDocument(db, makeDocument('audit_a', 5, content(question('Horn', true, 'new_1', 'new_2'))), 0)
    await storeDocument(db, makeDocument('audit_a', 4, content(question('Horn', false, 'old_1'))), 0)
    expect((await readIndex('audit_a')).map((row) => row.media_id)).toEqual(['new_1', 'new_2'])
    await expectIndexOf('audit_a')
  })

  it('loses the files that a newer version no longer has', async () => {
    await storeDocument(db, makeDocument('audit_a', 1, content(question('Horn', true, 'm1', 'm2', 'm3'))), 0)
    await storeDocument(db, makeDocument('audit_a', 2, content(question('Horn', false, 'm3'))), 0)
    expect((await readIndex('audit_a')).map((row) => row.media_id)).toEqual(['m3'])
    await storeDocument(db, makeDocument('audit_a', 3, content()), 0)
    expect(await readIndex('audit_a')).toEqual([])
    await expectIndexOf('audit_a')
  })

  it('needs no statement for documents without files, and at most two for any number of other documents', async () => {
    const { watched, count } = watchStatements('inspection_media')
    await storeDocuments(
      watched,
      ['audit_a', 'audit_b'].map((id) => makeDocument(id, 1, content())),
      0,
    )
    expect(count()).toBe(0)
    await storeDocuments(watched, ['audit_c', 'audit_d'].map(full), 0)
    expect(count()).toBe(1)
    await storeDocuments(watched, ['audit_a', 'audit_b', 'audit_c', 'audit_d', 'audit_e'].map(full), 0)
    expect(count()).toBe(3)
    for (const id of ['audit_a', 'audit_b', 'audit_c', 'audit_d', 'audit_e']) await expectIndexOf(id)
  })

  it('is filled from stored documents for rows that are older than the table', async () => {
    await storeDocuments(
      db,
      ['audit_a', 'audit_b'].map((id) => makeDocument(id, 1, content(question('Horn', true, `${id}_1`)))),
      0,
    )
    await db.query('delete from inspection_media')
    await db.query(`update inspections set search_version = 1, failed_media_count = null where audit_id = 'audit_a'`)
    await reindexDocuments({ db, log: silentLog, signal: new AbortController().signal })
    await expectIndexOf('audit_a')
    expect(await readIndex('audit_b')).toEqual([])
  })

  it('keeps the files of a version that arrived while an older one was indexed again', async () => {
    await storeDocument(db, makeDocument('audit_a', 1, content(question('Horn', true, 'old_1'))), 0)
    await db.query(`update inspections set search_version = 1`)
    let isNewer = false
    const overtaken: Database = {
      ...db,
      transaction: async (work) => {
        if (!isNewer) {
          isNewer = true
          await storeDocument(db, makeDocument('audit_a', 2, content(question('Horn', true, 'new_1'))), 0)
        }
        return db.transaction(work)
      },
    }
    await reindexDocuments({ db: overtaken, log: silentLog, signal: new AbortController().signal })
    expect((await readIndex('audit_a')).map((row) => row.media_id)).toEqual(['new_1'])
    await expectIndexOf('audit_a')
  })

  it('accepts a thousand files with one label, and texts that do not fit in a column', async () => {
    const long = 'x'.repeat(2_000)
    const files = Array.from({ length: 1_000 }, (_, at) => ({ ...photo(`m${at}`), label: long }))
    await storeDocument(
      db,
      makeDocument('audit_a', 1, {
        title: 'Round',
        questions: [{ label: `${'y'.repeat(499)}\ud83d\udea7`, isFailed: true, isInactive: false, files }],
        attachments: [photo('loose_1'), photo('loose_2')],
      }),
      0,
    )
    const rows = await readIndex('audit_a')
    expect(rows).toHaveLength(1_002)
    expect(rows[999]).toMatchObject({ number: 1_000, number_of: 1_000, failed: true })
    expect(rows[1_001]).toMatchObject({ number: 2, number_of: 2, question: null, section: null })
    expect(rows[0]?.label).toHaveLength(500)
    expect(rows[0]?.question).toBe(`${'y'.repeat(499)}\ufffd`)
  })
})
