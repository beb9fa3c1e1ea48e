import { expect } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import type { Worker } from '@/lib/background/turn-loop'
import { silentLog, type TestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { AppError, type ErrorCode } from '@/lib/errors'
import { HandClock } from './sync-world'

/** Consoles that can crash and stall, and a fake service, for the model tests of workers (see `worker-model.ts`). */

export const retryStates = ['failed', 'unknown', 'cancelled'] as const
export type RetryState = (typeof retryStates)[number]

/** Where a console crashes. */
export interface Death {
  /** After this many steps, or at a write: the step that must not be repeated. */
  at: number | 'write'
  when: 'before' | 'after'
  /** Successful writes before the one at which it crashes. */
  skip?: number
}

/**
 * One console process. It can be killed between, before or after any of its steps, and stalled before steps of the
 * database.
 */
export class ModelProcess {
  isAlive = true
  pending = 0
  #stepsLeft: number
  #writesLeft: number
  #stallAt: { left: number; isAtWrite: boolean; begin: () => void } | null = null
  #isStalled = false
  #waiting: Array<() => void> = []
  stalledUntil = -Infinity
  worker: Worker | null = null

  constructor(private readonly death: Death | null) {
    this.#stepsLeft = typeof death?.at === 'number' ? death.at : Infinity
    this.#writesLeft = death?.at === 'write' ? (death.skip ?? 0) : Infinity
  }

  /** Stalls the process at a later step: before a step of the database, or after its next write to the service. */
  stallAt(at: Death['at'], begin: () => void): void {
    this.#stallAt = { left: at === 'write' ? 0 : at, isAtWrite: at === 'write', begin }
  }

  stall(until: number): void {
    this.stalledUntil = until
    this.#isStalled = true
  }

  get isStalled(): boolean {
    return this.#isStalled
  }

  resume(): void {
    this.#isStalled = false
    for (const goOn of this.#waiting.splice(0)) goOn()
  }

  /** One step of the process at the service. */
  async step<Result>(act: () => Promise<Result>, isWrite = false): Promise<Result> {
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
    if (isWrite) this.#countToStall(true)
    if (isLast) this.isAlive = false
    // A crashed process receives no response.
    return this.isAlive ? result() : never
  }

  #countToStall(isAtWrite: boolean): void {
    const plan = this.#stallAt
    if (plan === null || plan.isAtWrite !== isAtWrite || !this.isAlive) return
    plan.left -= 1
    if (plan.left >= 0) return
    this.#stallAt = null
    plan.begin()
  }

  /** The database as the process uses it. */
  database(db: Database): Database {
    const step = async <Result>(act: () => Promise<Result>): Promise<Result> => {
      this.#countToStall(false)
      if (this.#isStalled) await new Promise<void>((resolve) => this.#waiting.push(resolve))
      return this.step(act)
    }
    return {
      kind: db.kind,
      query: (text, values) => step(() => db.query(text, values)),
      transaction: (work) => step(() => db.transaction(work)),
      openSession: () => db.openSession(),
      listen: (channel, ears) => db.listen(channel, ears),
      close: () => Promise.resolve(),
    }
  }
}

/** The responses of the service to writes and reads, in turn and then from the beginning. */
export interface ModelScript<Write extends string = string, Read extends string = string> {
  writes: readonly Write[]
  reads: readonly Read[]
}

const refusals: Readonly<Record<string, readonly [ErrorCode, number?]>> = {
  throttled: ['upstream_throttled', 3],
  down: ['unavailable'],
  refused: ['upstream_refused'],
  conflict: ['conflict'],
  full: ['invalid'],
  missing: ['not_found'],
  'never came': ['upstream_unknown'],
  failed: ['upstream_failed'],
}
/** Script entries for a write that took effect and whose response was lost. */
const lostAnswers: Readonly<Record<string, ErrorCode>> = {
  lost: 'upstream_unknown',
  'failed all the same': 'upstream_failed',
}

export const modelFail = (code: ErrorCode, retryAfterSeconds?: number) =>
  new AppError(code, `${code}.`, { details: retryAfterSeconds === undefined ? {} : { retryAfterSeconds } })

/** How long a late write takes. Within this time, a recheck is not trusted. */
const lateMs = 4_000

/** Consoles on one database and a fake service. Each noun provides its worker, its jobs and its service. */
export abstract class ModelWorld<Job, Script extends ModelScript = ModelScript> {
  readonly clock = new HandClock()
  /** How often the service did each thing that must be done once. */
  readonly done = new Map<string, number>()
  /** How often a person requested each of these things again. */
  readonly allowed = new Map<string, number>()
  readonly jobIds: string[] = []
  isCalm = false
  #consoles: ModelProcess[] = []
  #late: Array<{ at: number; act: () => unknown }> = []
  #writeAt = 0
  #readAt = 0

  constructor(
    readonly db: TestDatabase,
    readonly actor: Actor,
    readonly script: Script,
  ) {}

  protected abstract createWorker(process: ModelProcess): Worker
  /** Adds a job. @returns its id */
  abstract add(job: Job): Promise<string>
  abstract cancel(jobId: string): Promise<unknown>
  /** Retries what is in these states, as a person does. Calls `allow` for everything that may be done once more. */
  abstract retry(jobId: string, states: RetryState[]): Promise<unknown>
  abstract isOpen(): Promise<boolean>
  /** Whether the final state agrees with what the service did. */
  abstract checkEnd(): Promise<void>
  /** Whether the invariants hold at any moment, besides that nothing was done twice. */
  checkNow(): void {}
  /** What the service does as time passes. */
  protected passAtService(): void {}

  protected note(thing: string): void {
    this.done.set(thing, (this.done.get(thing) ?? 0) + 1)
  }

  protected allow(thing: string): void {
    this.allowed.set(thing, (this.allowed.get(thing) ?? 0) + 1)
  }

  /** A read at the service. @returns the entry of the script @throws AppError as the script says */
  protected read(): Script['reads'][number] | null {
    const word = this.isCalm ? null : (this.script.reads[this.#readAt++ % this.script.reads.length] ?? null)
    const refusal = refusals[word ?? '']
    if (refusal !== undefined) throw modelFail(...refusal)
    return word
  }

  /**
   * A write at the service. `act` gets the entry of the script; `sent` runs when the request may have reached the service.
   * @throws AppError as the script says
   */
  protected write<Result>(
    act: (word: Script['writes'][number] | null) => Result,
    { sent, veryLateMs = lateMs }: { sent?: () => void; veryLateMs?: number } = {},
  ): Result {
    const word = this.isCalm ? null : (this.script.writes[this.#writeAt++ % this.script.writes.length] ?? null)
    if (word !== 'throttled' && word !== 'down') sent?.()
    const refusal = refusals[word ?? '']
    if (refusal !== undefined) throw modelFail(...refusal)
    if (word === 'late' || word === 'very late') {
      this.#late.push({ at: this.clock.now() + (word === 'late' ? lateMs : veryLateMs), act: () => act(word) })
      throw modelFail('upstream_unknown')
    }
    const result = act(word)
    const lost = lostAnswers[word ?? '']
    if (lost !== undefined) throw modelFail(lost)
    return result
  }

  /** Starts another console. */
  join(death: Death | null = null): void {
    const process = new ModelProcess(death)
    process.worker = this.createWorker(process)
    process.worker.start()
    this.#consoles.push(process)
  }

  /** Kills the newest console and starts another, which may crash as well. */
  crash(death: Death | null): void {
    const last = this.#consoles.at(-1)
    if (last !== undefined) last.isAlive = false
    this.join(death)
  }

  /** Stalls the newest console at one of its steps, so that its leases end while it holds them, and another takes over. */
  takeOver(at: Death['at'], seconds: number): void {
    const last = this.#consoles.at(-1)
    last?.stallAt(at, () => {
      last.stall(this.clock.now() + seconds * 1_000)
      this.join()
    })
  }

  /** Lets time pass, second by second. A crashed console is followed by another some seconds later. */
  async pass(seconds: number): Promise<void> {
    for (let at = 0; at < seconds; at += 1) {
      this.clock.advance(1_000)
      const late = this.#late.filter((one) => one.at <= this.clock.now())
      this.#late = this.#late.filter((one) => !late.includes(one))
      for (const { act } of late)
        try {
          act()
        } catch {
          // Too late: the response is lost.
        }
      this.passAtService()
      for (const one of this.#consoles) if (one.stalledUntil <= this.clock.now()) one.resume()
      await this.settle()
      this.#consoles = this.#consoles.filter(({ isAlive, pending }) => isAlive || pending > 0)
      if (at % 5 === 4 || at === seconds - 1) this.#replaceDead()
    }
  }

  #replaceDead(): void {
    if (this.#consoles.every(({ isAlive, isStalled }) => !isAlive || isStalled)) this.join()
  }

  get isStalled(): boolean {
    return this.#consoles.some((one) => one.isStalled)
  }

  /** Waits until all consoles wait for the clock, because their work takes real time, which differs between machines. */
  async settle(): Promise<void> {
    for (let calm = 0; calm < 3;) {
      await new Promise(setImmediate)
      calm = this.#consoles.every(({ pending }) => pending === 0) ? calm + 1 : 0
    }
  }

  wake(): void {
    for (const { worker } of this.#consoles) worker?.wake()
  }

  check(): void {
    for (const [thing, count] of this.done)
      expect(count, `${thing} was done again unasked`).toBeLessThanOrEqual(1 + (this.allowed.get(thing) ?? 0))
    this.checkNow()
  }

  async end(): Promise<void> {
    for (const one of this.#consoles) one.resume()
    await this.settle()
    // A crashed console never finishes its last step.
    const alive = this.#consoles.filter(({ isAlive }) => isAlive)
    await Promise.all(alive.flatMap(({ worker }) => (worker === null ? [] : [worker.stop()])))
  }

  /** The parts of a worker that are the same for every noun. */
  protected base(process: ModelProcess) {
    const db = process.database(this.db)
    return { database: () => Promise.resolve(db), clock: this.clock, log: silentLog }
  }
}
