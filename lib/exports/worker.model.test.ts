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
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { AppError, type ErrorCode } from '@/lib/errors'
import type { Service } from '@/lib/service/types'
import { HandClock } from '@/lib/testing/sync-world'
import { runs, seed } from '@/lib/testing/random-runs'
import { readExportJob } from './data'
import { cancelExportJob, createExportJob, retryExportFiles } from './mutations'
import { newExport, type ExportRetry } from './schema'
import type { Worker } from '@/lib/background/turn-loop'
import { addPerson } from './testing'
import { createExportWorker } from './worker'

/**
 * Whatever the service answers and wherever the console dies, no document is started twice without a person's word, and
 * nothing stays open for ever. The service is a made-up one, so that a run depends on its seed alone.
 */
const startOutcomes = [
  'made',
  'made',
  'made',
  'lost',
  'never came',
  'failed',
  'failed all the same',
  'throttled',
  'down',
  'nameless',
] as const
const pollOutcomes = [
  'asked again',
  'other spelling',
  'strange',
  'done',
  'done',
  'failed',
  'missing',
  'down',
  'throttled',
  'refused',
  'garbled',
] as const

interface Death {
  /** So many steps from its beginning, or at its next start of a document: the step that must not be repeated. */
  at: number | 'start'
  when: 'before' | 'after'
}

const fail = (code: ErrorCode, retryAfterSeconds?: number) =>
  new AppError(code, `${code}.`, { details: retryAfterSeconds === undefined ? {} : { retryAfterSeconds } })

/** One console process: it can be killed between, before or after any of its steps, and then does nothing any more. */
class Console {
  isAlive = true
  pending = 0
  #stepsLeft: number
  readonly worker: Worker

  constructor(
    world: ModelWorld,
    /** The step at which it dies, before or after the step took effect. */
    private readonly death: Death | null,
  ) {
    this.#stepsLeft = typeof death?.at === 'number' ? death.at : Infinity
    const db: Database = {
      kind: world.db.kind,
      query: (text, values) => this.#step(() => world.db.query(text, values)),
      transaction: (work) => this.#step(() => world.db.transaction(work)),
      close: () => Promise.resolve(),
    }
    const call = (name: string, input: { params: { auditId: string } }) =>
      this.#step(() => world.answer(name, input.params.auditId), name.startsWith('start'))
    this.worker = createExportWorker({
      database: () => Promise.resolve(db),
      // Cast: the worker calls four operations, and the made-up service answers those.
      service: () => ({ call, budget: () => [] }) as unknown as Service,
      clock: world.clock,
      log: silentLog,
    })
    this.worker.start()
  }

  async #step<Result>(act: () => Promise<Result>, isStart = false): Promise<Result> {
    const never = new Promise<Result>(() => undefined)
    if (!this.isAlive) return never
    this.#stepsLeft -= 1
    const isLast = this.#stepsLeft < 0 || (isStart && this.death?.at === 'start')
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
  readonly starts = new Map<string, number>()
  readonly words = new Map<string, number>()
  isCalm = false
  #console: Console
  #startAt = 0
  #pollAt = 0

  constructor(
    readonly db: TestDatabase,
    readonly actor: Actor,
    readonly script: {
      starts: ReadonlyArray<(typeof startOutcomes)[number]>
      polls: ReadonlyArray<(typeof pollOutcomes)[number]>
    },
  ) {
    this.#console = new Console(this, null)
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async answer(name: string, auditId: string): Promise<Record<string, string>> {
    if (name === 'startReport' || name === 'startExport') {
      const outcome = this.isCalm ? 'made' : (this.script.starts[this.#startAt++ % this.script.starts.length] ?? 'made')
      const make = () => this.starts.set(auditId, (this.starts.get(auditId) ?? 0) + 1)
      if (outcome === 'throttled') throw fail('upstream_throttled', 3)
      if (outcome === 'down') throw fail('unavailable')
      if (outcome === 'never came') throw fail('upstream_unknown')
      if (outcome === 'failed') throw fail('upstream_failed')
      make()
      if (outcome === 'lost') throw fail('upstream_unknown')
      if (outcome === 'failed all the same') throw fail('upstream_failed')
      return outcome === 'nameless' ? {} : { messageId: `id-${auditId}`, id: `id-${auditId}` }
    }
    const outcome = this.isCalm ? 'done' : (this.script.polls[this.#pollAt++ % this.script.polls.length] ?? 'done')
    if (outcome === 'missing') throw fail('not_found')
    if (outcome === 'down') throw fail('unavailable')
    if (outcome === 'throttled') throw fail('upstream_throttled', 5)
    if (outcome === 'refused') throw fail('upstream_refused')
    if (outcome === 'garbled') throw fail('upstream_failed')
    if (outcome === 'failed') return { status: 'FAILED' }
    if (outcome === 'done') return { status: 'SUCCESS', url: 'http://x.test/y', href: 'http://x.test/y.pdf' }
    return {
      status: outcome === 'strange' ? 'RENDERING' : outcome === 'other spelling' ? 'IN PROGRESS' : 'in_progress',
    }
  }

  crash(death: Death | null): void {
    this.#console.isAlive = false
    this.#console = new Console(this, death)
  }

  /** Lets time pass, second by second; a console that died is followed by another some seconds later. */
  async pass(seconds: number): Promise<void> {
    for (let at = 0; at < seconds; at += 1) {
      this.clock.advance(1_000)
      await this.settle()
      if (!this.#console.isAlive && at % 5 === 4) this.#console = new Console(this, null)
    }
    if (!this.#console.isAlive) this.#console = new Console(this, null)
  }

  /** Until the console waits for the clock: what it does is done at real speed, which differs from machine to machine. */
  async settle(): Promise<void> {
    for (let calm = 0; calm < 3;) {
      await new Promise(setImmediate)
      calm = this.#console.pending === 0 ? calm + 1 : 0
    }
  }

  wake(): void {
    this.#console.worker.wake()
  }

  check(): void {
    for (const [auditId, count] of this.starts)
      expect(count, `${auditId} was started without a word`).toBeLessThanOrEqual(1 + (this.words.get(auditId) ?? 0))
  }

  async end(): Promise<void> {
    this.#console.isAlive = false
    await this.#console.worker.stop().catch(() => undefined)
  }
}

type Act =
  | { kind: 'job'; files: number; via: 'report' | 'export' }
  | { kind: 'pass'; seconds: number }
  | { kind: 'crash'; death: Death | null }
  | { kind: 'cancel'; job: number }
  | { kind: 'retry'; job: number; states: ExportRetry['states'] }

const act: Arbitrary<Act> = oneof(
  record({
    kind: constant('job' as const),
    files: integer({ min: 1, max: 4 }),
    via: constantFrom('report' as const, 'export' as const),
  }),
  record({ kind: constant('pass' as const), seconds: integer({ min: 1, max: 20 }) }),
  record({
    kind: constant('crash' as const),
    death: option(
      record({
        at: oneof(integer({ min: 0, max: 40 }), constant('start' as const)),
        when: constantFrom('before' as const, 'after' as const),
      }),
    ),
  }),
  record({ kind: constant('cancel' as const), job: nat(3) }),
  record({
    kind: constant('retry' as const),
    job: nat(3),
    states: subarray(['failed' as const, 'unknown' as const, 'cancelled' as const], { minLength: 1 }),
  }),
)

describe('the export worker, whatever happens', () => {
  let db: TestDatabase
  let actor: Actor
  beforeAll(async () => {
    db = await openTestDatabase()
    actor = await addPerson(db, 'editor')
    await db.query(
      `insert into inspections (audit_id, modified_at) select 'audit_' || n, now() from generate_series(1, 60) n`,
    )
  })
  afterAll(() => db.close())

  it('never starts a document twice without a person’s word, and ends', async () => {
    const script = record({
      starts: array(constantFrom(...startOutcomes), { minLength: 1, maxLength: 8 }),
      polls: array(constantFrom(...pollOutcomes), { minLength: 1, maxLength: 8 }),
    })
    await assert(
      asyncProperty(script, array(act, { minLength: 3, maxLength: 10 }), async (given, acts) => {
        await db.query('truncate export_jobs cascade')
        const world = new ModelWorld(db, actor, given)
        try {
          await play(world, acts)
        } finally {
          await world.end()
        }
      }),
      { numRuns: runs(40), seed, endOnFailure: true },
    )
  }, 120_000)
})

/** A retry of nothing is refused; everything else must not be. */
function refusals(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'conflict') throw error
}

async function play(world: ModelWorld, acts: readonly Act[]): Promise<void> {
  const { db, actor } = world
  const jobs: string[] = []
  let nextId = 1
  for (const one of [{ kind: 'job', files: 2, via: 'report' } as const, ...acts]) {
    if (one.kind === 'pass') await world.pass(one.seconds)
    if (one.kind === 'crash') world.crash(one.death)
    if (one.kind === 'job') {
      const ids = Array.from({ length: one.files }, () => `audit_${nextId++}`)
      const asked = newExport.parse({ selection: { kind: 'ids', ids }, format: 'pdf', zone: 'UTC', via: one.via })
      const { job } = await createExportJob(actor, asked, { db, wake: () => world.wake() })
      jobs.push(job.jobId)
    }
    if (one.kind === 'cancel' || one.kind === 'retry') {
      const jobId = jobs[one.job % jobs.length] ?? ''
      if (one.kind === 'cancel') await cancelExportJob(actor, jobId, { db }).catch(refusals)
      else {
        // What a word is given for is what starts anew: the rest is asked for under the id that it has. A file that
        // changed between the reading and the retry would start with a word that was not counted.
        await world.settle()
        const { files } = await readExportJob(actor, jobId, db)
        for (const { auditId, state, isKnown } of files)
          if (!isKnown && one.states.some((wanted) => wanted === state))
            world.words.set(auditId, (world.words.get(auditId) ?? 0) + 1)
        await retryExportFiles(actor, jobId, { states: one.states }, { db, wake: () => world.wake() }).catch(refusals)
      }
    }
    world.check()
  }
  world.isCalm = true
  for (let round = 0; round < 20; round += 1) {
    await world.pass(20)
    const states = await Promise.all(jobs.map(async (jobId) => (await readExportJob(actor, jobId, db)).open))
    if (states.every((open) => open === 0)) break
  }
  world.check()
  for (const jobId of jobs) expect((await readExportJob(actor, jobId, db)).open).toBe(0)
}
