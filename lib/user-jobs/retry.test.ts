import { describe, expect, it, vi } from 'vitest'
import { renderText } from '@/lib/server-text'
import { exportFailedRows } from './failed-rows'
import { readRetryPlan, retryUserJob } from './retry'
import { makeUsers, startUserJobWorld, type UserJobWorld } from './job/testing'

vi.setConfig({ testTimeout: 120_000 })

const executions = (world: UserJobWorld) => world.standin.control.users.executions()
const countsOf = async (world: UserJobWorld, jobId: string) => {
  const { failed, warned } = await readRetryPlan(jobId, world.db)
  return [failed.rows, failed.withPassword, warned.rows, warned.withPassword]
}

/** Ten users: two fail, one is written without its time zone. All but the first had a password. */
async function runMixed(world: UserJobWorld) {
  const users = makeUsers(10).map((user, at) =>
    Object.assign(user, at === 0 ? {} : { password: 'long enough' }, at === 4 ? { timezone: 'Nowhere/Land' } : {}),
  )
  world.standin.control.users.failUsers([users[0]?.username ?? '', users[1]?.username ?? ''])
  world.startWorker()
  const jobId = await world.create(users)
  return { users, jobId, ended: await world.untilEnded(jobId) }
}

describe('a retry', () => {
  it('sends failed rows, those with warnings only on request, and none that a later import has written', async () => {
    await using world = await startUserJobWorld()
    const { users, jobId, ended } = await runMixed(world)
    expect(ended).toMatchObject({ phase: 'completed', rows: { ok: 7, warned: 1, failed: 2 } })
    expect(await countsOf(world, jobId)).toEqual([2, 1, 1, 1])
    expect((await exportFailedRows(jobId, world.db)).rows).toBe(2)
    const both = await exportFailedRows(jobId, world.db, ['failed', 'warned'])
    expect([both.rows, both.csv]).toEqual([3, expect.stringContaining('Done, with warnings:')])
    const { rows: log } = await world.db.query('select outcome_note from activity where object_id = $1', [jobId])
    expect(log.map(({ outcome_note: note }) => renderText(String(note)))).toEqual([
      '8 of 10 imported, 1 with warnings, 2 failed.',
    ])

    world.standin.control.users.failUsers([users[1]?.username ?? ''])
    const first = await retryUserJob(world.actor, jobId, world.deps)
    await expect(
      retryUserJob(world.actor, jobId, { ...world.deps, states: ['failed', 'warned'] }),
    ).rejects.toMatchObject({ code: 'conflict', details: { current: { jobId: first.jobId } } })
    expect(await world.untilEnded(first.jobId)).toMatchObject({ rows: { ok: 1, failed: 1 } })
    expect(await countsOf(world, jobId)).toEqual([1, 1, 1, 1])

    // A retry of the retry counts for the first job as well.
    const second = await retryUserJob(world.actor, first.jobId, world.deps)
    expect(await world.untilEnded(second.jobId)).toMatchObject({ total: 1, rows: { ok: 1 } })
    expect(await countsOf(world, jobId)).toEqual([0, 0, 1, 1])
    await expect(retryUserJob(world.actor, jobId, world.deps)).rejects.toMatchObject({ code: 'conflict' })
    const third = await retryUserJob(world.actor, jobId, { ...world.deps, states: ['warned'] })
    expect(await world.untilEnded(third.jobId)).toMatchObject({ total: 1, rows: { warned: 1 } })
    expect(Object.values(executions(world)).toSorted((one, other) => one - other)).toEqual([
      1, 1, 1, 1, 1, 1, 1, 1, 1, 2,
    ])
  })
})

describe('starting the same users again', () => {
  it(
    'asks for confirmation when the page was reloaded, and sends them twice only when confirmed',
    { tags: ['full'] },
    async () => {
      await using world = await startUserJobWorld()
      const jobId = await world.create(makeUsers(3))
      const open = { code: 'conflict', details: { current: { jobId } } }
      await expect(world.create(makeUsers(3))).rejects.toMatchObject(open)
      // Two pages start the same users at once, each with its own attempt. Only the first one succeeds.
      const both = await Promise.allSettled([world.create(makeUsers(4)), world.create(makeUsers(4))])
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      world.startWorker()
      await world.untilEnded(jobId)
      await expect(world.create(makeUsers(3), { way: 'immediate' })).rejects.toMatchObject(open)
      expect(executions(world)['p0@harrowquill.example']).toBe(2)
      // Other users, a dry run, and a confirmed repetition need no confirmation.
      await world.untilEnded(await world.create(makeUsers(2)))
      await world.untilEnded(await world.create(makeUsers(3), { kind: 'check' }))
      await world.untilEnded(await world.create(makeUsers(3), { again: true }))
      expect(executions(world)['p2@harrowquill.example']).toBe(3)
    },
  )

  it('needs no confirmation if no user was written', async () => {
    await using world = await startUserJobWorld()
    const users = makeUsers(2)
    world.standin.control.users.failUsers(users.map(({ username }) => username))
    world.startWorker()
    expect(await world.untilEnded(await world.create(users))).toMatchObject({ rows: { failed: 2 } })
    expect(await world.untilEnded(await world.create(users))).toMatchObject({ rows: { ok: 2 } })
  })
})

describe('a password that the service repeats', () => {
  it('is neither stored nor shown, even after a console has died', { tags: ['full'] }, async () => {
    const secret = 'Canary-1111-secret'
    await using world = await startUserJobWorld({ userJobs: { usersPerSecond: 5, validatedMs: 0 } })
    const users = makeUsers(20, 'p', { password: secret })
    world.standin.control.users.failUsers(
      users.map(({ username }) => username),
      {
        level: 'LEVEL_WARNING',
        message: `The word ${secret} is in a list`,
        reason: `REASON_${secret}`,
        when: 'execute',
      },
    )
    const first = world.startWorker()
    const jobId = await world.create(users)
    await world.until('some are done', async () => (await world.read(jobId)).rows.warned > 0, 100)
    await first.stop()
    const stored = async () =>
      (await world.db.query<{ issues: string }>('select coalesce(faults::text, $1) as issues from user_job_rows', ['']))
        .rows
    const early = await stored()
    world.startWorker()
    expect(await world.untilEnded(jobId)).toMatchObject({ rows: { warned: 20 } })
    const now = await world.create(makeUsers(2, 'now', { password: secret }), { way: 'immediate' })
    await world.untilEnded(now)
    const { csv } = await exportFailedRows(jobId, world.db, ['failed', 'warned'])
    expect(JSON.stringify([early, await stored(), await world.read(jobId)]) + csv).not.toContain(secret)
    expect(csv).toContain('The word … is in a list')
  })
})
