import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as z from 'zod'
import { POST as postCancel } from '@/app/api/user-jobs/[jobId]/cancel/route'
import { GET as getFailed } from '@/app/api/user-jobs/[jobId]/failed-rows/route'
import { GET as getPlan, POST as postRetry } from '@/app/api/user-jobs/[jobId]/retry/route'
import { GET as getOne } from '@/app/api/user-jobs/[jobId]/route'
import { GET as getRows } from '@/app/api/user-jobs/[jobId]/rows/route'
import { GET as getCurrent } from '@/app/api/user-jobs/current-users/route'
import { GET as getElsewhereOne } from '@/app/api/user-jobs/elsewhere/[remoteId]/route'
import { GET as getElsewhere } from '@/app/api/user-jobs/elsewhere/route'
import { POST as postLookup } from '@/app/api/user-jobs/lookup/route'
import { GET as getList, POST as postJob } from '@/app/api/user-jobs/route'
import { addPerson } from '@/lib/asset-changes/testing'
import { roles, type Role } from '@/lib/access/permissions'
import { HandClock as AuthClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { systemClock } from '@/lib/clock'
import { openTestDatabase, silentLog } from '@/lib/db/testing'
import type { RouteHandler } from '@/lib/http/route'
import { configureThrottle } from '@/lib/web/throttle'
import { exportTotalHeader } from '@/lib/inspections/params-model'
import { processWide } from '@/lib/process-wide'
import { createService } from '@/lib/service/client'
import { initializeUserJob } from '@/lib/service/users'
import { startStandin } from '@/lib/standin/server'
import { userJobWorker } from './job/instance'
import { elsewhereJobDetail, elsewhereJobs } from './elsewhere-schema'
import { knownUsers } from './references-schema'
import { newUserJobBytesMax, userJobDetail, userJobList, userJobSummary, userRetryPlan, userRowsPage } from './schema'
import { makeUsers, testHeader, testLocker, UserJobWorld } from './job/testing'

vi.setConfig({ testTimeout: 60_000 })

let world: UserJobWorld<typeof systemClock>
let auth: TestAuth
const cookies = new Map<Role, string>()

beforeAll(async () => {
  const standin = await startStandin({
    inspections: 1,
    users: 60,
    limits: 'off',
    userJobs: { usersPerSecond: null, validatedMs: 0 },
    tokens: [
      { token: 'strong-token', permissions: 'all' },
      { token: 'weak-token', permissions: [] },
    ],
  })
  const db = await openTestDatabase()
  world = new UserJobWorld(systemClock, standin, db, await addPerson(db, 'admin'))
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  processWide('service', () => ({ service: world.service }))
  processWide('user-job-locker', () => testLocker)
  const clock = new AuthClock()
  auth = installTestAuth(db, clock)
  configureThrottle({ general: { burst: 1e9, perSecond: 1e9 } }, clock)
  for (const role of roles) cookies.set(role, (await auth.signInAs((await auth.addPerson(role)).userId)).cookie)
  userJobWorker().start()
})
afterAll(async () => {
  await userJobWorker().stop()
  await world[Symbol.asyncDispose]()
})

interface Asked {
  role?: Role
  body?: unknown
  params?: Record<string, string>
  query?: string
}

function send(handler: RouteHandler, { role = 'admin', body, params = {}, query = '' }: Asked): Promise<Response> {
  const cookie = cookies.get(role) ?? ''
  const isRead = body === undefined
  const request = new Request(`http://127.0.0.1:3000/api/user-jobs${query}`, {
    method: isRead ? 'GET' : 'POST',
    headers: isRead ? { cookie } : { ...auth.honest(cookie), 'content-type': 'application/json' },
    ...(isRead ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return handler(request, { params: Promise.resolve(params) })
}

async function askFor<Schema extends z.ZodType>(schema: Schema, handler: RouteHandler, asked: Asked) {
  const answer = await send(handler, asked)
  const body: unknown = await answer.json()
  expect([answer.status, body]).toMatchObject([200, {}])
  return schema.parse(body)
}

const newJob = (users: ReturnType<typeof makeUsers>, more: object = {}) => ({
  attemptId: crypto.randomUUID(),
  kind: 'run',
  sourceName: 'people.csv',
  header: testHeader,
  users,
  ...more,
})

const waitForEnd = (jobId: string) =>
  vi.waitFor(
    async () => {
      const job = await askFor(userJobDetail, getOne, { role: 'viewer', params: { jobId } })
      expect(job.finishedAt).not.toBeNull()
      return job
    },
    { timeout: 40_000, interval: 100 },
  )

describe('the routes of user jobs', () => {
  it('create jobs, list them page by page, return failed rows, and retry them', async () => {
    world.standin.control.users.failUsers(['=cmd1@harrowquill.example', 'p2@harrowquill.example'])
    const users = makeUsers(6)
    users[1] = { ...users[1], username: 'p1@harrowquill.example', line: 2, cells: ['=cmd', 'x', 'y', 'secret word'] }
    world.standin.control.users.failUsers(['p1@harrowquill.example'])
    const body = newJob(users)
    const made = await askFor(userJobSummary, postJob, { body })
    expect(await askFor(userJobSummary, postJob, { body })).toMatchObject({ jobId: made.jobId })
    const params = { jobId: made.jobId }
    expect(await waitForEnd(made.jobId)).toMatchObject({ rows: { ok: 4, failed: 2 }, isMine: false, mayChange: false })
    const list = await askFor(userJobList, getList, { role: 'viewer', query: '?phase=completed&kind=run' })
    expect(list.jobs.map(({ jobId }) => jobId)).toContain(made.jobId)
    expect((await askFor(userJobList, getList, { query: '?kind=check' })).jobs).toEqual([])
    const first = await askFor(userRowsPage, getRows, { params, query: '?limit=4' })
    expect([first.rows.map(({ position }) => position), first.after, first.total]).toEqual([[0, 1, 2, 3], 3, 6])
    const rest = await askFor(userRowsPage, getRows, { params, query: '?limit=4&after=3' })
    expect([rest.rows.length, rest.after]).toEqual([2, null])
    const failed = await askFor(userRowsPage, getRows, { params, query: '?state=failed&reason=REASON_INTERNAL' })
    expect(failed.rows.map(({ line }) => line)).toEqual([2, 3])
    const file = await send(getFailed, { role: 'viewer', params })
    expect([file.headers.get('content-type'), await file.text()]).toEqual([
      'text/csv; charset=utf-8',
      expect.stringMatching(/^[^\n]*,Reasons\r\n'=cmd,x,y,,"An internal error/),
    ])
    expect(await askFor(userRetryPlan, getPlan, { role: 'viewer', params })).toEqual({
      failed: { rows: 2, withPassword: 0 },
      warned: { rows: 0, withPassword: 0 },
      openJobId: null,
    })
    const both = await send(getFailed, { params, query: '?state=failed&state=warned' })
    expect(both.headers.get(exportTotalHeader)).toBe('2')
    expect((await send(getFailed, { params, query: '?state=ok' })).status).toBe(422)
    const retry = await askFor(userJobSummary, postRetry, { params, body: { states: ['failed'] } })
    expect(await waitForEnd(retry.jobId)).toMatchObject({ ofJobId: made.jobId, rows: { ok: 2 } })
    for (const handler of [postCancel, postRetry])
      expect((await send(handler, { params: { jobId: retry.jobId }, body: {} })).status).toBe(409)
  })

  it('show jobs that were started elsewhere, with their users', async () => {
    const { remoteId } = await initializeUserJob(world.service, [{ username: 'e@harrowquill.example' }])
    const told = await askFor(elsewhereJobs, getElsewhere, { role: 'viewer' })
    // Unknown fields are kept under their own names.
    const raw = { updated_at: expect.any(String) as string, processed_users: 0 }
    expect(told).toMatchObject({ note: null, jobs: [{ remoteId, phase: 'starting', total: 1, raw }] })
    const one = await askFor(elsewhereJobDetail, getElsewhereOne, { params: { remoteId } })
    expect(one.rows).toMatchObject([{ username: 'e@harrowquill.example', state: 'sent', line: 1 }])
    const before = world.count('getUpsertJob')
    await Promise.all(Array.from({ length: 9 }, () => send(getElsewhereOne, { params: { remoteId } })))
    expect(world.count('getUpsertJob')).toBe(before)
    const [user] = world.standin.control.userState().users
    const emails = [user?.email.toUpperCase(), 'nobody@harrowquill.example']
    expect(await askFor(knownUsers, postLookup, { body: { emails } })).toMatchObject({
      users: [{ email: user?.email, userId: user?.id }],
    })
    const file = await send(getCurrent, { role: 'viewer' })
    const lines = (await file.text()).trim().split('\r\n')
    expect(lines).toHaveLength(world.standin.control.userState().users.length + 1)
    expect([file.headers.get('x-users-source'), lines[0]]).toEqual(['service', expect.stringContaining('first_name')])
  })

  it('ask the service about jobs from elsewhere at most once in 5 s, even while it fails', async () => {
    const { control } = world.standin
    const { remoteId } = await initializeUserJob(world.service, [{ username: 'f@harrowquill.example' }])
    const askAll = async () => {
      const before = control.counts()
      const statuses: number[] = []
      // Tabs that poll send some requests one after the other, and some at once.
      for (let round = 0; round < 3; round += 1) {
        const answers = await Promise.all([
          ...Array.from({ length: 4 }, () => send(getElsewhereOne, { params: { remoteId } })),
          ...Array.from({ length: 4 }, () => send(getElsewhere, {})),
        ])
        statuses.push(...answers.map(({ status }) => status))
      }
      const since = (operation: string) => world.count(operation) - (before[operation] ?? 0)
      return { statuses: [...new Set(statuses)], asked: [since('getUpsertJob'), since('listUpsertJobs')] }
    }
    const moment = vi.spyOn(performance, 'now')
    const start = performance.now() + 100_000
    moment.mockReturnValue(start)
    control.setFault({ path: '/users/v1/users/upsert/jobs', action: { kind: 'status', status: 409 } })
    const failed = await askAll()
    control.clearFaults()
    // Requests within the five seconds get the same response.
    moment.mockReturnValue(start + 4_900)
    expect((await askAll()).asked).toEqual([0, 0])
    moment.mockReturnValue(start + 5_100)
    const fixed = await askAll()
    moment.mockRestore()
    expect([failed.asked, fixed]).toEqual([[1, 1], { statuses: [200], asked: [1, 1] }])
    expect(failed.statuses).not.toContain(200)
  })

  it('return what the service reports about users, so that a plan can say who changes', async () => {
    const { control } = world.standin
    const rows = control.userState().users.slice(0, 3)
    const emails = [...rows.map(({ email }) => email.toUpperCase()), 'nobody@harrowquill.example']
    const ask = () => askFor(knownUsers, postLookup, { body: { emails } })
    const told = rows.map(({ email, id, firstName, lastName, seatType, timezone, status, language }) => {
      return { email, userId: id, firstName, lastName, seatType, timezone, status, language }
    })
    const before = world.count('listUsers')
    expect((await ask()).users).toEqual(told)
    // One request reads all users that were found.
    expect(world.count('listUsers')).toBe(before + 1)
    const untold = told.map(({ email, userId, firstName, lastName }) => {
      return { email, userId, firstName, lastName, seatType: null, timezone: null, status: null, language: null }
    })
    for (const status of [403, 404, 500]) {
      control.setFault({ operation: 'listUsers', when: { next: 9 }, action: { kind: 'status', status } })
      expect((await ask()).users).toEqual(untold)
      control.clearFaults()
    }
  })

  it('explain what the token may not do', async () => {
    const slot = processWide<{ service: unknown }>('service', () => ({ service: null }))
    const weak = createService({ baseUrl: world.standin.baseUrl, token: 'weak-token' })
    slot.service = weak
    try {
      const told = await askFor(elsewhereJobs, getElsewhere, {})
      expect([told.jobs, told.note]).toEqual([[], expect.stringContaining('does not let the connected account list')])
      const file = await send(getCurrent, {})
      expect([file.status, file.headers.get('x-users-source')]).toEqual([200, 'jobs'])
      expect(file.headers.get('content-disposition')).toContain('users-known-from-jobs.csv')
    } finally {
      slot.service = world.service
      await weak.close()
    }
  })

  it('are refused to people without permission before the service is called', async () => {
    const before = world.standin.control.counts()
    const params = { jobId: crypto.randomUUID() }
    for (const role of ['viewer', 'editor'] as const)
      for (const [handler, body] of [
        [postJob, newJob(makeUsers(1))],
        [postCancel, {}],
        [postRetry, {}],
      ] as const)
        expect([role, (await send(handler, { role, body, params })).status]).toEqual([role, 403])
    expect(world.standin.control.counts()).toEqual(before)
  })

  it.each([
    ['an empty list of users', { users: [] }],
    ['an unknown kind', { kind: 'both' }],
    ['a field that is too long', { users: makeUsers(1, 'p', { firstName: 'x'.repeat(201) }) }],
    ['half a surrogate pair', { users: makeUsers(1, 'p', { lastName: '\ud800' }) }],
    ['eleven immediate users', { way: 'immediate', users: makeUsers(11) }],
  ])('refuse %s as invalid', async (_, more) => {
    expect((await send(postJob, { body: newJob(makeUsers(1), more) })).status).toBe(422)
  })

  it('refuse what is larger than allowed, and prototype keys', async () => {
    expect((await send(postJob, { body: `"${'x'.repeat(newUserJobBytesMax)}"` })).status).toBe(413)
    expect((await send(postJob, { body: '{"__proto__": {}}' })).status).toBe(422)
  })

  it('answer not_found for unknown ids', async () => {
    const params = { jobId: crypto.randomUUID(), remoteId: 'nothing' }
    for (const handler of [getOne, getRows, getFailed, getPlan, getElsewhereOne])
      expect((await send(handler, { params })).status).toBe(404)
    for (const handler of [postCancel, postRetry]) expect((await send(handler, { params, body: {} })).status).toBe(404)
    expect((await send(getList, { query: '?after=x' })).status).toBe(422)
  })
})
