import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  option,
  record,
  subarray,
  type Arbitrary,
} from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import type { Role } from '@/lib/access/permissions'
import { addPerson } from '@/lib/asset-changes/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { AppError } from '@/lib/errors'
import { runs, seed } from './random-runs'
import { retryStates, type Death, type ModelScript, type ModelWorld, type RetryState } from './worker-model-world'

/**
 * One model test for all workers on leases. Whatever the service returns and wherever consoles crash or stall: nothing
 * is done twice unless a person asks for it, nothing is lost, and everything ends. The service is a fake, so that a run
 * depends on its seed alone.
 */

export type ModelCommand<Job> =
  | { kind: 'job'; job: Job }
  | { kind: 'pass'; seconds: number }
  | { kind: 'crash'; death: Death | null }
  | { kind: 'take over'; at: Death['at']; seconds: number }
  | { kind: 'cancel'; job: number }
  | { kind: 'retry'; job: number; states: RetryState[] }

function commandsOf<Job>(job: Arbitrary<Job>): Arbitrary<ModelCommand<Job>> {
  const at = oneof(integer({ min: 0, max: 50 }), constant('write' as const))
  const death = record({
    at,
    when: constantFrom('before' as const, 'after' as const),
  })
  return oneof(
    record({ kind: constant('job' as const), job }),
    record({ kind: constant('pass' as const), seconds: integer({ min: 1, max: 20 }) }),
    record({ kind: constant('crash' as const), death: option(death) }),
    record({ kind: constant('take over' as const), at, seconds: integer({ min: 10, max: 60 }) }),
    record({ kind: constant('cancel' as const), job: nat(3) }),
    record({ kind: constant('retry' as const), job: nat(3), states: subarray([...retryStates], { minLength: 1 }) }),
  )
}

/** Cancelling or retrying is refused in the wrong state; every other refusal is an error. */
function refusalsOnly(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'conflict') throw error
}

async function obey<Job>(world: ModelWorld<Job>, command: ModelCommand<Job>): Promise<void> {
  if (command.kind === 'job') world.jobIds.push(await world.add(command.job))
  else if (command.kind === 'pass') await world.pass(command.seconds)
  else if (command.kind === 'crash') world.crash(command.death)
  else if (command.kind === 'take over') world.takeOver(command.at, command.seconds)
  else {
    const jobId = world.jobIds[command.job % world.jobIds.length]
    if (jobId === undefined) return
    // Otherwise a change between the read and the retry would be retried without a counted permission.
    await world.settle()
    await (command.kind === 'cancel' ? world.cancel(jobId) : world.retry(jobId, command.states)).catch(refusalsOnly)
  }
}

/** Plays commands, lets the service recover until everything has ended, and checks the invariants all the time. */
export async function playModel<Job>(
  world: ModelWorld<Job>,
  commands: ReadonlyArray<ModelCommand<Job>>,
): Promise<void> {
  try {
    world.join()
    for (const command of commands) {
      await obey(world, command)
      world.check()
    }
    world.isCalm = true
    for (let round = 0; round < 40 && (await world.isOpen()); round += 1) await world.pass(20)
    expect(await world.isOpen(), 'something never ended').toBe(false)
    // Stalled consoles continue with what they held.
    while (world.isStalled) await world.pass(5)
    world.check()
    await world.checkEnd()
  } finally {
    await world.end()
  }
}

interface WorkerModel<Job, Write extends string, Read extends string, World extends ModelWorld<Job>> {
  /** Name of the tests. */
  name: string
  role: Role
  writes: readonly Write[]
  reads: readonly Read[]
  job: Arbitrary<Job>
  firstJob: Job
  createWorld: (db: TestDatabase, actor: Actor, script: ModelScript<Write, Read>) => World
  /** Empties the tables of the jobs. */
  clear: (db: TestDatabase) => Promise<unknown>
  prepare?: (db: TestDatabase) => Promise<unknown>
  /** Cases that random runs rarely hit; `play` begins in an empty world. */
  more?: (play: (script: ModelScript<Write, Read>, commands: Array<ModelCommand<Job>>) => Promise<World>) => void
}

/** Describes the model test of a worker. */
export function describeWorkerModel<Job, Write extends string, Read extends string, World extends ModelWorld<Job>>(
  model: WorkerModel<Job, Write, Read, World>,
): void {
  describe(model.name, () => {
    let db: TestDatabase
    let actor: Actor
    beforeAll(async () => {
      db = await openTestDatabase()
      actor = await addPerson(db, model.role)
      await model.prepare?.(db)
    })
    afterAll(() => db.close())

    const play = async (script: ModelScript<Write, Read>, commands: Array<ModelCommand<Job>>) => {
      await model.clear(db)
      const world = model.createWorld(db, actor, script)
      await playModel(world, commands)
      return world
    }

    it(`does nothing twice without a request, loses nothing, and ends (seed ${seed})`, async () => {
      const script = record({
        writes: array(constantFrom(...model.writes), { minLength: 1, maxLength: 10 }),
        reads: array(constantFrom(...model.reads), { minLength: 1, maxLength: 8 }),
      })
      const commands = array(commandsOf(model.job), { minLength: 3, maxLength: 10 })
      await assert(
        asyncProperty(script, commands, async (given, chosen) => {
          await play(given, [{ kind: 'job', job: model.firstJob }, ...chosen])
        }),
        { numRuns: runs(40, 5), seed, endOnFailure: true },
      )
    }, 120_000)
    model.more?.(play)
  })
}
