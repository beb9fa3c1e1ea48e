import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { operations } from '@/lib/standin/operations'
import { startUserBench, type UserBench } from './testing'

const jobs = '/users/v1/users/upsert/jobs'
const makePeople = (count: number, name = 'p', more: object = {}) =>
  Array.from({ length: count }, (_, at) => ({
    username: `${name}${at}@harrowquill.example`,
    first_name: `First ${at}`,
    last_name: 'Person',
    ...more,
  }))
const wrap = (users: readonly object[]) => users.map((user) => ({ user }))

/** Users that a job has created or changed so far, in their order. */
async function readDone(bench: UserBench, id: string) {
  const told = await bench.read(id)
  return told.users.flatMap(({ user, user_id }) => (user_id === undefined ? [] : [String(user['username'])]))
}

describe('upsert jobs', () => {
  it('go through their states as time passes, and report their progress', async () => {
    await using bench = await startUserBench({
      userJobs: { usersPerSecond: 10, pendingMs: 500, validatedMs: 2_000 },
    })
    const people = makePeople(40)
    const id = await bench.hold(people)
    const seen = async () => {
      const { status, processed_users: done, total_users: total } = await bench.read(id)
      return [status, done, total]
    }
    bench.pass(3_600_000)
    expect(await seen()).toEqual(['STATUS_PENDING', 0, 40])
    expect(await bench.begin(id)).toEqual({ status: 200, body: { job_id: id } })
    bench.pass(400)
    expect(await seen()).toEqual(['STATUS_PENDING', 0, 40])
    // A dry run is four times as fast: 40 users in a second.
    bench.pass(100 + 500)
    expect(await seen()).toEqual(['STATUS_VALIDATING', 20, 40])
    expect(await readDone(bench, id)).toEqual([])
    bench.pass(501)
    expect(await seen()).toEqual(['STATUS_VALIDATED', 40, 40])
    expect(bench.standin.control.users.executions()).toEqual({})
    bench.pass(2_000 + 1_000)
    expect(await seen()).toEqual(['STATUS_EXECUTING', 10, 40])
    expect(await readDone(bench, id)).toEqual(people.slice(0, 10).map(({ username }) => username))
    expect(Object.values(bench.standin.control.users.executions())).toEqual(Array.from({ length: 10 }, () => 1))
    bench.pass(3_001)
    expect(await seen()).toEqual(['STATUS_COMPLETED', 40, 40])
    expect(bench.job(id).went.map(([status]) => status)).toEqual([
      'STATUS_PENDING',
      'STATUS_VALIDATING',
      'STATUS_VALIDATED',
      'STATUS_EXECUTING',
      'STATUS_COMPLETED',
    ])
    bench.pass(3_600_000)
    expect(Object.values(bench.standin.control.users.executions())).toEqual(Array.from({ length: 40 }, () => 1))
  })

  it('can be sped up, halted and resumed while they run', async () => {
    await using bench = await startUserBench({ userJobs: { usersPerSecond: 0, validatedMs: 0 } })
    const { users } = bench.standin.control
    const id = await bench.hold(makePeople(100))
    await bench.begin(id)
    bench.pass(3_600_000)
    expect(bench.job(id)).toMatchObject({ status: 'STATUS_VALIDATING', done: 0 })
    users.setRules({ usersPerSecond: 20 })
    bench.pass(1_001)
    expect(bench.job(id)).toMatchObject({ status: 'STATUS_VALIDATING', done: 80 })
    bench.pass(750)
    expect(bench.job(id)).toMatchObject({ status: 'STATUS_EXECUTING', done: 10 })
    users.setRules({ usersPerSecond: 0 })
    bench.pass(3_600_000)
    expect(bench.job(id)).toMatchObject({ status: 'STATUS_EXECUTING', done: 10 })
    users.setRules({ usersPerSecond: null })
    expect(bench.job(id)).toMatchObject({ status: 'STATUS_COMPLETED', done: 100 })
  })

  it('accept 10,000 users in five calls into one job, each once', { tags: ['full'], timeout: 60_000 }, async () => {
    await using bench = await startUserBench()
    const people = makePeople(10_000, 'p', {
      groups: { add_references: [{ name: 'Day shift' }] },
      password: 'long enough',
    })
    let id: string | undefined
    for (let at = 0; at < 10_000; at += 2_000) id = await bench.hold(people.slice(at, at + 2_000), id)
    const jobId = id ?? ''
    await bench.begin(jobId)
    const steps: number[] = []
    while (!bench.job(jobId).isEnded && steps.length < 100) {
      bench.pass(900)
      steps.push((await readDone(bench, jobId)).length)
    }
    expect(bench.job(jobId).status).toBe('STATUS_COMPLETED')
    expect(steps.length).toBeGreaterThan(7)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(await readDone(bench, jobId)).toEqual(people.map(({ username }) => username))
    const executions = bench.standin.control.users.executions()
    expect(people.filter(({ username }) => executions[username] !== 1)).toEqual([])
    expect(bench.standin.control.userState().users).toHaveLength(10_060)
  })

  it('accept at most 2,000 users a call, and more only while they are pending', { tags: ['full'] }, async () => {
    await using bench = await startUserBench()
    const tooMany = await bench.send('POST', jobs, { users: wrap(makePeople(2_001)) })
    expect(tooMany).toEqual({
      status: 400,
      body: { code: 3, message: 'users: at most 2000 users are allowed', details: [] },
    })
    for (const bad of [
      {},
      { users: [] },
      { users: {} },
      { users: [{ user: makePeople(1) }] },
      { users: [null] },
      { users: [{}], job_id: 5 },
    ])
      expect([bad, (await bench.send('POST', jobs, bad)).status]).toEqual([bad, 400])
    expect(bench.standin.control.users.jobs()).toEqual([])
    const id = await bench.hold(makePeople(2_000, 'a'))
    expect(await bench.hold(makePeople(2_000, 'b'), id)).toBe(id)
    expect(bench.job(id).total).toBe(4_000)
    const unknown = await bench.send('POST', jobs, { users: wrap(makePeople(1)), job_id: 'nothing' })
    expect([unknown.status, unknown.body['code']]).toEqual([404, 5])
    await bench.begin(id, true)
    const late = await bench.send('POST', jobs, { users: wrap(makePeople(1)), job_id: id })
    expect([late.status, bench.job(id).total]).toEqual([400, 4_000])
    const long = makePeople(2_000, 'c', {
      groups: { add_references: Array.from({ length: 60 }, () => ({ name: 'Forklift drivers' })) },
    })
    expect(JSON.stringify(long).length).toBeGreaterThan(2_500_000)
    expect(bench.job(await bench.hold(long)).total).toBe(2_000)
  })

  it('are created by every call when the service does not add users to pending ones', async () => {
    await using bench = await startUserBench({ userJobs: { addsToJobs: false } })
    const id = await bench.hold(makePeople(2, 'a'))
    const other = await bench.hold(makePeople(3, 'b'), id)
    expect(other).not.toBe(id)
    expect([bench.job(id).total, bench.job(other).total]).toEqual([2, 3])
  })

  it('start only once, and a dry run ends when every user was validated', async () => {
    await using bench = await startUserBench()
    const before = bench.standin.control.userState()
    const id = await bench.hold(makePeople(3))
    expect((await bench.begin(id, true)).status).toBe(200)
    expect((await bench.begin(id)).status).toBe(400)
    bench.pass(600_000)
    expect((await bench.read(id)).status).toBe('STATUS_VALIDATED')
    expect((await bench.begin(id)).status).toBe(400)
    expect((await bench.send('DELETE', `${jobs}/${id}`)).status).toBe(400)
    expect(bench.standin.control.userState()).toEqual(before)
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await bench.send(method, `${jobs}/nothing`, method === 'POST' ? {} : undefined)
      expect(answer).toEqual({ status: 404, body: { code: 5, message: 'job not found', details: [] } })
    }
  })

  it('keep what was done when canceled midway, import no more users, and cannot be canceled again', async () => {
    await using bench = await startUserBench({ userJobs: { usersPerSecond: 10, validatedMs: 0 } })
    const people = makePeople(40)
    const id = await bench.hold(people)
    await bench.begin(id)
    bench.pass(1_000 + 1_550)
    expect(await bench.send('DELETE', `${jobs}/${id}`)).toEqual({ status: 200, body: {} })
    bench.pass(3_600_000)
    const { status } = await bench.read(id)
    const done = await readDone(bench, id)
    expect([status, done]).toEqual(['STATUS_CANCELLED', people.slice(0, 15).map(({ username }) => username)])
    expect(Object.keys(bench.standin.control.users.executions())).toEqual(done)
    expect((await bench.send('DELETE', `${jobs}/${id}`)).status).toBe(400)
    const pending = await bench.hold(people)
    expect((await bench.send('DELETE', `${jobs}/${pending}`)).status).toBe(200)
    for (const cancelled of [id, pending])
      expect(await bench.begin(cancelled)).toMatchObject({ status: 400, body: { message: 'the job was cancelled' } })
    expect((await bench.read(pending)).status).toBe('STATUS_CANCELLED')
    const running = await bench.hold(people)
    await bench.begin(running)
    expect((await bench.begin(running)).body['message']).toBe('the job has been started already')
  })

  it('return an id only for users that were imported, not for those that were only validated', async () => {
    await using bench = await startUserBench({ userJobs: { usersPerSecond: 10, validatedMs: 1_000 } })
    const people = makePeople(4)
    await bench.run(people)
    const id = await bench.hold(people)
    await bench.begin(id)
    bench.pass(500)
    expect([(await bench.read(id)).status, await readDone(bench, id)]).toEqual(['STATUS_VALIDATED', []])
    bench.pass(850)
    await bench.send('DELETE', `${jobs}/${id}`)
    expect(await readDone(bench, id)).toEqual([people[0]?.username, people[1]?.username])
  })

  it('keep what was done when the service fails to finish them', async () => {
    await using bench = await startUserBench({ userJobs: { usersPerSecond: 10, validatedMs: 0 } })
    const id = await bench.hold(makePeople(40))
    await bench.begin(id)
    bench.pass(1_000 + 550)
    bench.standin.control.users.stopJob(id)
    bench.pass(3_600_000)
    expect([(await bench.read(id)).status, (await readDone(bench, id)).length]).toEqual(['STATUS_ERRORED', 5])
    expect(() => bench.standin.control.users.stopJob(id)).toThrow('has ended')
  })

  it('can be made to fail for some users a number of times, in the dry run or the import', async () => {
    await using bench = await startUserBench()
    const { users } = bench.standin.control
    const people = makePeople(5)
    const emails = people.map(({ username }) => username)
    users.failUsers(emails.slice(1, 3), { times: 2 })
    users.failUsers(emails.slice(3, 4), { when: 'validate', reason: 'REASON_ODD', level: 'LEVEL_WARNING' })
    expect((await bench.run(people, true)).users.map(({ errors }) => errors.map(({ reason }) => reason))).toEqual([
      [],
      [],
      [],
      ['REASON_ODD'],
      [],
    ])
    for (const status of ['STATUS_COMPLETED_WITH_ERRORS', 'STATUS_COMPLETED_WITH_ERRORS', 'STATUS_COMPLETED']) {
      const run = await bench.run(people)
      const isBad = status !== 'STATUS_COMPLETED'
      expect(run.status).toBe(status)
      expect(run.users.map(({ errors }) => errors.length)).toEqual(isBad ? [0, 1, 1, 0, 0] : [0, 0, 0, 0, 0])
    }
    expect(users.executions()).toEqual(
      Object.fromEntries(emails.map((email, at) => [email, at === 1 || at === 2 ? 1 : 3])),
    )
  })

  it('are listed newest first and by state, without repeats or losses while others are added', async () => {
    await using bench = await startUserBench()
    const ids: string[] = []
    for (let at = 0; at < 12; at += 1) ids.unshift(await bench.hold(makePeople(2)))
    for (const id of ids.slice(0, 4)) await bench.begin(id, true)
    bench.pass(60_000)
    const list = async (body: object) => {
      const { status, body: told } = await bench.send('POST', `${jobs}/list`, body)
      expect(status).toBe(200)
      const found = told['jobs'] as Array<{ id: string; status: string; created_at: string }>
      return { ids: found.map(({ id }) => id), next: String(told['next_page_token']), found }
    }
    expect((await list({})).ids).toEqual(ids)
    expect((await list({})).found[0]).toMatchObject({
      status: 'STATUS_VALIDATED',
      total_users: 2,
      failed_users: 0,
      validate_only: true,
    })
    for (const body of [
      { statuses: ['STATUS_VALIDATED'] },
      { filter: { statuses: ['STATUS_VALIDATED', 'STATUS_ERRORED'] } },
    ])
      expect((await list(body)).ids).toEqual(ids.slice(0, 4))
    expect((await list({ statuses: ['STATUS_EXECUTING'] })).ids).toEqual([])
    const told: string[] = []
    let page_token = ''
    do {
      const page = await list({ page_size: 5, page_token })
      told.push(...page.ids)
      page_token = page.next
      await bench.hold(makePeople(1))
    } while (page_token !== '')
    expect(told).toEqual(ids)
    for (const bad of [{ statuses: ['DONE'] }, { page_token: 'x' }, { page_size: 101 }])
      expect([bad, (await bench.send('POST', `${jobs}/list`, bad)).status]).toEqual([bad, 400])
  })

  it('are returned in three shapes', async () => {
    await using bench = await startUserBench()
    const { id } = await bench.run(makePeople(1))
    const keys = async () => {
      const one = await bench.send('GET', `${jobs}/${id}`)
      const all = await bench.send('POST', `${jobs}/list`, {})
      const [first] = Object.values(all.body)[0] as object[]
      return [Object.keys(one.body).slice(0, 4), Object.keys(all.body), Object.keys(first ?? {}).slice(0, 3)]
    }
    expect(await keys()).toEqual([['job'], ['jobs', 'next_page_token'], ['id', 'status', 'created_at']])
    bench.standin.control.userShape = 'bare'
    expect(await keys()).toEqual([
      ['id', 'status', 'created_at', 'users'],
      ['jobs', 'next_page_token'],
      ['id', 'status', 'created_at'],
    ])
    bench.standin.control.userShape = 'results'
    expect(await keys()).toEqual([
      ['job_id', 'status', 'created_at', 'results'],
      ['results', 'next_page_token'],
      ['job_id', 'status', 'created_at'],
    ])
  })
})

describe('rate limits, permissions and faults of upserts', () => {
  it('allow five starts and five immediate upserts a minute', async () => {
    await using bench = await startUserBench({ limits: 'table' })
    const starts: number[] = []
    for (let at = 0; at < 6; at += 1) starts.push((await bench.begin(await bench.hold(makePeople(1)), true)).status)
    expect(starts).toEqual([200, 200, 200, 200, 200, 429])
    const upserts: number[] = []
    for (let at = 0; at < 6; at += 1)
      upserts.push((await bench.send('POST', '/users/v1/users/upsert', { users: wrap(makePeople(1)) })).status)
    expect(upserts).toEqual([200, 200, 200, 200, 200, 429])
    bench.pass(60_000)
    expect((await bench.begin(await bench.hold(makePeople(1)), true)).status).toBe(200)
  })

  it('require the permission for users, and another one for groups', async () => {
    const needs = 'Platform management: Users'
    const permissions = [[], [needs], ['View all data']]
    await using bench = await startUserBench({
      tokens: permissions.map((each, at) => ({ token: `t${at}`, permissions: each })),
    })
    const rows = [
      ['POST', '/users/search', needs],
      ['POST', '/users/v1/users/list', needs],
      ['GET', '/users/x', needs],
      ['POST', '/users/v1/users/upsert', needs],
      ['POST', jobs, needs],
      ['POST', `${jobs}/x`, needs],
      ['GET', `${jobs}/x`, needs],
      ['DELETE', `${jobs}/x`, needs],
      ['POST', `${jobs}/list`, needs],
      ['GET', '/groups', 'View all data'],
      ['GET', '/groups/x/users', 'View all data'],
    ] as const
    expect(operations.filter(({ path: at }) => at.startsWith('/users/v1/'))).toHaveLength(7)
    for (const [method, at, needed] of rows)
      for (const [token, each] of permissions.entries()) {
        const answer = await bench.send(method, at, undefined, `t${token}`)
        expect([method, at, each, answer.status === 403]).toEqual([method, at, each, !each.includes(needed)])
        expect([at, answer.status === 501]).toEqual([at, false])
      }
  })

  it('can apply a write and lose its response', async () => {
    await using bench = await startUserBench()
    const { control } = bench.standin
    control.setFault({ operation: 'createUpsertJob', when: { next: 1 }, action: { kind: 'reset', when: 'after' } })
    await expect(bench.hold(makePeople(3))).rejects.toThrow('fetch failed')
    const [job] = control.users.jobs()
    expect(job).toMatchObject({ status: 'STATUS_PENDING', total: 3 })
    const id = job?.id ?? ''
    control.setFault({
      operation: 'startUpsertJob',
      when: { next: 1 },
      action: { kind: 'status', status: 503, when: 'after' },
    })
    expect((await bench.begin(id)).status).toBe(503)
    expect((await bench.begin(id)).status).toBe(400)
    bench.pass(60_000)
    expect((await bench.read(id)).status).toBe('STATUS_COMPLETED')
    control.failWrites(['p1@harrowquill.example'], { status: 500 })
    const refused = await bench.send('POST', '/users/v1/users/upsert', { users: wrap(makePeople(3)) })
    expect(refused).toMatchObject({ status: 500, body: { code: 13 } })
    expect(control.users.executions()).toEqual({
      'p0@harrowquill.example': 1,
      'p1@harrowquill.example': 1,
      'p2@harrowquill.example': 1,
    })
    control.failWrites([id], { status: 500 })
    expect((await bench.send('DELETE', `${jobs}/${id}`)).status).toBe(500)
    expect((await bench.send('DELETE', `${jobs}/${id}`)).status).toBe(400)
  })

  it('can be controlled over HTTP as well', async () => {
    await using bench = await startUserBench({ control: true })
    const ask = (name: string, body: object = {}) => bench.send('POST', `/__control/${name}`, body)
    await ask('set-user-jobs', { usersPerSecond: null, validatedMs: 0 })
    await ask('fail-users', { emails: ['P0@harrowquill.example'], reason: 'REASON_X' })
    await ask('add-foreign-users', { emails: ['p1@harrowquill.example'] })
    const { ids } = (await ask('add-user-groups', { names: ['Gardeners'] })).body as { ids: string[] }
    const id = await bench.hold(makePeople(3, 'p', { groups: { add_references: [{ name: 'gardeners' }] } }))
    await bench.begin(id)
    const [job] = (await ask('user-jobs')).body as unknown as Array<{
      users: Array<{ errors: Array<{ reason: string }> }>
    }>
    expect(job?.users.map(({ errors }) => errors.map(({ reason }) => reason))).toEqual([
      ['REASON_X'],
      ['REASON_USER_IN_OTHER_ORGANIZATION'],
      [],
    ])
    expect((await ask('user-executions')).body).toEqual({ 'p2@harrowquill.example': 1 })
    const state = (await ask('user-state')).body as unknown as ReturnType<typeof bench.standin.control.userState>
    expect(state).toEqual(bench.standin.control.userState())
    expect(state.users.filter(({ groupIds }) => groupIds.includes(ids[0] ?? ''))).toHaveLength(1)
    await ask('user-shape', { shape: 'bare' })
    expect((await bench.send('GET', `${jobs}/${id}`)).body['status']).toBe('STATUS_COMPLETED_WITH_ERRORS')
    const pending = await bench.hold(makePeople(1))
    await ask('stop-user-job', { id: pending })
    expect((await bench.send('GET', `${jobs}/${pending}`)).body['status']).toBe('STATUS_ERRORED')
    expect((await ask('set-user-jobs', { usersPerSecond: -1 })).status).toBe(400)
  })
})

describe('the stored state of users', () => {
  it('is the same after a restart, and jobs continue', async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'standin-users-'))
    const options = { dataDir, userJobs: { usersPerSecond: 10, validatedMs: 0 } }
    try {
      let kept: unknown
      let running = ''
      {
        await using bench = await startUserBench(options)
        bench.standin.control.users.addGroups(['Gardeners'])
        bench.standin.control.users.failUsers(['done1@harrowquill.example'])
        await bench.run(makePeople(5, 'done'))
        await bench.run(makePeople(5, 'looked', { timezone: 'x' }), true)
        await bench.send('POST', '/users/v1/users/upsert', { users: wrap(makePeople(2, 'now')) })
        const gone = await bench.hold(makePeople(2, 'gone'))
        await bench.send('DELETE', `${jobs}/${gone}`)
        await bench.hold(makePeople(2, 'held'))
        running = await bench.hold(makePeople(40, 'on'))
        await bench.begin(running)
        bench.pass(1_000 + 1_550)
        expect(bench.job(running)).toMatchObject({ status: 'STATUS_EXECUTING', done: 15 })
        bench.standin.control.users.setRules({ usersPerSecond: 0 })
        kept = [
          bench.standin.control.userState(),
          bench.standin.control.users.jobs(),
          bench.standin.control.users.executions(),
        ]
      }
      // Its clock starts where the other one started, so that nothing of the job is due yet.
      await using again = await startUserBench(options)
      const { control } = again.standin
      expect([control.userState(), control.users.jobs(), control.users.executions()]).toEqual(kept)
      again.pass(3_600_000)
      expect(again.job(running).status).toBe('STATUS_COMPLETED')
      const executions = control.users.executions()
      expect(makePeople(40, 'on').filter(({ username }) => executions[username] !== 1)).toEqual([])
      const fresh = await again.hold(makePeople(1))
      expect(control.users.jobs().filter(({ id }) => id === fresh)).toHaveLength(1)
      expect(new Set(control.userState().users.map(({ id }) => id)).size).toBe(control.userState().users.length)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it('contains no password, and neither does any response', async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'standin-users-'))
    const secret = 'Canary-0000-secret'
    try {
      await using bench = await startUserBench({ dataDir })
      const people = makePeople(3, 'p', { password: secret })
      const id = await bench.hold(people)
      const started = await bench.send('POST', `${jobs}/${id}`, {
        password_settings: { default_password: secret },
        email_settings: { custom_message: secret },
      })
      bench.pass(60_000)
      const told = await bench.read(id)
      const now = await bench.send('POST', '/users/v1/users/upsert', { users: wrap(people) })
      const bad = await bench.send('POST', jobs, { users: wrap(makePeople(1, 'p', { password: { secret } })) })
      expect([started.status, told.status, now.status, bad.status]).toEqual([200, 'STATUS_COMPLETED', 200, 400])
      expect(told.users.map(({ user }) => user['password'])).toEqual(['********', '********', '********'])
      const { control } = bench.standin
      const everything = JSON.stringify([told, now, bad, control.userState(), control.users.jobs()])
      expect(everything).not.toContain(secret)
      expect(
        readdirSync(dataDir)
          .map((name) => readFileSync(path.join(dataDir, name), 'utf8'))
          .join(''),
      ).not.toContain(secret)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
