import { describe, expect, it, vi } from 'vitest'
import { cancelUserJob } from '@/lib/user-jobs/mutations'
import { runs } from '@/lib/testing/random-runs'
import { makeUsers, startUserJobWorld, type UserJobWorld } from './testing'

vi.setConfig({ testTimeout: 1_800_000 })

/** R9: how many responses are lost after the service has acted. */
const losses = runs(500, 8)
const writes = ['createUpsertJob', 'startUpsertJob', 'cancelUpsertJob', 'upsertUsers'] as const
type Write = (typeof writes)[number]

interface Figures {
  /** Writes that were sent again without a check in between. */
  blind: number
  doneTwice: number
  sent: Record<Write, number>
}

const isRecheck = (operation: string | null) =>
  operation === 'getUpsertJob' || operation === 'listUpsertJobs' || operation === 'searchUsers'

/** Counts the writes that were sent again without a recheck in between. */
function countBlind(world: UserJobWorld): number {
  let last: string | null = null
  let blind = 0
  for (const { operation } of world.standin.control.requests()) {
    if (isRecheck(operation)) last = null
    else if (operation === last) blind += 1
    else if (writes.some((write) => write === operation)) last = operation
  }
  return blind
}

async function lose(world: UserJobWorld, write: Write, name: string): Promise<number> {
  const { control } = world.standin
  control.record(true)
  control.setFault({ operation: write, when: { next: 1 }, action: { kind: 'reset', when: 'after' } })
  const isNow = write === 'upsertUsers'
  const isCancelled = write === 'cancelUpsertJob'
  control.users.setRules({ usersPerSecond: isCancelled ? 0 : 1_500 })
  const jobId = await world.create(makeUsers(3, name), { way: isNow ? 'immediate' : 'job' })
  if (isCancelled) {
    await world.until('it has started', async () => (await world.read(jobId)).startedAt !== null, 1_000)
    await cancelUserJob(world.actor, jobId, world.deps)
  }
  const { phase, rows } = await world.untilEnded(jobId, 1_000)
  const end = isNow ? ['unknown', 3] : isCancelled ? ['cancelled', 3] : ['completed', 3]
  expect([write, phase, isNow ? rows.unknown : isCancelled ? rows.cancelled : rows.ok]).toEqual([write, ...end])
  return countBlind(world)
}

describe('responses that are lost after the service has acted', { tags: ['R9'] }, () => {
  it(`cause a recheck, and never a blind repetition of the write (${losses} losses, four kinds of writes)`, async () => {
    await using world = await startUserJobWorld({ limits: 'off', userJobs: { pendingMs: 1_000, validatedMs: 0 } })
    world.startWorker()
    const figures: Figures = {
      blind: 0,
      doneTwice: 0,
      sent: { createUpsertJob: 0, startUpsertJob: 0, cancelUpsertJob: 0, upsertUsers: 0 },
    }
    for (let at = 0; at < losses; at += 1) {
      const write = writes[at % writes.length] ?? 'createUpsertJob'
      figures.blind += await lose(world, write, `r${at}-`)
    }
    for (const write of writes) figures.sent[write] = world.count(write)
    const done = Object.values(world.standin.control.users.executions())
    figures.doneTwice = done.filter((times) => times > 1).length
    process.stdout.write(`${losses} lost answers: ${JSON.stringify(figures)}\n`)
    const jobs = Math.ceil((losses * 3) / 4)
    expect(figures).toEqual({
      blind: 0,
      doneTwice: 0,
      sent: {
        createUpsertJob: jobs,
        startUpsertJob: jobs,
        cancelUpsertJob: expect.any(Number) as number,
        upsertUsers: Math.floor(losses / 4),
      },
    })
    expect(done).toHaveLength(3 * (losses - Math.ceil((losses - 2) / 4)))
  })
})
