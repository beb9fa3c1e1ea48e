import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { auditId } from '@/lib/ids'
import { findRecurrences } from '@/lib/report/failures-model'
import { buildReport } from '@/lib/report/model'
import { storeDocuments } from '@/lib/sync/documents/documents'
import { readDocument } from '@/lib/sync/documents/read-document'
import { queryInspections } from './data'
import { earlierQuery, readEarlierFailures } from './earlier-data'
import { nameQuestions } from './questions-data'

interface Round {
  day: number
  failed: readonly string[]
  template?: string
  site?: string
  isCompleted?: boolean
}

const idOf = (day: number) => auditId.parse(`audit_${day.toString(16).padStart(32, '0')}`)
const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString()

function documentOf({ day, failed, template = 'template_1', site = 'Leeds', isCompleted = true }: Round) {
  return {
    audit_id: idOf(day),
    template_id: template,
    created_at: at(day),
    modified_at: at(day),
    audit_data: { name: `Round ${day}`, site: { name: site }, ...(isCompleted ? { date_completed: at(day) } : {}) },
    template_data: { metadata: { name: 'Forklift' } },
    header_items: [],
    items: [
      { item_id: 's', type: 'section', label: 'Brakes' },
      ...['horn', 'brake', 'lamp'].map((id) => ({
        item_id: id,
        parent_id: 's',
        type: 'question',
        label: ` The ${id} works `,
        responses: { selected: [{ id: 'n', label: 'No' }], failed: failed.includes(id) },
      })),
    ],
  }
}

let db: TestDatabase
const store = (rounds: readonly Round[]) =>
  storeDocuments(
    db,
    rounds.map((round) => {
      const text = JSON.stringify(documentOf(round))
      const { document: _, ownId: __, isLikely: ___, ...read } = readDocument(text)
      return { ...read, auditId: idOf(round.day), text, bytes: null, modifiedAt: at(round.day) }
    }),
    0,
  )

beforeAll(async () => {
  db = await openTestDatabase()
  await store([
    { day: 1, failed: ['horn'] },
    { day: 2, failed: ['horn', 'brake'] },
    { day: 3, failed: [] },
    { day: 4, failed: ['horn'], site: 'Cork' },
    { day: 5, failed: ['horn'], template: 'template_2' },
    { day: 6, failed: ['horn'], isCompleted: false },
    { day: 7, failed: ['horn'] },
    { day: 8, failed: ['lamp'] },
    { day: 9, failed: ['horn'] },
    { day: 10, failed: ['horn', 'brake'] },
    { day: 11, failed: ['horn'] },
  ])
})
afterAll(() => db.close())

const recurrencesOf = async (round: Round) =>
  findRecurrences(buildReport(documentOf(round)), await readEarlierFailures(idOf(round.day), db))
const listed = async (ids: readonly string[]) =>
  (await queryInspections(db, { q: [ids.join(' ')], limit: 100 })).rows.map((row) => row.auditId)

describe('how often a question failed before', () => {
  it('is counted over the last five completed inspections of this template and site, and the link lists the failed ones', async () => {
    const found = await recurrencesOf({ day: 10, failed: ['horn', 'brake'] })
    // The five before day 10 are 9, 8, 7, 3 and 2. Day 4 has another site, day 5 has another template, day 6 is in
    // progress.
    expect(found.get('horn')).toEqual({ failedIn: [9, 7, 2].map(idOf), of: 5 })
    expect(found.get('brake')).toEqual({ failedIn: [idOf(2)], of: 5 })
    for (const { failedIn } of found.values()) {
      const rows = await listed(failedIn)
      expect(rows).toHaveLength(failedIn.length)
      expect(new Set(rows)).toEqual(new Set(failedIn))
    }
  })

  it('is counted over fewer inspections at the beginning, and over completed ones for an inspection in progress', async () => {
    expect((await recurrencesOf({ day: 2, failed: ['horn'] })).get('horn')).toEqual({ failedIn: [idOf(1)], of: 1 })
    expect((await recurrencesOf({ day: 1, failed: ['horn'] })).size).toBe(0)
    const inProgress = await recurrencesOf({ day: 6, failed: ['horn'], isCompleted: false })
    expect(inProgress.get('horn')).toEqual({ failedIn: [2, 1].map(idOf), of: 3 })
  })

  it('is unknown while one of the inspections is not indexed yet, and ignores missing inspections', async () => {
    await db.query('update inspections set failed_questions = null where audit_id = $1', [idOf(8)])
    expect(await readEarlierFailures(idOf(10), db)).toEqual({ earlier: [] })
    await db.query('update inspections set missing_at = now() where audit_id = $1', [idOf(8)])
    expect((await readEarlierFailures(idOf(10), db)).earlier.map((one) => one.auditId)).toEqual(
      [9, 7, 3, 2, 1].map(idOf),
    )
  })

  it('is read from its index', { tags: ['full'] }, async () => {
    await db.query(
      `insert into inspections (audit_id, modified_at, hydrated_modified_at, template_id, site_name, date_completed)
       select 'audit_x' || n, now(), now(), 'template_' || n % 20, 'Site ' || n % 50, now() - n * interval '1 minute'
       from generate_series(1, 20000) as n`,
    )
    await db.query('analyze inspections')
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers, costs off) ${earlierQuery}`, [
      'audit_x7',
    ])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('inspections_here')
    expect(plan).not.toContain('Sort')
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('the names of failed questions', () => {
  it('come from a document in which the question failed, and are omitted if there is none', async () => {
    const names = await nameQuestions(['horn', 'brake', 'never'], db)
    expect(names.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual([
      { key: 'brake', label: 'The brake works', templateName: 'Forklift' },
      { key: 'horn', label: 'The horn works', templateName: 'Forklift' },
    ])
  })
})
