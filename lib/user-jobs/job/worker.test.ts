import { describe, expect, it, vi } from 'vitest'
import { listNotices } from '@/lib/inbox/data'
import { renderText, serverText } from '@/lib/server-text'
import { exportFailedRows } from '@/lib/user-jobs/failed-rows'
import { cancelUserJob } from '@/lib/user-jobs/mutations'
import { retryUserJob } from '@/lib/user-jobs/retry'
import { oneADay, runs, seed } from '@/lib/testing/random-runs'
import { makeUsers, startUserJobWorld, testHeader, testLocker, type UserJobWorld } from './testing'

vi.setConfig({ testTimeout: 180_000 })

const executions = (world: UserJobWorld) => world.standin.control.users.executions()
const logOf = async ({ db }: UserJobWorld, jobId: string) =>
  (
    await db.query<{ action: string; outcome: string; outcome_note: string }>(
      'select action, outcome, outcome_note from activity where object_id = $1 order by at, action',
      [jobId],
    )
  ).rows

/** Every text value of every table. */
async function dumpTexts({ db }: UserJobWorld): Promise<string> {
  const tables = ['user_jobs', 'user_job_parts', 'user_job_rows', 'activity']
  const texts = await Promise.all(
    tables.map(async (table) => (await db.query<{ text: string }>(`select t::text as text from ${table} t`)).rows),
  )
  return texts
    .flat()
    .map(({ text }) => text)
    .join('\n')
}

describe('a user job', () => {
  it(
    'of 10,000 users needs five requests and one job, and retrying clears its 37 failures',
    { tags: ['full'] },
    async () => {
      await using world = await startUserJobWorld()
      const users = makeUsers(10_000)
      const bad = users.filter((_, at) => at % 270 === 5).slice(0, 37)
      world.standin.control.users.failUsers(bad.map(({ username }) => username))
      world.startWorker()
      const startedAt = performance.now()
      const jobId = await world.create(users)
      const ended = await world.untilEnded(jobId)
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      process.stdout.write(`10,000 users from the call to the end: ${seconds} s\n`)
      expect(ended).toMatchObject({
        phase: 'completed',
        total: 10_000,
        sent: 10_000,
        rows: { ok: 9_963, failed: 37, unknown: 0, sent: 0, waiting: 0 },
        reasons: [{ reason: 'REASON_INTERNAL', level: 'fatal', count: 37 }],
        remote: [{ state: 'STATUS_COMPLETED_WITH_ERRORS' }],
      })
      expect([world.count('createUpsertJob'), world.count('startUpsertJob')]).toEqual([5, 1])
      const { csv, rows } = await exportFailedRows(jobId, world.db)
      expect(rows).toBe(37)
      const lines = csv.split('\r\n')
      expect(lines[0]).toBe(`\uFEFF${[...testHeader, 'Reasons'].join(',')}`)
      expect(lines[1]).toBe(
        `${bad[0]?.username},${bad[0]?.firstName},Person,,"An internal error occurred, please try again"`,
      )

      const retry = await retryUserJob(world.actor, jobId, world.deps)
      expect(await retryUserJob(world.actor, jobId, world.deps)).toMatchObject({ jobId: retry.jobId })
      expect(await world.untilEnded(retry.jobId)).toMatchObject({ ofJobId: jobId, total: 37, rows: { ok: 37 } })
      expect(await world.read(jobId)).toMatchObject({ retryJobIds: [retry.jobId] })
      const done = executions(world)
      expect(users.filter(({ username }) => done[username] !== 1)).toEqual([])
      expect(await logOf(world, jobId)).toEqual([
        {
          action: 'user-job.run',
          outcome: 'done',
          outcome_note: serverText('userJobs.figures.run', {
            done: 9_963,
            total: 10_000,
            warned: 0,
            failed: 37,
            canceled: 0,
            unknown: 0,
          }),
        },
      ])
    },
  )

  it('in a dry run changes nothing, and reports what would fail', { tags: ['full'] }, async () => {
    await using world = await startUserJobWorld()
    const before = world.standin.control.userState()
    world.startWorker()
    const users = [...makeUsers(20), ...makeUsers(2, 'zone', { timezone: 'Nowhere/Land' })]
    const jobId = await world.create(
      users.map((user, at) => Object.assign(user, { line: at + 1 })),
      { kind: 'check' },
    )
    expect(await world.untilEnded(jobId)).toMatchObject({
      phase: 'validated',
      // An invalid time zone is left out; the user would be written anyway.
      rows: { ok: 20, warned: 2, failed: 0 },
      outcomes: { valid: 22 },
    })
    expect(world.standin.control.userState()).toEqual(before)
    expect(executions(world)).toEqual({})
    const { notices } = await listNotices(world.actor, { list: 'inbox' }, world.db)
    expect(notices.map(({ text, target }) => [renderText(text), target])).toEqual([
      [expect.stringContaining('finished: 22 of 22 users without errors'), { kind: 'import', id: jobId }],
    ])
  })

  it(
    'that is canceled midway keeps what was done, and reports the others as not done',
    { tags: ['full'] },
    async () => {
      await using world = await startUserJobWorld({ userJobs: { usersPerSecond: 10, validatedMs: 0 } })
      world.startWorker()
      const jobId = await world.create(makeUsers(400))
      await world.until('some are done', async () => (await world.read(jobId)).rows.ok > 0)
      await cancelUserJob(world.actor, jobId, world.deps)
      const ended = await world.untilEnded(jobId)
      const done = Object.keys(executions(world)).length
      expect(done).toBeGreaterThan(0)
      expect(ended).toMatchObject({ phase: 'cancelled', rows: { ok: done, cancelled: 400 - done } })
      expect((await logOf(world, jobId)).map(({ action, outcome }) => [action, outcome])).toEqual([
        ['user-job.run', 'done'],
        ['user-job.cancel', 'done'],
      ])
      await expect(cancelUserJob(world.actor, jobId, world.deps)).rejects.toMatchObject({ code: 'conflict' })
    },
  )

  it(
    'that is canceled after the service has finished ends as canceled, and the log says that it was too late',
    { tags: ['full'] },
    async () => {
      await using world = await startUserJobWorld({ userJobs: { usersPerSecond: null, validatedMs: 0 } })
      const jobId = await world.create(makeUsers(40))
      const isDone = () => Object.keys(executions(world)).length === 40
      // The console does not learn of the end before the cancel.
      world.standin.control.setFault({ operation: 'getUpsertJob', action: { kind: 'status', status: 503 } })
      world.startWorker()
      await world.until('all are done at the service', () => Promise.resolve(isDone()))
      await cancelUserJob(world.actor, jobId, world.deps)
      world.standin.control.clearFaults()
      expect(await world.untilEnded(jobId)).toMatchObject({ phase: 'cancelled', rows: { ok: 40, cancelled: 0 } })
      expect((await logOf(world, jobId)).map(({ action, outcome }) => [action, outcome])).toEqual([
        ['user-job.run', 'done'],
        ['user-job.cancel', 'failed'],
      ])
    },
  )

  it('that the service never ends is unknown after a day, not completed', async () => {
    await using world = await startUserJobWorld({ userJobs: { usersPerSecond: 0, validatedMs: 0 } })
    world.startWorker()
    const ended = await world.untilEnded(await world.create(makeUsers(3)), 600_000)
    expect(ended).toMatchObject({
      phase: 'unknown',
      note: serverText('userJobs.notes.gaveUp'),
      rows: { ok: 0, unknown: 3 },
    })
  })

  it('that has not begun is canceled without a request', { tags: ['full'] }, async () => {
    await using world = await startUserJobWorld()
    const jobId = await world.create(makeUsers(3))
    await cancelUserJob(world.actor, jobId, world.deps)
    world.startWorker()
    expect(await world.untilEnded(jobId)).toMatchObject({ phase: 'cancelled', rows: { cancelled: 3 } })
    expect(world.count('createUpsertJob')).toBe(0)
  })

  it('continues with further jobs if the service accepts no more users in one', { tags: ['full'] }, async () => {
    await using world = await startUserJobWorld({ userJobs: { addsToJobs: false } })
    world.startWorker()
    const users = makeUsers(4_001)
    const ended = await world.untilEnded(await world.create(users))
    expect(ended.remote).toHaveLength(3)
    expect(ended).toMatchObject({ phase: 'completed', rows: { ok: 4_001 } })
    const done = executions(world)
    expect(users.filter(({ username }) => done[username] !== 1)).toEqual([])
  })

  it(
    'waits as long as the service asks, and is polled at most once in 5 s however many people watch it',
    { tags: ['full'] },
    async () => {
      await using world = await startUserJobWorld({
        limits: 'table',
        userJobs: { usersPerSecond: 20, validatedMs: 0 },
      })
      const { control } = world.standin
      control.setFault({ operation: 'createUpsertJob', when: { next: 1 }, action: { kind: 'status', status: 429 } })
      world.startWorker()
      world.startWorker()
      const jobIds = await Promise.all([1, 2, 3].map((at) => world.create(makeUsers(200, `j${at}-`))))
      const begun = world.clock.now()
      for (const jobId of jobIds)
        await world.until(
          'the job ends',
          async () => {
            const [one] = await Promise.all(Array.from({ length: 5 }, () => world.read(jobId)))
            return one?.finishedAt !== null
          },
          1_000,
        )
      const seconds = (world.clock.now() - begun) / 1_000
      expect(world.count('getUpsertJob')).toBeLessThanOrEqual(3 * (Math.ceil(seconds / 5) + 1))
      expect(Object.values(executions(world))).toEqual(Array.from({ length: 600 }, () => 1))
    },
  )

  it('ends with a clear message if the token lacks permission', { tags: ['full'] }, async () => {
    await using world = await startUserJobWorld({ tokens: [{ token: 'weak-token', permissions: ['View all data'] }] })
    world.startWorker()
    const ended = await world.untilEnded(await world.create(makeUsers(2)))
    expect(ended).toMatchObject({ phase: 'errored', rows: { failed: 2 } })
    expect(ended.note).toBe(serverText('userJobs.notes.lacksPermission'))
  })

  it.each(oneADay(['initialize', 'start'] as const))(
    'is rechecked and not repeated when the response to its %s was lost',
    async (lost) => {
      await using world = await startUserJobWorld({ userJobs: { pendingMs: 2_000 } })
      world.standin.control.setFault({
        operation: lost === 'start' ? 'startUpsertJob' : 'createUpsertJob',
        when: { next: 1 },
        action: { kind: 'reset', when: 'after' },
      })
      world.startWorker()
      const ended = await world.untilEnded(await world.create(makeUsers(2_010)))
      expect(ended).toMatchObject({ phase: 'completed', rows: { ok: 2_010 } })
      expect([world.count('createUpsertJob'), world.count('startUpsertJob')]).toEqual([2, 1])
      expect(world.standin.control.users.jobs()).toHaveLength(1)
      expect(Object.values(executions(world)).every((times) => times === 1)).toBe(true)
    },
  )

  it('leaves no password anywhere', { tags: ['full'] }, async () => {
    const secret = 'Canary-0000-secret'
    await using world = await startUserJobWorld()
    const lines: unknown[] = []
    const note = (fields: object, message: string) => lines.push([fields, message])
    const users = makeUsers(30, 'p', { password: secret, cells: ['a', 'b', 'c', secret] })
    world.standin.control.setFault({
      operation: 'createUpsertJob',
      when: { next: 1 },
      action: { kind: 'reset', when: 'after' },
    })
    const job = await world.create(users)
    const now = await world.create(makeUsers(3, 'now', { password: secret }), { way: 'immediate' })
    const never = await world.create(makeUsers(3, 'never', { password: secret }))
    expect(await dumpTexts(world)).not.toContain(secret)
    await cancelUserJob(world.actor, never, world.deps)
    world.startWorker({ info: note, warn: note, error: note })
    for (const jobId of [job, now, never]) await world.untilEnded(jobId)
    const { rows } = await world.db.query('select from user_job_rows where password is not null')
    expect(rows).toEqual([])
    const { csv } = await exportFailedRows(job, world.db)
    expect((await dumpTexts(world)) + JSON.stringify(lines) + csv).not.toContain(secret)
    expect(Object.keys(executions(world))).toHaveLength(33)
  })

  it('fails only in the rows whose passwords were encrypted with another secret', { tags: ['full'] }, async () => {
    await using world = await startUserJobWorld()
    const locked = vi.spyOn(testLocker, 'unlock').mockReturnValue(null)
    const users = makeUsers(4).map((user, at) => (at === 1 ? Object.assign(user, { password: 'long enough' }) : user))
    world.startWorker()
    const ended = await world.untilEnded(await world.create(users))
    locked.mockRestore()
    expect(ended).toMatchObject({ rows: { ok: 3, failed: 1 }, reasons: [{ reason: 'PASSWORD_LOST', count: 1 }] })
  })
})

describe('an immediate job', () => {
  it('reports on up to ten users at once', { tags: ['full'] }, async () => {
    await using world = await startUserJobWorld()
    world.startWorker()
    world.standin.control.users.failUsers(['p1@harrowquill.example'])
    const ended = await world.untilEnded(await world.create(makeUsers(3), { way: 'immediate' }))
    expect(ended).toMatchObject({ phase: 'completed', rows: { ok: 2, failed: 1 }, remote: [] })
    await expect(world.create(makeUsers(11), { way: 'immediate' })).rejects.toMatchObject({ code: 'invalid' })
  })

  it.each(oneADay(['before', 'after'] as const))(
    'never repeats a request whose response was lost %s it was done',
    async (when) => {
      await using world = await startUserJobWorld()
      world.standin.control.setFault({
        operation: 'upsertUsers',
        when: { next: 1 },
        action: { kind: 'reset', when },
      })
      world.startWorker()
      const ended = await world.untilEnded(await world.create(makeUsers(3), { way: 'immediate' }))
      expect(ended).toMatchObject({ phase: 'unknown', rows: when === 'after' ? { unknown: 3 } : { failed: 3 } })
      expect(Object.keys(executions(world))).toHaveLength(when === 'after' ? 3 : 0)
      expect(world.count('upsertUsers')).toBe(1)
    },
  )
})

const makeNow = (world: UserJobWorld, name: string) => world.create(makeUsers(3, name), { way: 'immediate' })

describe('canceling an immediate job', () => {
  it('prevents the request while the job waits for the rate limit, and is logged', { tags: ['full'] }, async () => {
    await using world = await startUserJobWorld({ limits: 'table' })
    world.startWorker()
    const before = await Promise.all(Array.from({ length: 5 }, (_, at) => makeNow(world, `b${at}-`)))
    for (const jobId of before) await world.untilEnded(jobId, 20)
    const jobId = await makeNow(world, 'late')
    await world.until('it waits', async () => (await world.read(jobId)).note !== null, 20)
    expect((await world.read(jobId)).phase).toBe('sending')
    await cancelUserJob(world.actor, jobId, world.deps)
    expect(await world.untilEnded(jobId)).toMatchObject({ phase: 'cancelled', rows: { cancelled: 3 } })
    expect([world.count('upsertUsers'), Object.keys(executions(world)).length]).toEqual([5, 15])
    expect((await logOf(world, jobId)).map(({ action, outcome }) => [action, outcome])).toContainEqual([
      'user-job.cancel',
      'done',
    ])
  })

  it('is refused after the request was sent, and marks no row as canceled', async () => {
    await using world = await startUserJobWorld()
    const gate = new EventTarget()
    const isOpened = new Promise((resolve) => {
      gate.addEventListener('open', resolve)
    })
    const upsert = world.remote.upsert.bind(world.remote)
    world.remote.upsert = async (...given) => {
      await isOpened
      return upsert(...given)
    }
    world.startWorker()
    const jobId = await makeNow(world, 'out')
    await world.until('it is out', async () => (await world.read(jobId)).phase === 'executing')
    const refusal = await cancelUserJob(world.actor, jobId, world.deps).catch((error: unknown) => error)
    gate.dispatchEvent(new Event('open'))
    expect(refusal).toMatchObject({ code: 'conflict' })
    expect(await world.untilEnded(jobId)).toMatchObject({ phase: 'completed', cancelAskedAt: null, rows: { ok: 3 } })
  })

  it('prevents the request even in the moment before it is sent', { tags: ['full'] }, async () => {
    await using world = await startUserJobWorld()
    const jobId = await makeNow(world, 'last')
    const query = world.db.query.bind(world.db)
    let isAsked = false
    world.db.query = async (text, values) => {
      const told = await query(text, values)
      // The worker reads the rows after its first check for a cancel.
      if (!isAsked && /select position/u.test(text)) {
        isAsked = true
        await cancelUserJob(world.actor, jobId, world.deps)
      }
      return told as never
    }
    world.startWorker()
    expect(await world.untilEnded(jobId)).toMatchObject({ phase: 'cancelled', rows: { cancelled: 3 } })
    expect([isAsked, world.count('upsertUsers')]).toEqual([true, 0])
  })
})

describe('lost responses', { tags: ['R21'] }, () => {
  const lost = runs(60, 3)
  it(`never write a user twice (${lost} jobs, seed ${seed})`, async () => {
    await using world = await startUserJobWorld({ userJobs: { pendingMs: 1_000, validatedMs: 0 } })
    const { control } = world.standin
    world.startWorker()
    let state = seed
    const draw = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * below)
    }
    const operations = ['createUpsertJob', 'startUpsertJob', 'getUpsertJob', 'cancelUpsertJob'] as const
    const actions = [
      { kind: 'reset', when: 'after' },
      { kind: 'reset', when: 'before' },
      { kind: 'status', status: 503, when: 'after' },
      { kind: 'status', status: 429 },
    ] as const
    for (let left = lost; left > 0; left -= 10) {
      for (let at = 0; at < 4; at += 1) {
        const operation = operations[draw(operations.length)] ?? 'createUpsertJob'
        const action = actions[draw(actions.length)] ?? { kind: 'reset', when: 'after' }
        control.setFault({ operation, when: { next: 1 }, action })
      }
      const jobs = await Promise.all(
        Array.from({ length: Math.min(10, left) }, (_, at) => world.create(makeUsers(3, `r${left}-${at}-`))),
      )
      for (const jobId of jobs)
        expect(await world.untilEnded(jobId, 1_000)).toMatchObject({ phase: 'completed', rows: { ok: 3 } })
    }
    expect(Object.values(executions(world))).toEqual(Array.from({ length: lost * 3 }, () => 1))
    const started = control.users.jobs().filter(({ validateOnly }) => validateOnly !== null)
    expect(started).toHaveLength(lost)
  }, 600_000)
})
