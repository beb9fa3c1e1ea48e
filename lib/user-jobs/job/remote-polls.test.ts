import { describe, expect, it, vi } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import { makeUsers, startUserJobWorld, type UserJobWorld } from './testing'

vi.setConfig({ testTimeout: 600_000 })

/** 100 jobs have the service's own limit of 200; for fewer jobs the limit is reduced in proportion. */
const jobs = runs(100, 12)
const perMinute = 2 * jobs
const path = '/users/v1/users/upsert/jobs/:jobId'
const windowMs = 120_000

function expectPaced({ polls }: UserJobWorld): void {
  const byRemote = new Map<string, typeof polls>()
  for (const pollRemote of polls)
    byRemote.set(pollRemote.remoteId, [...(byRemote.get(pollRemote.remoteId) ?? []), pollRemote])
  for (const [remoteId, own] of byRemote)
    for (const [index, { askedAt }] of own.entries()) {
      const before = own[index - 1]
      if (before !== undefined) expect([remoteId, askedAt - before.answeredAt >= 5_000]).toEqual([remoteId, true])
    }
  // A quarter of the limit is left for people, so each job is polled every 40 s. One minute may contain two polls of
  // each job, but two minutes contain only three. Even if single polls are late, a tenth of the limit remains free.
  const times = polls.map(({ askedAt }) => askedAt).toSorted((one, other) => one - other)
  const most = Math.max(...times.map((at) => times.filter((other) => other >= at && other < at + windowMs).length))
  expect(most).toBeLessThanOrEqual(Math.floor(2 * perMinute * 0.9))
}

describe('polls of jobs in progress', { tags: ['R21'] }, () => {
  it(
    `happen at most every 5 s for each job and leave room for people, with ${jobs} jobs, refusals and a restart`,
    { tags: ['full'] },
    async () => {
      await using world = await startUserJobWorld({
        // The service allows five starts a minute; a hundred would take twenty minutes. The client ignores
        // limits above 100,000.
        limits: { [`POST ${path}`]: 10_000, [`GET ${path}`]: perMinute },
        userJobs: { usersPerSecond: 0 },
      })
      const { control } = world.standin
      const jobIds: string[] = []
      const addJobs = async (count: number) => {
        while (jobIds.length < count) jobIds.push(await world.create(makeUsers(1, `j${jobIds.length}-`)))
      }
      // A few jobs alone are polled as often as is allowed.
      const few = Math.ceil(jobs / 25)
      await addJobs(few)
      const first = world.startWorker()
      await world.pass(20_000)
      expect(world.polls.length).toBeGreaterThanOrEqual(3 * few)
      await addJobs(jobs)
      while (world.count('startUpsertJob') < jobs) await world.pass(1_000)
      await world.pass(40_000)
      const begun = world.clock.now()
      await world.pass(60_000)
      const bad = [429, 500, 503, 429, 502]
      for (const status of bad) {
        control.setFault({ operation: 'getUpsertJob', when: { next: 2 }, action: { kind: 'status', status } })
        await world.pass(8_000)
      }
      await first.stop()
      const second = world.startWorker()
      await world.pass(60_000)
      // All jobs are polled in turn, so no job is left out.
      const known = control.users.jobs().map(({ id }) => id)
      const seen = () =>
        known.map(
          (id) => world.polls.filter((pollRemote) => pollRemote.remoteId === id && pollRemote.askedAt >= begun).length,
        )
      // A turn takes 40 s of the simulated clock, which runs ahead of the console on a busy machine.
      for (let more = 0; more < 60 && Math.min(...seen()) < 2; more += 1) await world.pass(5_000)
      expect(Math.min(...seen())).toBeGreaterThanOrEqual(2)
      control.users.setRules({ usersPerSecond: null })
      const countOpen = async () =>
        (await world.db.query('select from user_jobs where finished_at is null')).rows.length
      while ((await countOpen()) > 0) await world.pass(5_000)
      await second.stop()
      const { rows } = await world.db.query<{ phase: string; state: string; count: number }>(
        'select phase, state, count(*) as count from user_jobs join user_job_rows using (job_id) group by 1, 2',
      )
      expect(rows).toEqual([{ phase: 'completed', state: 'ok', count: jobs }])
      expectPaced(world)
      // The client has not repeated any poll by itself.
      expect(world.count('getUpsertJob')).toBeLessThanOrEqual(world.polls.length)
      expect(Object.values(control.users.executions())).toEqual(jobIds.map(() => 1))
    },
  )
})
