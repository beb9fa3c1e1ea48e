import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  option,
  record,
} from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Worker } from '@/lib/background/turn-loop'
import { addPerson } from '@/lib/asset-changes/testing'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { AppError, type ErrorCode } from '@/lib/errors'
import type { UpsertUser, WireResult, WireUserJob } from '@/lib/service/users'
import { HandClock } from '@/lib/testing/sync-world'
import { cancelUserJob, createUserJob } from '@/lib/user-jobs/mutations'
import { runs, seed } from '@/lib/testing/random-runs'
import type { Remote } from './remote'
import type { UserRowState } from '@/lib/user-jobs/schema'
import { makeNewJob, makeUsers, testLocker } from './testing'
import { createUserJobWorker } from './worker'

/**
 * Whatever the service answers and wherever the console dies: no user is executed twice, a check executes nobody, every
 * job ends, no password is left, and what rows say in the end is what the service did. The service is a made-up one that
 * protects nobody: started twice, a job runs twice.
 */
const writeOutcomes = [
  'done',
  'done',
  'done',
  'lost',
  'late',
  'very late',
  'never came',
  'failed',
  'failed all the same',
  'throttled',
  'down',
  'full',
] as const
const readOutcomes = ['fine', 'fine', 'fine', 'down', 'throttled', 'failed'] as const
/** Within the time in which a look is not believed, and beyond it. */
const lateMs = 4_000
const veryLateMs = 12_000

interface Death {
  at: number | 'write'
  when: 'before' | 'after'
  /** Writes that go well before the one at which it dies. */
  skip?: number
}

const fail = (code: ErrorCode, retryAfterSeconds?: number) =>
  new AppError(code, `${code}.`, { details: retryAfterSeconds === undefined ? {} : { retryAfterSeconds } })

interface MadeUpJob {
  remoteId: string
  users: string[]
  startedAt: number[]
  isCheck: boolean
  cancelledAt: number | null
  isExecuted: boolean
  asked: number[]
}

/** One console process: killed between, before or after any of its steps, it does nothing any more. */
class Console {
  isAlive = true
  pending = 0
  #stepsLeft: number
  #writesLeft: number
  readonly worker: Worker

  constructor(
    world: ModelWorld,
    private readonly death: Death | null,
  ) {
    this.#stepsLeft = typeof death?.at === 'number' ? death.at : Infinity
    this.#writesLeft = death?.at === 'write' ? (death.skip ?? 0) : Infinity
    const db: Database = {
      kind: world.db.kind,
      query: (text, values) => this.#step(() => world.db.query(text, values)),
      transaction: (work) => this.#step(() => world.db.transaction(work)),
      close: () => Promise.resolve(),
    }
    const remote: Remote = {
      initialise: (users, remoteId) => this.#step(() => world.initialise(users, remoteId), true),
      start: (remoteId, validateOnly) => this.#step(() => world.start(remoteId, validateOnly), true),
      get: (remoteId) => this.#step(() => world.get(remoteId)),
      cancel: (remoteId) => this.#step(() => world.cancel(remoteId)),
      list: () => this.#step(() => world.list()),
      upsert: (users, validateOnly) => this.#step(() => world.upsert(users, validateOnly), true),
      search: (emails) => this.#step(() => world.search(emails)),
      waitMs: () => 0,
      perMinute: () => 200,
    }
    this.worker = createUserJobWorker({
      database: () => Promise.resolve(db),
      remote: () => remote,
      locker: () => testLocker,
      clock: world.clock,
      log: silentLog,
    })
    this.worker.start()
  }

  async #step<Result>(act: () => Promise<Result>, isWrite = false): Promise<Result> {
    const never = new Promise<Result>(() => undefined)
    if (!this.isAlive) return never
    this.#stepsLeft -= 1
    if (isWrite) this.#writesLeft -= 1
    const isLast = this.#stepsLeft < 0 || (isWrite && this.#writesLeft < 0)
    if (isLast && this.death?.when === 'before') {
      this.isAlive = false
      return never
    }
    this.pending += 1
    const result = await act().then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error
      },
    )
    this.pending -= 1
    if (isLast) this.isAlive = false
    // A dead process hears nothing of what it asked for.
    return this.isAlive ? result() : never
  }
}

class ModelWorld {
  readonly clock = new HandClock()
  readonly jobs = new Map<string, MadeUpJob>()
  readonly executions = new Map<string, number>()
  readonly #late: Array<{ at: number; act: () => void }> = []
  isCalm = false
  #console: Console
  #nextId = 1
  #writeAt = 0
  #readAt = 0

  constructor(
    readonly db: TestDatabase,
    readonly actor: Actor,
    readonly script: {
      writes: ReadonlyArray<(typeof writeOutcomes)[number]>
      reads: ReadonlyArray<(typeof readOutcomes)[number]>
    },
  ) {
    this.#console = new Console(this, null)
  }

  #execute(username: string): void {
    this.executions.set(username, (this.executions.get(username) ?? 0) + 1)
  }

  /** Two seconds pending, one looked at, then done one by one: half of them in the first two seconds. */
  #phase(job: MadeUpJob): WireUserJob['phase'] {
    const [startedAt] = job.startedAt
    if (job.cancelledAt !== null && !job.isExecuted) return 'cancelled'
    if (startedAt === undefined) return 'starting'
    const ageMs = this.clock.now() - startedAt
    if (ageMs < 2_000) return 'starting'
    if (ageMs < 3_000) return 'validating'
    if (job.isCheck) return 'validated'
    return ageMs < 6_000 ? 'executing' : 'completed'
  }

  #settle(): void {
    for (const job of this.jobs.values()) {
      const phase = this.#phase(job)
      if (job.isExecuted || (phase !== 'executing' && phase !== 'completed')) continue
      job.isExecuted = true
      for (const username of job.users) for (const _ of job.startedAt) this.#execute(username)
    }
  }

  #read(): void {
    const outcome = this.isCalm ? 'fine' : (this.script.reads[this.#readAt++ % this.script.reads.length] ?? 'fine')
    if (outcome === 'down') throw fail('unavailable')
    if (outcome === 'throttled') throw fail('upstream_throttled', 2)
    if (outcome === 'failed') throw fail('upstream_failed')
  }

  #write<Result>(act: () => Result, isLateAllowed: boolean): Result {
    const outcome = this.isCalm ? 'done' : (this.script.writes[this.#writeAt++ % this.script.writes.length] ?? 'done')
    if (outcome === 'throttled') throw fail('upstream_throttled', 3)
    if (outcome === 'down') throw fail('unavailable')
    if (outcome === 'never came') throw fail('upstream_unknown')
    if (outcome === 'failed') throw fail('upstream_failed')
    if (outcome === 'full') throw fail('invalid')
    if (outcome === 'late' || outcome === 'very late') {
      const afterMs = outcome === 'late' || !isLateAllowed ? lateMs : veryLateMs
      this.#late.push({ at: this.clock.now() + afterMs, act: () => act() })
      throw fail('upstream_unknown')
    }
    const result = act()
    if (outcome === 'lost') throw fail('upstream_unknown')
    if (outcome === 'failed all the same') throw fail('upstream_failed')
    return result
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async initialise(users: readonly UpsertUser[], remoteId: string | null): Promise<{ remoteId: string }> {
    return this.#write(() => {
      const names = users.map(({ username }) => username)
      const known = remoteId === null ? undefined : this.jobs.get(remoteId)
      if (known !== undefined && known.startedAt.length === 0 && known.cancelledAt === null) {
        known.users.push(...names)
        return { remoteId: known.remoteId }
      }
      // Into one that has started nobody is taken any more.
      if (known !== undefined) throw fail('invalid')
      const id = `remote_${this.#nextId++}`
      const made = { isCheck: false, cancelledAt: null, isExecuted: false, asked: [] }
      this.jobs.set(id, { remoteId: id, users: names, startedAt: [], ...made })
      return { remoteId: id }
    }, true)
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async start(remoteId: string, validateOnly: boolean): Promise<void> {
    this.#write(() => {
      const job = this.jobs.get(remoteId)
      if (job === undefined) throw fail('not_found')
      if (job.cancelledAt !== null) throw fail('invalid')
      job.startedAt.push(this.clock.now())
      job.isCheck = validateOnly
    }, false)
  }

  #tell(job: MadeUpJob): WireUserJob {
    const phase = this.#phase(job)
    return {
      remoteId: job.remoteId,
      state: phase.toUpperCase(),
      phase,
      isCheck: null,
      createdAt: null,
      by: null,
      total: job.users.length,
      failed: null,
      results: job.users.map((username) => ({
        username,
        userId: job.isExecuted ? `user_${username}` : null,
        faults: [],
        outcome: null,
        sent: null,
      })),
      rest: {},
    }
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async get(remoteId: string): Promise<WireUserJob> {
    const job = this.jobs.get(remoteId)
    if (job !== undefined && job.startedAt.length > 0) job.asked.push(this.clock.now())
    this.#read()
    if (job === undefined) throw fail('not_found')
    this.#settle()
    return this.#tell(job)
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async cancel(remoteId: string): Promise<void> {
    this.#read()
    this.#settle()
    const job = this.jobs.get(remoteId)
    if (job === undefined) throw fail('not_found')
    if (job.isExecuted) throw fail('invalid')
    job.cancelledAt ??= this.clock.now()
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async list(): Promise<WireUserJob[]> {
    this.#read()
    return [...this.jobs.values()].toReversed().map((job) => Object.assign(this.#tell(job), { results: [] }))
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async upsert(users: readonly UpsertUser[], validateOnly: boolean): Promise<WireResult[]> {
    return this.#write(
      () =>
        users.map(({ username }) => {
          if (!validateOnly) this.#execute(username)
          return { username, userId: `user_${username}`, faults: [], outcome: null, sent: null }
        }),
      false,
    )
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async search(emails: readonly string[]) {
    this.#read()
    const more = { firstName: null, lastName: null, seatType: null, timezone: null, status: null, locale: null }
    return emails
      .filter((email) => this.executions.has(email))
      .map((email) => Object.assign({ email, userId: `user_${email}` }, more))
  }

  crash(death: Death | null): void {
    this.#console.isAlive = false
    this.#console = new Console(this, death)
  }

  /** Lets time pass, second by second; a console that died is followed by another some seconds later. */
  async pass(seconds: number): Promise<void> {
    for (let at = 0; at < seconds; at += 1) {
      this.clock.advance(1_000)
      for (const late of this.#late.splice(0)) {
        if (late.at > this.clock.now()) this.#late.push(late)
        else
          try {
            late.act()
          } catch {
            // Too late: nobody hears of it.
          }
      }
      this.#settle()
      await this.settle()
      if (!this.#console.isAlive && at % 5 === 4) this.#console = new Console(this, null)
    }
    if (!this.#console.isAlive) this.#console = new Console(this, null)
  }

  async settle(): Promise<void> {
    for (let calm = 0; calm < 3;) {
      await new Promise(setImmediate)
      calm = this.#console.pending === 0 ? calm + 1 : 0
    }
  }

  get deps() {
    return { db: this.db, locker: testLocker, partSize: 3, wake: () => this.#console.worker.wake() }
  }

  async end(): Promise<void> {
    this.#console.isAlive = false
    await this.#console.worker.stop().catch(() => undefined)
  }
}

type Act =
  | { kind: 'job'; users: number; isCheck: boolean; isImmediate: boolean }
  | { kind: 'pass'; seconds: number }
  | { kind: 'crash'; death: Death | null }
  | { kind: 'cancel'; job: number }

const act: Arbitrary<Act> = oneof(
  record({
    kind: constant('job' as const),
    users: integer({ min: 1, max: 9 }),
    isCheck: boolean(),
    isImmediate: constantFrom(false, false, true),
  }),
  record({ kind: constant('pass' as const), seconds: integer({ min: 1, max: 20 }) }),
  record({
    kind: constant('crash' as const),
    death: option(
      record({
        at: oneof(integer({ min: 0, max: 60 }), constant('write' as const)),
        when: constantFrom('before' as const, 'after' as const),
      }),
    ),
  }),
  record({ kind: constant('cancel' as const), job: nat(3) }),
)

async function play(world: ModelWorld, acts: readonly Act[]): Promise<void> {
  const jobIds: string[] = []
  for (const each of acts) {
    if (each.kind === 'job') {
      const users = makeUsers(each.users, `j${jobIds.length}u`, { password: 'long enough' })
      const more = {
        kind: each.isCheck ? ('check' as const) : ('run' as const),
        way: each.isImmediate ? ('immediate' as const) : ('job' as const),
      }
      const { jobId } = await createUserJob(world.actor, makeNewJob(users, more), world.deps)
      jobIds.push(jobId)
      await world.settle()
    } else if (each.kind === 'pass') await world.pass(each.seconds)
    else if (each.kind === 'crash') world.crash(each.death)
    else {
      const jobId = jobIds[each.job]
      if (jobId !== undefined)
        await cancelUserJob(world.actor, jobId, world.deps).catch((error: unknown) => {
          // It had ended.
          if (!(error instanceof AppError) || error.code !== 'conflict') throw error
        })
    }
  }
  world.isCalm = true
  const isOpen = async () => (await world.db.query('select from user_jobs where finished_at is null')).rows.length > 0
  for (let rounds = 0; rounds < 20 && (await isOpen()); rounds += 1) await world.pass(10)
  await world.pass(5)
}

interface EndedRow {
  username: string
  kind: 'check' | 'run'
  state: UserRowState
  password: Buffer | null
  finished_at: string | null
}

async function check(world: ModelWorld): Promise<void> {
  const { rows } = await world.db.query<EndedRow>(
    `select username, kind, state, password, finished_at from user_job_rows join user_jobs using (job_id)`,
  )
  for (const { username, kind, state, password, finished_at } of rows) {
    const times = world.executions.get(username) ?? 0
    expect([username, finished_at === null, password]).toEqual([username, false, null])
    expect([username, state, kind === 'check' ? times : Math.max(0, times - 1)]).toEqual([username, state, 0])
    expect([username, state]).toEqual([username, expect.stringMatching(/^(?:ok|failed|cancelled|unknown)$/)])
    if (kind === 'run' && state === 'ok') expect([username, times]).toEqual([username, 1])
    if (kind === 'run' && (state === 'cancelled' || state === 'failed'))
      expect([username, state, times]).toEqual([username, state, 0])
  }
  for (const { remoteId, asked } of world.jobs.values())
    for (const [index, at] of asked.entries())
      expect([remoteId, at - (asked[index - 1] ?? -Infinity) >= 5_000]).toEqual([remoteId, true])
  const open = await world.db.query(`select from activity where object_kind = 'user-job' and outcome = 'pending'`)
  expect(open.rows).toEqual([])
}

describe('the worker of jobs of users, whatever happens', () => {
  let db: TestDatabase
  let actor: Actor
  beforeAll(async () => {
    db = await openTestDatabase()
    actor = await addPerson(db, 'admin')
  })
  afterAll(() => db.close())

  it(`does nobody twice, ends, and tells what was done (seed ${seed})`, async () => {
    const script = record({
      writes: array(constantFrom(...writeOutcomes), { minLength: 1, maxLength: 10 }),
      reads: array(constantFrom(...readOutcomes), { minLength: 1, maxLength: 6 }),
    })
    await assert(
      asyncProperty(script, array(act, { minLength: 3, maxLength: 10 }), async (given, acts) => {
        await db.query('truncate user_jobs, activity cascade')
        const world = new ModelWorld(db, actor, given)
        try {
          await play(world, [{ kind: 'job', users: 8, isCheck: false, isImmediate: false }, ...acts])
          await check(world)
        } finally {
          await world.end()
        }
      }),
      { numRuns: runs(40), seed, endOnFailure: true },
    )
  }, 120_000)

  // Three hand-overs and a start: a death at each of them, before or after the service has acted.
  it.each([0, 1, 2, 3].flatMap((skip) => (['before', 'after'] as const).map((when) => [skip, when] as const)))(
    'does nobody twice when the console dies after %i writes, %s the next is carried out',
    async (skip, when) => {
      await db.query('truncate user_jobs, activity cascade')
      const world = new ModelWorld(db, actor, { writes: ['done'], reads: ['fine'] })
      try {
        await play(world, [
          { kind: 'crash', death: { at: 'write', when, skip } },
          { kind: 'job', users: 8, isCheck: false, isImmediate: false },
          { kind: 'pass', seconds: 60 },
        ])
        await check(world)
        expect([...world.executions.values()]).toEqual(Array.from({ length: 8 }, () => 1))
      } finally {
        await world.end()
      }
    },
    60_000,
  )

  it('starts one of two jobs that have the same users, when a lost answer comes late', async () => {
    await db.query('truncate user_jobs, activity cascade')
    // The second part arrives 12 s late, after it was sent anew, and while the start has to wait.
    const writes = ['done', 'very late', 'done', 'done', 'throttled', 'throttled', 'done'] as const
    const world = new ModelWorld(db, actor, { writes, reads: ['fine'] })
    try {
      await play(world, [
        { kind: 'job', users: 8, isCheck: false, isImmediate: false },
        { kind: 'pass', seconds: 60 },
      ])
      await check(world)
      expect([...world.executions.values()]).toEqual(Array.from({ length: 8 }, () => 1))
      const left = [...world.jobs.values()].filter(({ startedAt }) => startedAt.length === 0)
      expect(left).toMatchObject([{ users: [expect.stringContaining('j0u3'), expect.anything(), expect.anything()] }])
    } finally {
      await world.end()
    }
  }, 60_000)
})
