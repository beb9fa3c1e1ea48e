import { boolean, constantFrom, integer, record } from 'fast-check'
import { expect, it } from 'vitest'
import type { UpsertUser, WireResult, WireUserJob } from '@/lib/service/users'
import { describeWorkerModel } from '@/lib/testing/worker-model'
import { modelFail, ModelWorld, type ModelProcess, type ModelScript } from '@/lib/testing/worker-model-world'
import { cancelUserJob, createUserJob } from '@/lib/user-jobs/mutations'
import type { UserRowState } from '@/lib/user-jobs/schema'
import type { Remote } from './remote'
import { makeNewJob, makeUsers, testLocker } from './testing'
import { createUserJobWorker } from './worker'

const writes = [
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
const reads = ['fine', 'fine', 'fine', 'down', 'throttled', 'failed'] as const
/** Longer than the time in which a negative recheck is not accepted. */
const veryLateMs = 12_000

type Script = ModelScript<(typeof writes)[number], (typeof reads)[number]>
interface Job {
  users: number
  isCheck: boolean
  isImmediate: boolean
}

interface MadeUpJob {
  remoteId: string
  users: string[]
  startedAt: number[]
  isCheck: boolean
  cancelledAt: number | null
  isExecuted: boolean
  asked: number[]
}

interface EndedRow {
  username: string
  kind: 'check' | 'run'
  state: UserRowState
  password: Buffer | null
  finished_at: string | null
}

/**
 * Invariants: no user is executed twice, a dry run executes no user, no password remains, and the final state of rows
 * is what the service did. The service itself offers no protection: a job that is started twice runs twice.
 */
class UserJobModel extends ModelWorld<Job, Script> {
  readonly remoteJobs = new Map<string, MadeUpJob>()
  #nextId = 1

  protected createWorker(process: ModelProcess) {
    const remote: Remote = {
      initialize: (users, remoteId) => process.step(() => this.#initialize(users, remoteId), true),
      start: (remoteId, validateOnly) => process.step(() => this.#start(remoteId, validateOnly), true),
      get: (remoteId) => process.step(() => this.#get(remoteId)),
      cancel: (remoteId) => process.step(() => this.#cancel(remoteId)),
      list: () => process.step(() => this.#list()),
      upsert: (users, validateOnly) => process.step(() => this.#upsert(users, validateOnly), true),
      search: (emails) => process.step(() => this.#search(emails)),
      waitMs: () => 0,
      perMinute: () => 200,
    }
    return createUserJobWorker({ ...this.base(process), remote: () => remote, locker: () => testLocker })
  }

  /** Two seconds pending, one validating, then users are done one by one: half of them in the first two seconds. */
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

  protected override passAtService(): void {
    for (const job of this.remoteJobs.values()) {
      const phase = this.#phase(job)
      if (job.isExecuted || (phase !== 'executing' && phase !== 'completed')) continue
      job.isExecuted = true
      for (const username of job.users) for (const _ of job.startedAt) this.note(username)
    }
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async #initialize(users: readonly UpsertUser[], remoteId: string | null): Promise<{ remoteId: string }> {
    return this.write(
      () => {
        const names = users.map(({ username }) => username)
        const known = remoteId === null ? undefined : this.remoteJobs.get(remoteId)
        if (known !== undefined && known.startedAt.length === 0 && known.cancelledAt === null) {
          known.users.push(...names)
          return { remoteId: known.remoteId }
        }
        // A job that has started accepts no more users.
        if (known !== undefined) throw modelFail('invalid')
        const id = `remote_${this.#nextId++}`
        const made = { isCheck: false, cancelledAt: null, isExecuted: false, asked: [] }
        this.remoteJobs.set(id, { remoteId: id, users: names, startedAt: [], ...made })
        return { remoteId: id }
      },
      { veryLateMs },
    )
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async #start(remoteId: string, validateOnly: boolean): Promise<void> {
    this.write(() => {
      const job = this.remoteJobs.get(remoteId)
      if (job === undefined) throw modelFail('not_found')
      if (job.cancelledAt !== null) throw modelFail('invalid')
      job.startedAt.push(this.clock.now())
      job.isCheck = validateOnly
    })
  }

  #describe(job: MadeUpJob): WireUserJob {
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
        issues: [],
        outcome: null,
        sent: null,
      })),
      rest: {},
    }
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async #get(remoteId: string): Promise<WireUserJob> {
    const job = this.remoteJobs.get(remoteId)
    if (job !== undefined && job.startedAt.length > 0) job.asked.push(this.clock.now())
    this.read()
    if (job === undefined) throw modelFail('not_found')
    this.passAtService()
    return this.#describe(job)
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async #cancel(remoteId: string): Promise<void> {
    this.read()
    this.passAtService()
    const job = this.remoteJobs.get(remoteId)
    if (job === undefined) throw modelFail('not_found')
    if (job.isExecuted) throw modelFail('invalid')
    job.cancelledAt ??= this.clock.now()
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async #list(): Promise<WireUserJob[]> {
    this.read()
    return [...this.remoteJobs.values()].toReversed().map((job) => Object.assign(this.#describe(job), { results: [] }))
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async #upsert(users: readonly UpsertUser[], validateOnly: boolean): Promise<WireResult[]> {
    return this.write(() =>
      users.map(({ username }) => {
        if (!validateOnly) this.note(username)
        return { username, userId: `user_${username}`, issues: [], sent: null }
      }),
    )
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async #search(emails: readonly string[]) {
    this.read()
    const more = {
      firstName: null,
      lastName: null,
      seatType: null,
      timezone: null,
      status: null,
      locale: null,
      rest: {},
    }
    return emails
      .filter((email) => this.done.has(email))
      .map((email) => Object.assign({ email, userId: `user_${email}` }, more))
  }

  get #deps() {
    return { db: this.db, locker: testLocker, partSize: 3, wake: () => this.wake() }
  }

  async add({ users: count, isCheck, isImmediate }: Job): Promise<string> {
    const users = makeUsers(count, `j${this.jobIds.length}u`, { password: 'long enough' })
    const more = {
      kind: isCheck ? ('check' as const) : ('run' as const),
      way: isImmediate ? ('immediate' as const) : ('job' as const),
    }
    const { jobId } = await createUserJob(this.actor, makeNewJob(users, more), this.#deps)
    await this.settle()
    return jobId
  }

  cancel(jobId: string) {
    return cancelUserJob(this.actor, jobId, this.#deps)
  }

  /** Retrying failed rows creates a new job. */
  retry() {
    return Promise.resolve()
  }

  async isOpen() {
    return (await this.db.query('select from user_jobs where finished_at is null')).rows.length > 0
  }

  override checkNow(): void {
    for (const { remoteId, asked } of this.remoteJobs.values())
      for (const [index, at] of asked.entries())
        expect([remoteId, at - (asked[index - 1] ?? -Infinity) >= 5_000]).toEqual([remoteId, true])
  }

  async checkEnd() {
    const { rows } = await this.db.query<EndedRow>(
      `select username, kind, state, password, finished_at from user_job_rows join user_jobs using (job_id)`,
    )
    for (const { username, kind, state, password, finished_at } of rows) {
      const times = this.done.get(username) ?? 0
      expect([username, finished_at === null, password]).toEqual([username, false, null])
      expect([username, state]).toEqual([username, expect.stringMatching(/^(?:ok|failed|cancelled|unknown)$/)])
      if (kind === 'check') expect([username, state, times]).toEqual([username, state, 0])
      if (kind === 'run' && state === 'ok') expect([username, times]).toEqual([username, 1])
      if (kind === 'run' && (state === 'cancelled' || state === 'failed'))
        expect([username, state, times]).toEqual([username, state, 0])
    }
    const open = await this.db.query(`select from activity where object_kind = 'user-job' and outcome = 'pending'`)
    expect(open.rows).toEqual([])
  }
}

const run = { users: 8, isCheck: false, isImmediate: false }
const eachOnce = Array.from({ length: 8 }, () => 1)

describeWorkerModel({
  name: 'the worker of user jobs, in any order of events',
  role: 'admin',
  writes,
  reads,
  job: record({
    users: integer({ min: 1, max: 9 }),
    isCheck: boolean(),
    isImmediate: constantFrom(false, false, true),
  }),
  firstJob: run,
  createWorld: (db, actor, script) => new UserJobModel(db, actor, script),
  clear: (db) => db.query('truncate user_jobs, activity cascade'),
  more: (play) => {
    // Three parts and a start are sent. The console crashes at each of them, before or after the service has acted.
    it.each([0, 1, 2, 3].flatMap((skip) => (['before', 'after'] as const).map((when) => [skip, when] as const)))(
      'writes no user twice when the console dies after %i writes, %s the next is carried out',
      async (skip, when) => {
        const { done } = await play({ writes: ['done'], reads: ['fine'] }, [
          { kind: 'crash', death: { at: 'write', when, skip } },
          { kind: 'job', job: run },
          { kind: 'pass', seconds: 60 },
        ])
        expect([...done.values()]).toEqual(eachOnce)
      },
      60_000,
    )

    it('starts only one of two jobs with the same users when a lost request arrives late', async () => {
      // The second part arrives 12 s late, after it was sent again and while the start has to wait.
      const late = ['done', 'very late', 'done', 'done', 'throttled', 'throttled', 'done'] as const
      const world = await play({ writes: late, reads: ['fine'] }, [
        { kind: 'job', job: run },
        { kind: 'pass', seconds: 60 },
      ])
      expect([...world.done.values()]).toEqual(eachOnce)
      const left = [...world.remoteJobs.values()].filter(({ startedAt }) => startedAt.length === 0)
      expect(left).toMatchObject([{ users: [expect.stringContaining('j0u3'), expect.anything(), expect.anything()] }])
    }, 60_000)
  },
})
