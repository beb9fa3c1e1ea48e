import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as z from 'zod'
import { POST as postCancel } from '@/app/api/asset-changes/[changeId]/cancel/route'
import { POST as postRetry } from '@/app/api/asset-changes/[changeId]/retry/route'
import { GET as getOne } from '@/app/api/asset-changes/[changeId]/route'
import { POST as postUndo } from '@/app/api/asset-changes/[changeId]/undo/route'
import { POST as postAssign } from '@/app/api/asset-changes/assign-types/route'
import { GET as getKept, POST as postRestore } from '@/app/api/asset-changes/restore/route'
import { GET as getList } from '@/app/api/asset-changes/route'
import { POST as postStatus } from '@/app/api/asset-changes/set-status/route'
import { createAssetRefresher } from '@/lib/assets/refresh'
import { roles, type Role } from '@/lib/access/permissions'
import { HandClock as AuthClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { systemClock } from '@/lib/clock'
import { openTestDatabase, silentLog } from '@/lib/db/testing'
import type { RouteHandler } from '@/lib/http/route'
import { configureThrottle } from '@/lib/web/throttle'
import { processWide } from '@/lib/process-wide'
import { startStandin } from '@/lib/standin/server'
import { changeWorker } from './instance'
import { assetChangeRead, changeList, changeSummary, keptRead, startedChange } from './schema'
import { addPerson, ChangeWorld } from './testing'

vi.setConfig({ testTimeout: 60_000 })

let world: ChangeWorld<typeof systemClock>
let auth: TestAuth
const cookies = new Map<Role, string>()

beforeAll(async () => {
  const standin = await startStandin({ inspections: 1, assets: 60, limits: 'off' })
  const db = await openTestDatabase()
  world = new ChangeWorld(systemClock, standin, db, await addPerson(db, 'admin'))
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  processWide('service', () => ({ service: world.service }))
  processWide('assets', () =>
    createAssetRefresher({
      database: () => Promise.resolve(db),
      service: () => world.service,
      clock: systemClock,
      log: silentLog,
    }),
  )
  const clock = new AuthClock()
  auth = installTestAuth(db, clock)
  configureThrottle({ general: { burst: 1e9, perSecond: 1e9 } }, clock)
  for (const role of roles) cookies.set(role, (await auth.signInAs((await auth.addPerson(role)).userId)).cookie)
  changeWorker().start()
})
afterAll(async () => {
  await changeWorker().stop()
  await world[Symbol.asyncDispose]()
})

const place = 'http://127.0.0.1:3000/api/asset-changes'

async function ask(
  handler: RouteHandler,
  {
    role = 'admin',
    body,
    changeId = '',
    query = '',
  }: { role?: Role; body?: unknown; changeId?: string; query?: string },
): Promise<{ status: number; body: unknown }> {
  const isRead = body === undefined
  const cookie = cookies.get(role) ?? ''
  const request = new Request(`${place}${query}`, {
    method: isRead ? 'GET' : 'POST',
    headers: isRead ? { cookie } : { ...auth.honest(cookie), 'content-type': 'application/json' },
    ...(isRead ? {} : { body: JSON.stringify(body) }),
  })
  const answer = await handler(request, { params: Promise.resolve({ changeId }) })
  return { status: answer.status, body: await answer.json() }
}

async function askFor<Schema extends z.ZodType>(
  schema: Schema,
  ...given: Parameters<typeof ask>
): Promise<z.output<Schema>> {
  const { status, body } = await ask(...given)
  expect([status, body]).toMatchObject([200, {}])
  return schema.parse(body)
}

async function waitForEnd(changeId: string) {
  return vi.waitFor(async () => {
    const change = await askFor(assetChangeRead, getOne, { role: 'viewer', changeId })
    expect(change.open + change.unknown).toBe(0)
    return change
  }, 20_000)
}

describe('the routes of changes', () => {
  it(
    'set statuses by a filter, assign groups, undo and restore, from the first request to the end',
    { tags: ['full'] },
    async () => {
      const { typeId, groupId, ids, options } = await world.addType(30, 'Lift')
      const filter = { q: '', type: [typeId], site: [], status: [], group: [], state: 'active', sort: 'code' }
      const selection = { kind: 'filter', filter, except: ids.slice(0, 2) }
      const status = await askFor(startedChange, postStatus, {
        role: 'editor',
        body: { selection, optionId: options[1] },
      })
      expect(status).toMatchObject({
        change: { title: 'Set 28 assets to B', total: 28 },
        leftOut: 0,
        leftOutNote: null,
      })
      expect(await waitForEnd(status.change.changeId)).toMatchObject({ done: 28, isMine: false, mayChange: false })
      expect(world.statuses(ids).filter((one) => one === options[1])).toHaveLength(28)

      const moves = [{ typeId, fromGroupId: groupId, toGroupId: null }]
      const removed = await askFor(startedChange, postAssign, { body: { moves } })
      const cleared = await waitForEnd(removed.change.changeId)
      expect(cleared).toMatchObject({ done: 1, snapshotCount: 30 })
      const query = `?activityId=${cleared.steps[0]?.activityId}`
      const readKept = async () => (await askFor(keptRead, getKept, { role: 'viewer', query })).kept
      // After the change the assets are listed again. That listing tells the index which statuses were cleared.
      await expect
        .poll(async () => (await readKept()).map((one) => [one.typeId, one.optionId, one.bareCount]))
        .toEqual([options[0], options[1]].map((optionId, at) => [typeId, optionId, at === 0 ? 2 : 28]))
      const back = await askFor(startedChange, postUndo, { body: {}, changeId: removed.change.changeId })
      expect(await waitForEnd(back.change.changeId)).toMatchObject({ done: 31, ofChangeId: removed.change.changeId })
      expect(await readKept()).toEqual([])
      const restored = await askFor(startedChange, postRestore, {
        role: 'editor',
        body: { changeId: removed.change.changeId },
      })
      expect(await waitForEnd(restored.change.changeId)).toMatchObject({ unchanged: 30, kind: 'restore-statuses' })
      expect(world.statuses(ids)).toEqual(ids.map((_, at) => options[at < 2 ? 0 : 1]))
      const list = await askFor(changeList, getList, { role: 'viewer' })
      expect(list.changes.map(({ changeId }) => changeId)).toEqual(
        [restored, back, removed, status].map(({ change }) => change.changeId),
      )
    },
  )

  it('skip assets that cannot have the status, with the reason, and refuse a selection with none left', async () => {
    const one = await world.addType(2, 'Hoist')
    const other = await world.addType(3, 'Pump')
    const ids = [...one.ids, ...other.ids, 'nowhere']
    const selection = { kind: 'ids', ids }
    const { leftOut, leftOutNote, change } = await askFor(startedChange, postStatus, {
      body: { selection, optionId: one.options[2] },
    })
    expect([change.total, leftOut, leftOutNote]).toEqual([
      2,
      4,
      '3 assets have a type whose group does not include “C”: Pump. 1 asset no longer exists.',
    ])
    await waitForEnd(change.changeId)
    const nothing = { selection: { kind: 'ids', ids: other.ids }, optionId: one.options[2] }
    expect(await ask(postStatus, { body: nothing })).toMatchObject({ status: 409 })
    const unknown = { selection, optionId: 'nowhere' }
    expect(await ask(postStatus, { body: unknown })).toMatchObject({ status: 404 })
  })

  it('cancel and retry changes', async () => {
    const { ids, options } = await world.addType(3, 'Ramp')
    world.standin.control.failWrites(ids.slice(0, 1), { status: 500 })
    const body = { selection: { kind: 'ids', ids }, optionId: options[1] }
    const { change } = await askFor(startedChange, postStatus, { body })
    const { changeId } = change
    expect(await waitForEnd(changeId)).toMatchObject({ done: 2, failed: 1 })
    await askFor(changeSummary, postCancel, { body: {}, changeId })
    await askFor(changeSummary, postRetry, { body: { states: ['failed'] }, changeId })
    expect(await waitForEnd(changeId)).toMatchObject({ done: 3, cancelledAt: null })
    expect(await ask(postRetry, { body: { states: ['failed'] }, changeId })).toMatchObject({ status: 409 })
  })

  it('refuse people without permission before the service is called', async () => {
    const { typeId, groupId, ids, options } = await world.addType(1, 'Gate')
    const before = world.standin.control.counts()
    const status = { selection: { kind: 'ids', ids }, optionId: options[1] }
    const types = { moves: [{ typeId, fromGroupId: groupId, toGroupId: null }] }
    const changeId = crypto.randomUUID()
    const refused: Array<[RouteHandler, Role, unknown]> = [
      [postStatus, 'viewer', status],
      [postRestore, 'viewer', { changeId }],
      [postCancel, 'viewer', {}],
      [postRetry, 'viewer', { states: ['failed'] }],
      [postAssign, 'viewer', types],
      [postAssign, 'editor', types],
      [postUndo, 'editor', {}],
    ]
    for (const [handler, role, body] of refused)
      expect((await ask(handler, { role, body, changeId })).status, `${role} ${JSON.stringify(body)}`).toBe(403)
    expect(world.standin.control.counts()).toEqual(before)
  })

  it.each([
    ['an invalid id', postStatus, { selection: { kind: 'ids', ids: ['../x'] }, optionId: null }],
    ['an empty list of ids', postStatus, { selection: { kind: 'ids', ids: [] }, optionId: null }],
    ['a repeated type', postAssign, { moves: [1, 2].map(() => ({ typeId: 't', fromGroupId: null, toGroupId: null })) }],
    ['an invalid activity id', postRestore, { activityId: 'x' }],
  ])('refuse %s as invalid', async (_, handler, body) => {
    expect((await ask(handler, { body })).status).toBe(422)
  })

  it('return not_found for unknown ids', async () => {
    const changeId = crypto.randomUUID()
    expect((await ask(getOne, { changeId })).status).toBe(404)
    for (const handler of [postUndo, postCancel]) expect((await ask(handler, { body: {}, changeId })).status).toBe(404)
    for (const body of [{ changeId }, { activityId: changeId }])
      expect((await ask(postRestore, { body })).status).toBe(404)
    expect((await ask(getList, { query: '?after=x' })).status).toBe(422)
  })
})
