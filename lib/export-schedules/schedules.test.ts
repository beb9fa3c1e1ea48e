import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { makeTestFolder, openTestDatabase, removeTestFolder, silentLog, type TestDatabase } from '@/lib/db/testing'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { startReceiver } from '@/lib/outgoing/testing'
import { processWide } from '@/lib/process-wide'
import { addInspections, addReviewer } from '@/lib/review/testing'
import { addAsset, makeVersion, storeVersions } from '@/lib/rules/testing'
import { applyRetention } from '@/lib/retention/store'
import { renderText } from '@/lib/server-text'
import { listRuns, listSchedules, readSchedule } from './data'
import { changeSchedule, deleteSchedule, restoreSchedule, setScheduleState, startRun } from './mutations'
import { runExport } from './steps'
import { addDueRuns, takeRuns } from './store'
import { addSchedule, takeNext, toolsOf, writerTo } from './testing'

let db: TestDatabase
let admin: Actor
let folder: string
let exportDir: string
const never = new AbortController().signal
const at = (text: string) => Date.parse(text)

beforeAll(async () => {
  folder = await makeTestFolder('schedules')
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  for (let number = 0; number < 3; number += 1) await addAsset(db, `asset_${number}`)
  await addInspections(db, [{ failed: 2 }, { failed: 0 }, { failed: 1, isMissing: true }], 100)
  await storeVersions(db, [
    makeVersion(1, 1, { isBroken: true, assets: ['asset_0'] }),
    makeVersion(2, 1, { isBroken: false, assets: ['asset_1'] }),
  ])
})
beforeEach(async () => {
  await db.query('delete from export_schedules')
  await db.query('delete from notices')
  admin = await addReviewer(db, 'admin')
  exportDir = path.join(folder, crypto.randomUUID())
  await mkdir(exportDir)
})
afterAll(async () => {
  await db.close()
  await removeTestFolder(folder)
})

const toolsHere = (changed: Partial<Parameters<typeof toolsOf>[1]> = {}) =>
  toolsOf(db, { exportDir, bucket: null, spoolDir: path.join(folder, 'spool'), ...changed })
/** Adds the run that is due at an instant, and executes it. */
async function runAt(time: string, tools = toolsHere()): Promise<void> {
  await addDueRuns(db, new Date(time))
  await runExport(tools, await takeNext(db), never)
}
const putTo = (target: { url: string; authorization?: string }) =>
  addSchedule(db, admin, { target: { kind: 'put', ...target } }, at('2026-11-25T12:00:00Z'))
const readRuns = async () => (await listRuns({ limit: 100 }, db)).runs
const listFiles = async (dir = exportDir) =>
  (await readdir(dir, { recursive: true })).toSorted((a, b) => (a < b ? -1 : 1))
const readNotices = async () =>
  (
    await db.query<{ user_id: string; text: string; detail: string }>('select user_id, text, detail from notices')
  ).rows.map((row) => ({ userId: row.user_id, text: renderText(row.text), detail: renderText(row.detail) }))
const readActions = async (scheduleId: string) =>
  (
    await db.query<{ action: string }>('select action from activity where object_id = $1 order by at, action', [
      scheduleId,
    ])
  ).rows.map(({ action }) => action)

describe('a scheduled export', () => {
  it('writes one complete file for each due time, named by the date in its zone, and logs the run', async () => {
    const { scheduleId } = await addSchedule(db, admin, {}, at('2026-11-25T12:00:00Z'))
    expect(await readSchedule(db, scheduleId)).toMatchObject({ nextAt: '2026-11-26T05:00:00.000Z', isPaused: false })
    await runAt('2026-11-26T05:00:00Z')
    expect(await listFiles()).toEqual(['assets-2026-11-26.csv'])
    const text = await readFile(path.join(exportDir, 'assets-2026-11-26.csv'), 'utf8')
    expect(text.trim().split('\r\n')).toHaveLength(4)
    expect(await readRuns()).toMatchObject([
      {
        number: 1,
        state: 'done',
        rows: 3,
        bytes: Buffer.byteLength(text),
        fileName: 'assets-2026-11-26.csv',
        note: null,
      },
    ])
    expect(await readSchedule(db, scheduleId)).toMatchObject({ nextAt: '2026-11-27T05:00:00.000Z' })
    expect(await readActions(scheduleId)).toEqual(['export-schedule.create', 'export-schedule.run'])
  })

  it('runs once when several due times passed while no console ran, and once when several consoles find it due', async () => {
    await addSchedule(db, admin, {}, at('2026-11-20T12:00:00Z'))
    const found = await Promise.all([1, 2, 3].map(() => addDueRuns(db, new Date('2026-11-26T08:00:00Z'))))
    expect(found.flat()).toHaveLength(1)
    expect(await readRuns()).toMatchObject([{ dueAt: '2026-11-21T05:00:00.000Z' }])
    const now = new Date('2026-11-26T08:00:00Z')
    const until = new Date('2026-11-26T08:00:15Z')
    const taken = await Promise.all([1, 2].map(() => takeRuns(db, { now, until, limit: 1 })))
    expect(taken.flat()).toHaveLength(1)
    expect((await listSchedules(db, ['put'])).schedules).toMatchObject([{ nextAt: '2026-11-27T05:00:00.000Z' }])
  })

  it('changes nothing once another console has taken over its run', async () => {
    await addSchedule(db, admin, {}, at('2026-11-25T12:00:00Z'))
    await addDueRuns(db, new Date('2026-11-26T05:00:00Z'))
    const first = await takeNext(db)
    await db.query('update export_runs set next_at = now()')
    const second = await takeNext(db)
    await runExport(toolsHere(), first, never)
    expect(await listFiles()).toEqual([])
    await runExport(toolsHere(), second, never)
    expect(await listFiles()).toEqual(['assets-2026-11-26.csv'])
    expect(await readRuns()).toMatchObject([{ state: 'done', number: 1 }])
  })

  it('of a view contains the rows and columns of the view, or the answers of its inspections', async () => {
    const view = await db.query<{ view_id: string }>(
      `insert into saved_views (owner_id, name, name_key, query) values ($1, 'Broken', 'broken', 'q=broken&columns=title,id')
       returning view_id`,
      [admin.userId],
    )
    const viewKey = view.rows[0]?.view_id ?? ''
    await addSchedule(db, admin, { name: 'a', content: 'list', viewKey, fileName: 'list' }, at('2026-11-25T12:00:00Z'))
    await addSchedule(
      db,
      admin,
      { name: 'b', content: 'answers', viewKey, format: 'jsonl', fileName: 'answers' },
      at('2026-11-25T12:00:00Z'),
    )
    await addDueRuns(db, new Date('2026-11-26T05:00:00Z'))
    for (let run = 0; run < 2; run += 1) await runExport(toolsHere(), await takeNext(db), never)
    const list = await readFile(path.join(exportDir, 'list.csv'), 'utf8')
    expect(list).toBe(
      '\uFEFFTitle,Inspection ID,Link\r\nbroken,audit_000001,https://sightline.test/inspections/audit_000001\r\n',
    )
    const answers = (await readFile(path.join(exportDir, 'answers.jsonl'), 'utf8')).trim().split('\n')
    const parsed = answers.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(parsed[0]).toMatchObject({ audit_id: 'audit_000001', label: 'Asset', response_id: 'asset_0' })
    expect(new Set(parsed.map((answer) => answer['audit_id']))).toEqual(new Set(['audit_000001']))
    expect((await readRuns()).map(({ rows }) => rows).toSorted((one, other) => (one ?? 0) - (other ?? 0))).toEqual([
      1,
      parsed.length,
    ])
  })

  it('of a view is in the language that its owner wants files in, as a download is', async () => {
    await installServerTexts(['en', 'de'])
    await db.query('update users set preferences = $2 where user_id = $1', [
      admin.userId,
      { files: 'own', language: 'browser', browserLanguage: 'de' },
    ])
    const schedule = { content: 'list', viewKey: 'all', fileName: 'list' } as const
    await addSchedule(db, admin, schedule, at('2026-11-25T12:00:00Z'))
    await runAt('2026-11-26T05:00:00Z')
    const text = await readFile(path.join(exportDir, 'list.csv'), 'utf8')
    expect(text.split(',')[0]).toBe('\uFEFFTitel')
  })

  it('that was deleted is removed with its address after a day', async () => {
    const [{ scheduleId }, kept] = [await addSchedule(db, admin), await addSchedule(db, admin, { name: 'b' })]
    for (const id of [scheduleId, kept.scheduleId]) await deleteSchedule(admin, id, writerTo(db))
    await db.query(`update export_schedules set deleted_at = now() - interval '25 hours' where schedule_id = $1`, [
      scheduleId,
    ])
    await applyRetention(db, { importedCellsDays: 90, addressesDays: 180 }, Date.now())
    const { rows } = await db.query('select schedule_id from export_schedules')
    expect(rows).toEqual([{ schedule_id: kept.scheduleId }])
  })

  it('is tried again when it fails, and after the last try its owner is notified once', async () => {
    const { scheduleId } = await addSchedule(db, admin, {}, at('2026-11-25T12:00:00Z'))
    const tools = toolsHere({ exportDir: path.join(folder, 'missing') })
    await addDueRuns(db, new Date('2026-11-26T05:00:00Z'))
    for (let tries = 1; tries <= 6; tries += 1) {
      await runExport(tools, await takeNext(db), never)
      const [run] = await readRuns()
      expect(run?.state).toBe(tries < 6 ? 'waiting' : 'failed')
      expect(run?.nextAt === null).toBe(tries === 6)
    }
    const [run] = await readRuns()
    expect(renderText(run?.note ?? '')).toContain('cannot be written')
    expect(await readNotices()).toMatchObject([{ userId: admin.userId, text: 'The scheduled export Assets failed' }])
    expect(await readActions(scheduleId)).toEqual(['export-schedule.create', 'export-schedule.run'])
  })

  it('starts over when the console stopped during its run', async () => {
    await addSchedule(db, admin, {}, at('2026-11-25T12:00:00Z'))
    await addDueRuns(db, new Date('2026-11-26T05:00:00Z'))
    const stopped = AbortSignal.abort(new Error('The console is stopping'))
    await runExport(toolsHere(), await takeNext(db), stopped)
    expect(await listFiles()).toEqual([])
    expect(await readRuns()).toMatchObject([{ state: 'running', note: null }])
    await db.query('update export_runs set next_at = now()')
    await runExport(toolsHere(), await takeNext(db), never)
    expect(await readRuns()).toMatchObject([{ state: 'done', rows: 3 }])
  })

  it('cannot leave its directory through a symbolic link', async () => {
    await symlink(folder, path.join(exportDir, 'away'))
    await addSchedule(db, admin, { target: { kind: 'directory', folder: 'away/in' } }, at('2026-11-25T12:00:00Z'))
    await runAt('2026-11-26T05:00:00Z')
    const [run] = await readRuns()
    expect(renderText(run?.note ?? '')).toBe('The folder leads outside EXPORT_DIR.')
    expect(await readdir(folder)).not.toContain('in')
  })
})

describe('the owner of a scheduled export', () => {
  it.each([
    ['removed', (userId: string) => db.query('delete from users where user_id = $1', [userId])],
    ['disabled', (userId: string) => db.query('update users set disabled_at = now() where user_id = $1', [userId])],
    ['demoted', (userId: string) => db.query(`update users set role = 'editor' where user_id = $1`, [userId])],
  ])('is replaced by the person who resumes it, after it was paused because the owner was %s', async (_, change) => {
    const other = await addReviewer(db, 'admin')
    const { scheduleId } = await addSchedule(db, admin, {}, at('2026-11-25T12:00:00Z'))
    await change(admin.userId)
    await runAt('2026-11-26T05:00:00Z')
    expect(await listFiles()).toEqual([])
    const paused = await readSchedule(db, scheduleId)
    expect(paused).toMatchObject({ isPaused: true, nextAt: null, lastRun: { state: 'failed' } })
    expect(renderText(paused?.pauseReason ?? '')).toContain('Resume it to make it yours')
    expect((await readNotices()).map(({ text }) => text)).toContain('The scheduled export Assets is paused')
    expect(await addDueRuns(db, new Date('2026-12-26T05:00:00Z'))).toEqual([])

    const resumed = await setScheduleState(other, scheduleId, { isPaused: false }, writerTo(db))
    expect(resumed).toMatchObject({ isPaused: false, ownerName: other.name, pauseReason: null })
  })

  it('must be able to see its view at the time of the run', async () => {
    const view = await db.query<{ view_id: string }>(
      `insert into saved_views (owner_id, name, name_key, query) values ($1, 'Mine', 'mine', '') returning view_id`,
      [admin.userId],
    )
    const viewKey = view.rows[0]?.view_id ?? ''
    const other = await addReviewer(db, 'admin')
    await expect(addSchedule(db, other, { content: 'inspections', viewKey })).rejects.toMatchObject({ code: 'invalid' })
    const { scheduleId } = await addSchedule(db, admin, { content: 'inspections', viewKey }, at('2026-11-25T12:00:00Z'))
    await db.query('update saved_views set deleted_at = now() where view_id = $1', [viewKey])
    await runAt('2026-11-26T05:00:00Z')
    expect(await readSchedule(db, scheduleId)).toMatchObject({ isPaused: true, viewName: null })
    await expect(setScheduleState(admin, scheduleId, { isPaused: false }, writerTo(db))).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  it('cannot use a token to schedule content that the token may not read', async () => {
    const token: Actor = { ...admin, tokenId: 't', permissions: ['schedules:write', 'assets:read'] }
    await expect(addSchedule(db, token, { content: 'answers' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(addSchedule(db, token)).resolves.toMatchObject({ content: 'assets' })
  })

  it('can run, pause, delete and restore it', async () => {
    const { scheduleId } = await addSchedule(db, admin)
    await startRun(admin, scheduleId, writerTo(db))
    await expect(startRun(admin, scheduleId, writerTo(db))).rejects.toMatchObject({ code: 'conflict' })
    await setScheduleState(admin, scheduleId, { isPaused: true }, writerTo(db))
    expect(await readRuns()).toMatchObject([{ isAsked: true, state: 'cancelled' }])
    await deleteSchedule(admin, scheduleId, writerTo(db))
    expect((await listSchedules(db, ['put'])).schedules).toEqual([])
    expect(await restoreSchedule(admin, scheduleId, writerTo(db))).toMatchObject({ isPaused: true })
    expect(await setScheduleState(admin, scheduleId, { isPaused: false }, writerTo(db))).toMatchObject({
      isPaused: false,
    })
    expect((await readActions(scheduleId)).map((action) => action.replace('export-schedule.', ''))).toEqual([
      'create',
      'start',
      'pause',
      'delete',
      'restore',
      'resume',
    ])
  })
})

describe('a bucket', () => {
  let server: S3rver
  let url: string
  beforeAll(async () => {
    server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: path.join(folder, 's3'),
      configureBuckets: [{ name: 'exports' }],
    })
    const { port } = await server.run()
    url = `http://127.0.0.1:${port}/exports/sightline`
  })
  afterAll(() => server.close().catch(() => {}))
  const bucketOf = (keyId: string) => ({ url, region: 'eu-central-1', keyId, secret: 'S3RVER' })

  it('receives the complete file, and nothing remains on the disk of the console', async () => {
    await addSchedule(db, admin, { target: { kind: 's3', folder: 'in/daily' } }, at('2026-11-25T12:00:00Z'))
    await runAt('2026-11-26T05:00:00Z', toolsHere({ bucket: bucketOf('S3RVER') }))
    const [run] = await readRuns()
    expect(run).toMatchObject({ state: 'done', note: null })
    const stored = (await listFiles(path.join(folder, 's3'))).filter((name) => name.endsWith('_object'))
    expect(stored).toEqual(['exports/sightline/in/daily/assets-2026-11-26.csv._S3rver_object'])
    expect((await readFile(path.join(folder, 's3', stored[0] ?? ''))).byteLength).toBe(run?.bytes)
    expect(await listFiles(path.join(folder, 'spool'))).toEqual([])
  })

  it('that refuses the key receives no file, and the run reports the status', async () => {
    await addSchedule(db, admin, { target: { kind: 's3', folder: 'refused' } }, at('2026-11-25T12:00:00Z'))
    await runAt('2026-11-26T05:00:00Z', toolsHere({ bucket: bucketOf('nobody') }))
    const [run] = await readRuns()
    expect(renderText(run?.note ?? '')).toBe('The bucket responded with status 403.')
  })
})

describe('an address', () => {
  it('receives the complete file with its length and header, and neither address nor header is shown or logged', async () => {
    await using receiver = await startReceiver()
    const { scheduleId, target } = await putTo({
      url: `https://hooks.test:${receiver.port}/in/?sig=hidden-signature`,
      authorization: 'Bearer hidden-token',
    })
    expect(target).toEqual({ kind: 'put', folder: '', host: `hooks.test:${receiver.port}`, hasAuthorization: true })
    await runAt('2026-11-26T05:00:00Z', toolsHere({ receiver }))
    const [sent] = receiver.received
    expect(sent).toMatchObject({
      method: 'PUT',
      path: '/in/assets-2026-11-26.csv?sig=hidden-signature',
      headers: { authorization: 'Bearer hidden-token', 'content-type': 'text/csv; charset=utf-8' },
    })
    expect(sent?.headers['content-length']).toBe(String(Buffer.byteLength(sent?.body ?? '')))
    expect(await readRuns()).toMatchObject([{ state: 'done', rows: 3 }])
    const { rows } = await db.query('select * from activity where object_id = $1', [scheduleId])
    expect(JSON.stringify([rows, await listSchedules(db, ['put']), await readRuns()])).not.toMatch(/hidden-/)
  })

  it('does not receive the header of an earlier address, unless the header is entered again', async () => {
    const given = await putTo({ url: 'https://hooks.test/a', authorization: 'Bearer hidden-token' })
    const { lastRun: _, ownerName: __, ...before } = given
    const change = (target: { url?: string; authorization?: string }, revision: number) =>
      changeSchedule(admin, given.scheduleId, { ...before, revision, target: { kind: 'put', ...target } }, writerTo(db))
    expect(await change({}, 1)).toMatchObject({ target: { hasAuthorization: true, host: 'hooks.test' } })
    expect(await change({ url: 'https://other.test/b' }, 2)).toMatchObject({
      target: { hasAuthorization: false, host: 'other.test' },
    })
    await expect(change({}, 2)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('that responds with an error, or is private, receives no file', async () => {
    await using receiver = await startReceiver()
    receiver.answer = { status: 507 }
    await putTo({ url: `https://hooks.test:${receiver.port}/in` })
    await runAt('2026-11-26T05:00:00Z', toolsHere({ receiver }))
    const tools = toolsHere({ receiver })
    await runExport(
      { ...tools, deliver: { ...tools.deliver, allow: { hosts: [], ranges: [] } } },
      await takeNext(db),
      never,
    )
    expect(receiver.received).toHaveLength(1)
    const [run] = await readRuns()
    expect(renderText(run?.note ?? '')).toContain('OUTGOING_ALLOW')
    await expect(putTo({ url: 'http://hooks.test/in' })).rejects.toMatchObject({ code: 'invalid' })
  })
})
