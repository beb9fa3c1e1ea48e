import { expect, it } from 'vitest'
import { diffReports, diffReportsSlices } from '@/lib/compare/diff'
import { readDocument, readDocumentSlices } from '@/lib/sync/documents/read-document'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { deepDocument, longDocument } from '@/lib/testing/long-documents'
import { changesAnswer } from '@/lib/compare/diff-schema'
import { openTestDatabase } from '@/lib/db/testing'
import { addInspections, touch } from '@/lib/review/testing'
import { readShortReport, writeAnswer } from './report-data'
import { writeChanges } from './versions-data'
import { buildReport, buildReportSlices } from '@/lib/report/model'
import { reportAnswer } from '@/lib/report/schema'
import { createSharedSlices, finish, finishInSlices, type Slices } from '@/lib/report/slices-model'

/** Counts how often the work could pause. */
function countPauses<Result>(work: Slices<Result>): { pauses: number; result: Result } {
  let pauses = 0
  for (;;) {
    const step = work.next()
    if (step.done === true) return { pauses, result: step.value }
    pauses += 1
  }
}

const parse = (value: unknown) => JSON.stringify(reportAnswer.parse(value))

const text = JSON.stringify(longDocument(4_000))
const report = buildReport(text)
const answerOf = (given: typeof report) => ({
  auditId: 'audit_1',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  source: 'index' as const,
  stale: null,
  report: given,
})

it(
  'a report of 4,000 items is read, written, indexed and compared in at least 100 slices, with the same result',
  { tags: ['R36'] },
  () => {
    const read = countPauses(buildReportSlices(text))
    expect(JSON.stringify(read.result)).toBe(JSON.stringify(report))
    const written = countPauses(writeAnswer(answerOf(report), 'en'))
    expect(parse(JSON.parse(written.result.join('')))).toBe(parse(answerOf(report)))
    const indexed = countPauses(readDocumentSlices(text))
    expect(JSON.stringify(indexed.result)).toBe(JSON.stringify(readDocument(text)))
    const compared = countPauses(diffReportsSlices(report, report))
    expect(JSON.stringify(compared.result)).toBe(JSON.stringify(diffReports(report, report)))
    const changes = {
      auditId: 'audit_1',
      from: { version: '2026-01-01T00:00:00.000Z', basis: 'before' as const, openedAt: null },
      to: { version: '2026-01-02T00:00:00.000Z', isCurrent: true },
      diff: compared.result,
      media: { left: [], right: [] },
    }
    const told = countPauses(writeChanges(changes, 'en'))
    expect(JSON.stringify(changesAnswer.parse(JSON.parse(told.result.join(''))))).toBe(
      JSON.stringify(changesAnswer.parse(changes)),
    )
    for (const { pauses } of [read, written, indexed, compared, told]) expect(pauses).toBeGreaterThanOrEqual(100)
  },
)

it('work in slices lets other work run after each slice, and ends when its reader leaves', async () => {
  const order: string[] = []
  function* work(): Slices<string> {
    for (let step = 0; step < 6; step += 1) {
      order.push(`step ${step}`)
      yield
    }
    return 'done'
  }
  let ms = 0
  const now = () => (ms += 3)
  const pause = async () => void order.push('others')
  await expect(finishInSlices(work(), { now, pause })).resolves.toBe('done')
  expect(order.join(', ')).toBe('step 0, step 1, step 2, others, step 3, step 4, step 5, others')
  const leaving = AbortSignal.abort(new Error('left'))
  await expect(finishInSlices(work(), { signal: leaving, now, pause })).rejects.toThrow('left')
})

function* wrong(): Slices<string> {
  yield
  throw new Error('wrong')
}

it('work of many callers shares its slices: other work waits for two steps, however much work there is', async () => {
  const order: string[] = []
  function* work(name: string): Slices<string> {
    order.push(`${name}1`)
    yield
    order.push(`${name}2`)
    return name
  }
  let ms = 0
  const shared = createSharedSlices({
    now: () => (ms += 0.9),
    pause: async () => {
      await Promise.resolve()
      order.push('others')
    },
  })
  const { signal } = new AbortController()
  const all = ['a', 'b', 'c'].map((name) => shared.finish(work(name), signal))
  const failing = shared.finish(wrong(), signal)
  const left = shared.finish(work('d'), AbortSignal.abort(new Error('left')))
  await expect(failing).rejects.toThrow('wrong')
  await expect(left).rejects.toThrow('left')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
  expect(order.join(' ')).toBe('others a1 a2 others b1 b2 others c1 c2 others others')
  expect(await shared.finish(work('e'), signal)).toBe('e')
})

it('10,000 nested levels are read and written without recursion', () => {
  const deep = buildReport(deepDocument(10_000))
  expect(deep.items).toHaveLength(10_000)
  expect(Math.max(...deep.items.map((item) => item.depth))).toBeGreaterThan(1_000)
  expect(finish(writeAnswer(answerOf(deep), 'en')).join('')).toContain('Level 9999')
  expect(diffReports(deep, deep).counts.changed).toBe(0)
  const nested = `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`
  const unknown = buildReport(`{"items":[{"item_id":"i","type":"text","label":"Odd","new_field":${nested}}]}`)
  expect(finish(writeAnswer(answerOf(unknown), 'en')).join('')).toContain('Odd')
})

it('a report and its changes are written in the language of the person', async () => {
  await installServerTexts(['en', 'de'])
  const item = { item_id: 'q', type: 'question', label: 'Q' }
  const condition = '3f206182-e4f6-11e1-aff1-0800200c9a66'
  const asker = (value: string) => ({ item_id: 'c', type: 'smartfield', options: { condition, values: [value] } })
  const [left, right] = [buildReport({ items: [item, item] }), buildReport({ items: [item, item, asker('Ja')] })]
  expect(finish(writeAnswer(answerOf(left), 'de')).join('')).toContain('1 Element hat die ID eines anderen Elements.')
  const changes = {
    auditId: 'audit_1',
    from: { version: '2026-01-01T00:00:00.000Z', basis: 'before' as const, openedAt: null },
    to: { version: '2026-01-02T00:00:00.000Z', isCurrent: true },
    diff: diffReports(left, right),
    media: { left: [], right: [] },
  }
  expect(finish(writeChanges(changes, 'de')).join('')).toContain('die Antwort „Ja“ ist')
})

it('a report comes with its page if it is short and the current version is stored', async () => {
  await using db = await openTestDatabase()
  const [short, long, changed, unread] = await addInspections(db, [{ failed: 0 }, { failed: 0 }, { failed: 0 }, {}])
  if (short === undefined || long === undefined || changed === undefined || unread === undefined)
    throw new Error('four inspections were added')
  const documents = [
    [short, JSON.stringify(longDocument(20))],
    [long, text],
    [changed, JSON.stringify(longDocument(20))],
  ]
  for (const [id, document] of documents)
    await db.query(
      `insert into inspection_documents (audit_id, modified_at, document)
       select audit_id, modified_at, $2 from inspections where audit_id = $1`,
      [id, document],
    )
  await touch(db, changed)
  const answer = await readShortReport(short, db)
  expect(answer?.report.items.length).toBeGreaterThan(10)
  expect(answer).toMatchObject({ auditId: short, source: 'index', stale: null })
  for (const id of [long, changed, unread]) expect(await readShortReport(id, db)).toBeNull()
})
