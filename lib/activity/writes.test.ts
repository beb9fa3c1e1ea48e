import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelChange, retryChange } from '@/lib/asset-changes/mutations'
import { insertChange } from '@/lib/asset-changes/change-write'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { cancelExportJob, createExportJob, forgetExportJob, retryExportFiles } from '@/lib/exports/mutations'
import { newExport } from '@/lib/exports/schema'
import { markInspections } from '@/lib/review/bulk'
import { markInspection, undoMarks } from '@/lib/review/mutations'
import { addInspections, addReviewer, firstVersion, idOf } from '@/lib/review/testing'
import { changeView, createView, deleteView, importViews, restoreView } from '@/lib/saved-views/mutations'
import { setThresholds } from '@/lib/templates/mutations'
import { readThresholds } from '@/lib/templates/thresholds-data'
import { templateId } from '@/lib/ids'
import { cancelUserJob, createUserJob } from '@/lib/user-jobs/mutations'
import { createLocker } from '@/lib/user-jobs/job/secrets'
import { describeEntry } from './view'

/** Each change of the console's own data adds one entry to the log, with actor, action and both states. */

let db: TestDatabase
let actor: Actor
const wake = () => undefined
beforeAll(async () => {
  db = await openTestDatabase()
  actor = await addReviewer(db, 'admin')
  await addInspections(db, [{ title: 'Round 0' }, { title: 'Round 1' }, { title: 'Round 2' }])
})
afterAll(() => db.close())

interface Entry {
  action: string
  object_kind: string
  object_id: string | null
  object_name: string
  before: unknown
  after: unknown
  related: string[] | null
  outcome: string
  actor_id: string
}

/** The result of `write`, and the one entry that it added. */
async function journalled<Result>(write: () => Promise<Result>): Promise<{ result: Result; entry: Entry }> {
  const read = () => db.query<Entry & { activity_id: string }>('select * from activity order by at')
  const known = new Set((await read()).rows.map(({ activity_id }) => activity_id))
  const result = await write()
  const fresh = (await read()).rows.filter(({ activity_id }) => !known.has(activity_id))
  expect(fresh).toHaveLength(1)
  const [entry] = fresh
  if (entry === undefined) throw new Error('there is one')
  expect(entry.actor_id).toBe(actor.userId)
  return { result, entry }
}

const count = async () => (await db.query('select from activity')).rowCount

/** Expects that a write that changes nothing adds no entry. */
async function silent(write: () => Promise<unknown>): Promise<void> {
  const before = await count()
  await write()
  expect(await count()).toBe(before)
}

const describeOne = ({ action, before, after }: Entry) => describeEntry({ action, before, after })

const mark = (state: 'reviewed' | 'unreviewed', revision: number | null, note?: string) =>
  markInspection(
    actor,
    idOf(0),
    { state, version: firstVersion(0), revision, ...(note === undefined ? {} : { note }) },
    db,
  )

describe('a review', () => {
  it('is logged when it is marked, repeated, removed and undone', async () => {
    const { entry, result } = await journalled(() => mark('reviewed', null, 'Fine.'))
    expect(entry).toMatchObject({ action: 'review.mark', object_id: idOf(0), object_name: 'Round 0', outcome: 'done' })
    expect(describeOne(entry)).toEqual([
      { kind: 'review', from: null, to: { state: 'reviewed' } },
      { kind: 'text', field: 'note', from: null, to: 'Fine.' },
    ])
    await silent(() => mark('reviewed', null, 'Fine.'))
    const unmarked = await journalled(() => mark('unreviewed', result.review.revision))
    expect(unmarked.entry).toMatchObject({ action: 'review.unmark', before: { state: 'reviewed', note: 'Fine.' } })
    const undone = await journalled(() => undoMarks(actor, unmarked.result.batchId, db))
    expect(undone.entry).toMatchObject({ action: 'review.undo', object_id: idOf(0), after: { restored: 1 } })
    await silent(() => undoMarks(actor, unmarked.result.batchId, db))
  })

  it('of many inspections is one entry with counts that is related to each changed inspection', async () => {
    const ids = [idOf(0), idOf(1), idOf(2)]
    const bulk = () => markInspections(actor, { selection: { kind: 'ids', ids }, state: 'follow-up' }, { db })
    const { entry, result } = await journalled(bulk)
    expect(entry).toMatchObject({
      action: 'review.mark',
      object_id: null,
      object_name: '3 inspections',
      before: { states: { reviewed: 1, unreviewed: 2 } },
      after: { state: 'follow-up', inspections: 3 },
      related: ids.map((id) => `inspection/${id}`),
    })
    expect(describeOne(entry)).toEqual([
      { kind: 'review', from: { counts: { reviewed: 1, unreviewed: 2 } }, to: { state: 'follow-up' } },
    ])
    await silent(bulk)
    const undone = await journalled(() => undoMarks(actor, result.batchId, db))
    expect(undone.entry).toMatchObject({ action: 'review.undo', object_name: '3 inspections', after: { restored: 3 } })
  })
})

describe('the thresholds of a template', () => {
  it('are logged with their previous values when they are set and reset, but not when nothing changes', async () => {
    const template = templateId.parse('template_1')
    const strict = { attentionFrom: 90, goodFrom: 100 }
    const { entry, result } = await journalled(() => setThresholds(actor, template, strict, db))
    expect(entry).toMatchObject({
      action: 'template.set-thresholds',
      object_kind: 'template',
      object_id: 'template_1',
      before: { attentionFrom: 50, goodFrom: 80 },
      after: strict,
    })
    expect(result).toEqual({ templates: [{ templateId: 'template_1', thresholds: strict }] })
    expect(await readThresholds(db)).toEqual(result)
    await silent(() => setThresholds(actor, template, strict, db))
    expect((await journalled(() => setThresholds(actor, template, null, db))).entry).toMatchObject({
      before: strict,
      after: { attentionFrom: 50, goodFrom: 80 },
    })
    expect(await readThresholds(db)).toEqual({ templates: [] })
  })
})

describe('a saved view', () => {
  it('is logged when it is created, changed, deleted, restored and imported', async () => {
    const { result: view, entry } = await journalled(() =>
      createView(actor, { name: 'Failures', query: 'result=failed', isShared: false }, db),
    )
    expect(entry).toMatchObject({ action: 'saved-view.create', object_id: view.viewId, after: { isShared: false } })
    const changed = await journalled(() =>
      changeView(actor, view.viewId, { name: 'Failed', isShared: true, revision: view.revision }, db),
    )
    expect(changed.entry.action).toBe('saved-view.update')
    expect(describeOne(changed.entry)).toEqual([
      { kind: 'text', field: 'name', from: 'Failures', to: 'Failed' },
      { kind: 'sharing', from: [], to: 'everyone' },
    ])
    expect((await journalled(() => deleteView(actor, view.viewId, db))).entry).toMatchObject({
      action: 'saved-view.delete',
      before: { name: 'Failed', isShared: true },
    })
    expect((await journalled(() => restoreView(actor, view.viewId, db))).entry.action).toBe('saved-view.restore')
    const views = [1, 2].map((n) => ({ name: `View ${n}`, query: '' }))
    const imported = await journalled(() => importViews(actor, { format: 'sightline-views', version: 1, views }, db))
    expect(imported.entry).toMatchObject({ action: 'saved-view.import', object_name: '2 views' })
    expect(imported.entry.related).toHaveLength(2)
    await expect(createView(actor, { name: 'Failed', query: '', isShared: false }, db)).rejects.toThrow()
  })
})

describe('an export of documents', () => {
  it('is logged when it is started, canceled, retried and removed', async () => {
    const options = { db, wake }
    const asked = newExport.parse({ selection: { kind: 'ids', ids: [idOf(1), idOf(2)] }, format: 'pdf', zone: 'UTC' })
    const { entry, result } = await journalled(() => createExportJob(actor, asked, options))
    const { jobId } = result.job
    expect(entry).toMatchObject({
      action: 'export.start',
      object_id: jobId,
      object_name: '2 inspections',
      after: { format: 'pdf', documents: 2 },
      related: [`inspection/${idOf(1)}`, `inspection/${idOf(2)}`],
    })
    const cancelled = await journalled(() => cancelExportJob(actor, jobId, options))
    expect(cancelled.entry).toMatchObject({ action: 'export.cancel', after: { documents: 2 } })
    await silent(() => cancelExportJob(actor, jobId, options))
    const again = await journalled(() => retryExportFiles(actor, jobId, { states: ['cancelled'] }, options))
    expect(again.entry).toMatchObject({ action: 'export.retry', after: { documents: 2 } })
    await cancelExportJob(actor, jobId, options)
    expect((await journalled(() => forgetExportJob(actor, jobId, options))).entry.action).toBe('export.remove')
  })
})

describe('a change of assets', () => {
  it('is logged when it is started, canceled and retried', async () => {
    const after = { optionId: 'o', name: 'Ready', color: 'GREEN', groupId: 'g' }
    const step = { objectKind: 'asset' as const, objectId: 'a1', objectName: 'P-1', before: null, after }
    const { entry, result } = await journalled(() =>
      insertChange(actor, { kind: 'set-status', title: 'P-1 to Ready', steps: [step] }, { db, wake }),
    )
    const { changeId } = result
    expect(entry).toMatchObject({ action: 'asset-change.start', object_id: changeId, object_name: 'P-1 to Ready' })
    const cancelled = await journalled(() => cancelChange(actor, changeId, { db, wake }))
    expect(cancelled.entry).toMatchObject({ action: 'asset-change.cancel', after: { steps: 1 } })
    await silent(() => cancelChange(actor, changeId, { db, wake }))
    const again = await journalled(() => retryChange(actor, changeId, { states: ['cancelled'] }, { db, wake }))
    expect(again.entry).toMatchObject({ action: 'asset-change.retry', after: { steps: 1 } })
  })
})

describe('an import of users', () => {
  it('is logged once even if its start is repeated, and again when it is canceled', async () => {
    const deps = { db, wake, locker: createLocker('a secret of the tests, 32 bytes or more') }
    const attemptId = randomUUID()
    const start = () =>
      createUserJob(
        actor,
        {
          attemptId,
          again: false,
          kind: 'check',
          way: 'job',
          sourceName: 'people.csv',
          header: ['E-mail'],
          users: [{ line: 1, username: 'a@example.org', cells: ['a@example.org'] }],
        },
        deps,
      )
    const { entry, result } = await journalled(start)
    expect(entry).toMatchObject({ action: 'user-job.check', object_id: result.jobId, outcome: 'pending' })
    await silent(start)
    const cancelled = await journalled(() => cancelUserJob(actor, result.jobId, deps))
    expect(cancelled.entry).toMatchObject({ action: 'user-job.cancel', object_id: result.jobId })
  })
})
