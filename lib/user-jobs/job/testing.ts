import { addPerson } from '@/lib/asset-changes/testing'
import type { Actor } from '@/lib/access/actor'
import type { Worker } from '@/lib/background/turn-loop'
import { systemClock, type Clock } from '@/lib/clock'
import { openTestDatabase, silentLog } from '@/lib/db/testing'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { createService } from '@/lib/service/client'
import type { Service } from '@/lib/service/types'
import { startStandin, type Standin, type StandinOptions } from '@/lib/standin/server'
import { HandClock } from '@/lib/testing/sync-world'
import { readUserJob } from '@/lib/user-jobs/data'
import { createUserJob } from '@/lib/user-jobs/mutations'
import { createRemote, type Remote } from './remote'
import { newUserJob, type NewUserJob, type UserJobDetail } from '@/lib/user-jobs/schema'
import { createLocker } from './secrets'
import { createUserJobWorker } from './worker'

export const testLocker = createLocker('a secret of tests that is long enough')

export const makeUsers = (count: number, name = 'p', more: object = {}): NewUserJob['users'] =>
  Array.from({ length: count }, (_, at) => ({
    username: `${name}${at}@harrowquill.example`,
    firstName: `First ${at}`,
    lastName: 'Person',
    line: at + 1,
    cells: [`${name}${at}@harrowquill.example`, `First ${at}`, 'Person', ''],
    ...more,
  }))

export const testHeader = ['E-mail', 'First name', 'Last name', 'Password']

export const makeNewJob = (users: NewUserJob['users'], more: Partial<NewUserJob> = {}) =>
  newUserJob.parse({
    attemptId: crypto.randomUUID(),
    kind: 'run',
    sourceName: 'people.csv',
    header: testHeader,
    users,
    ...more,
  })

/** A stand-in, a database, and workers between them, on one clock. */
export class UserJobWorld<Time extends Clock = HandClock> implements AsyncDisposable {
  readonly service: Service
  readonly remote: Remote
  /** Every poll of a job of the service, with its start and end. */
  readonly polls: Array<{ remoteId: string; askedAt: number; answeredAt: number }> = []
  readonly #workers: Worker[] = []
  #pending = 0
  /** Ends the wait for work in progress. */
  #onSettled: () => void = () => {}

  constructor(
    readonly clock: Time,
    readonly standin: Standin,
    readonly db: Database,
    readonly actor: Actor,
  ) {
    this.service = createService({ baseUrl: standin.baseUrl, token: standin.token, clock })
    const remote = createRemote(this.service)
    this.remote = {
      ...remote,
      initialize: (...given) => this.#track(() => remote.initialize(...given)),
      start: (...given) => this.#track(() => remote.start(...given)),
      get: async (remoteId) => {
        const poll = { remoteId, askedAt: clock.now(), answeredAt: clock.now() }
        this.polls.push(poll)
        try {
          return await this.#track(() => remote.get(remoteId))
        } finally {
          poll.answeredAt = clock.now()
        }
      },
    }
  }

  #track<Result>(act: () => Promise<Result>): Promise<Result> {
    this.#pending += 1
    return act().finally(() => {
      this.#pending -= 1
      this.#onSettled()
    })
  }

  /** Advances the clock step by step. After each step, work in progress is completed unless it waits for the clock. */
  async pass(ms: number, stepMs = 500): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      if (this.clock instanceof HandClock) this.clock.advance(stepMs)
      // Waits for work in progress. Otherwise the clock would run ahead of the console on a busy machine.
      const hurryAt = performance.now() + 20_000
      for (let calm = 0; calm < 3 && performance.now() < hurryAt;) {
        await new Promise(setImmediate)
        const isCalm = this.#pending === 0 || this.#pending <= this.#queued()
        calm = isCalm ? calm + 1 : 0
        // Looking again at once would take the processor from the work it waits for.
        if (!isCalm) await this.#untilSettled(2)
      }
    }
  }

  /** Waits until one piece of work has settled, but not long: a request that joins its queue settles nothing. */
  async #untilSettled(mostMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, mostMs)
      this.#onSettled = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Requests that wait for their rate limit, and therefore for the clock. */
  #queued(): number {
    return this.service.budget().reduce((sum, one) => sum + one.queuedPerson + one.queuedBackground, 0)
  }

  startWorker(log: DatabaseLog = silentLog, onEnded?: (jobId: string) => void): Worker {
    const worker = createUserJobWorker({
      database: () =>
        Promise.resolve({
          kind: this.db.kind,
          query: (text, values) => this.#track(() => this.db.query(text, values)),
          transaction: (work) => this.#track(() => this.db.transaction(work)),
          openSession: () => this.db.openSession(),
          listen: (channel, ears) => this.db.listen(channel, ears),
          close: () => Promise.resolve(),
        }),
      remote: () => this.remote,
      locker: () => testLocker,
      clock: this.clock,
      log,
      ...(onEnded === undefined ? {} : { onEnded }),
    })
    this.#workers.push(worker)
    worker.start()
    return worker
  }

  get deps() {
    return {
      db: this.db,
      locker: testLocker,
      service: this.service,
      wake: () => {
        for (const worker of this.#workers) worker.wake()
      },
    }
  }

  async create(users: NewUserJob['users'], more: Partial<NewUserJob> = {}): Promise<string> {
    return (await createUserJob(this.actor, makeNewJob(users, more), this.deps)).jobId
  }

  read(jobId: string): Promise<UserJobDetail> {
    return readUserJob(this.actor, jobId, this.db)
  }

  count(operation: string): number {
    return this.standin.control.counts()[operation] ?? 0
  }

  /** Advances the clock of the world until `check` is true. Fails with `what` after two minutes of real time. */
  async until(what: string, check: () => boolean | Promise<boolean>, stepMs = 250): Promise<void> {
    const deadline = performance.now() + 120_000
    while (!(await check())) {
      if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`)
      if (this.clock instanceof HandClock) this.clock.advance(stepMs)
      await systemClock.sleep(4)
    }
  }

  async untilEnded(jobId: string, stepMs?: number): Promise<UserJobDetail> {
    await this.until(
      'the job ends',
      async () => {
        const { rows } = await this.db.query('select from user_jobs where job_id = $1 and finished_at is not null', [
          jobId,
        ])
        return rows.length > 0
      },
      stepMs,
    )
    return this.read(jobId)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop()))
    await this.service.close()
    await this.standin.close()
    await this.db.close()
  }
}

export async function startUserJobWorld(options: StandinOptions = {}): Promise<UserJobWorld> {
  const clock = new HandClock()
  const standin = await startStandin({ inspections: 1, users: 60, now: () => clock.now(), ...options })
  const db = await openTestDatabase()
  return new UserJobWorld(clock, standin, db, await addPerson(db, 'admin'))
}
